import { AskOwners } from '../names/people.tsx'

/** Whom to ask where a screen needs a permission in the org. It's no part of the first load. */
export default function Whom() {
	return (
		<p>
			<AskOwners />
		</p>
	)
}
