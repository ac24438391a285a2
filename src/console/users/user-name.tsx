import { Link } from '@tanstack/react-router'
import { Name } from '../names.tsx'
import { useIsPlatformAdmin } from '../session/session.ts'

/** A user by its name, or by its id until the name is there, as for a user who was deleted. */
export const UserName = ({ user_id }: { user_id: string }) => <Name id={user_id} />

/** A user by its name, which leads to them where the reader may go there. Not for rows that are links themselves. */
export const UserLink = ({ user_id }: { user_id: string }) =>
	useIsPlatformAdmin() ? (
		<Link to="/users/$user_id" params={{ user_id }}>
			<Name id={user_id} />
		</Link>
	) : (
		<Name id={user_id} />
	)
