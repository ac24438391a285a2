import { Chosen } from '../ui/more-filters.tsx'
import { useName } from './name.tsx'

interface IdFilterProps {
	/** The parameter of the address. */
	name: string
	id: string
	label: string
	/** The name to show, if the reader can't ask for names. */
	known?: string | undefined
}

/** A filter that's set to something with a name. */
export function IdFilter({ name, id, label, known }: IdFilterProps) {
	const named = useName(id)
	return <Chosen of={name} label={label} value={known ?? named ?? id} />
}
