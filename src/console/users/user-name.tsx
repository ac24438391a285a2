import { useName } from '../names.ts'

/** A user by its name, or by its id until the name is there, as for a user who was deleted. */
export function UserName({ user_id }: { user_id: string }) {
	const name = useName(user_id)
	return name === undefined ? <code>{user_id}</code> : <span title={user_id}>{name}</span>
}
