import { useNavigate } from '@tanstack/react-router'
import { IconButton } from '../ui/button.tsx'
import { useName } from './name.tsx'
import styles from './id-filter.module.css'

interface IdFilterProps {
	/** The parameter of the address. */
	name: string
	id: string
	label: string
	clear: (what: string) => string
	/** The name to show, if the reader can't ask for names. */
	known?: string | undefined
}

/** What a list is filtered by, with a button that removes the filter. */
export function IdFilter({ name, id, label, clear, known }: IdFilterProps) {
	const navigate = useNavigate()
	const named = useName(id)
	const title = known ?? named ?? id
	const remove = () =>
		void navigate({ to: '.', search: (old: object) => ({ ...old, [name]: undefined, cursor: undefined }) })
	return (
		<span className={styles.chip}>
			{label} {title}
			<IconButton icon="close" label={clear(title)} onClick={remove} />
		</span>
	)
}
