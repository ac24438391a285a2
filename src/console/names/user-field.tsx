import { useState } from 'react'
import { users as t } from '../text/en/users.ts'
import { PickField } from '../ui/pick-field.tsx'
import { useFoundUsers } from './found-users.ts'

interface UserFieldProps {
	name: string
	label: string
	hint?: string
	onChoose?: (user_id: string | null) => void
}

/** Finds a user by part of their login, name or email address. The form gets the ID. */
export function UserField({ name, label, hint, onChoose }: UserFieldProps) {
	const [q, setQ] = useState('')
	const users = useFoundUsers(q)
	return (
		<PickField
			name={name}
			label={label}
			hint={hint}
			items={users.map(({ id, username, login }) => ({ value: id, label: `${username} (${login})` }))}
			onType={setQ}
			onChoose={onChoose}
			empty={t.none}
		/>
	)
}
