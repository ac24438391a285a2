import { Link } from '@tanstack/react-router'
import { useIsOperator } from '../session/session.ts'
import { Name } from './name.tsx'

/** A user's name, or their ID until the name is loaded, or if they were deleted. */
export const UserName = ({ user_id }: { user_id: string }) => <Name id={user_id} />

/** A user's name, which links to them if the reader may see them. Not for rows that are links themselves. */
export const UserLink = ({ user_id }: { user_id: string }) =>
	useIsOperator() ? (
		<Link to="/users/$user_id" params={{ user_id }}>
			<Name id={user_id} />
		</Link>
	) : (
		<Name id={user_id} />
	)
