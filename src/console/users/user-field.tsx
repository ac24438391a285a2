import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { users as t } from '../text/en/users.ts'
import { PickField } from '../ui/pick-field.tsx'

type User = Schema<'User'>

/** Finds a user by part of their login, name or email address. The form gets the ID. */
export function UserField({ name, label, hint }: { name: string; label: string; hint?: string }) {
	const [q, setQ] = useState('')
	const { data: users = [] } = useQuery({
		queryKey: ['users', 'pick', q],
		queryFn: () => data(api.GET('/v1/admin/users', { params: { query: { q: q || undefined, limit: 20 } } })),
		placeholderData: (old: User[] | undefined) => old,
	})
	return (
		<PickField
			name={name}
			label={label}
			hint={hint}
			items={users.map(({ id, username, login }) => ({ value: id, label: `${username} (${login})` }))}
			onType={setQ}
			empty={t.none}
		/>
	)
}
