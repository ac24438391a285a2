import { useMe } from '../session/session.ts'
import { AskOwners } from './people.tsx'

/** Whom to ask where a screen needs a permission in the org. It's no part of the first load. */
export default function Whom() {
	const { org_id } = useMe()
	return (
		<p>
			<AskOwners org_id={org_id} />
		</p>
	)
}
