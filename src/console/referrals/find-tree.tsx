import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { referrals } from '../text/en/referrals.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PickField } from '../ui/pick-field.tsx'

const t = referrals.find

/** Opens any user's tree. */
export function FindTree() {
	const navigate = useNavigate()
	const [q, setQ] = useState('')
	const { data: users = [] } = useQuery({
		queryKey: ['users', 'pick', q],
		queryFn: () => data(api.GET('/v1/admin/users', { params: { query: { q: q || undefined, limit: 20 } } })),
		placeholderData: (old: Schema<'User'>[] | undefined) => old,
	})
	const show = (user_id: string) => {
		if (user_id) void navigate({ to: '/referrals/$user_id', params: { user_id } })
	}
	return (
		<Form label={t.label} onSubmit={(form) => show(form.text('user_id'))} actions={<Button submit>{t.action}</Button>}>
			<PickField
				name="user_id"
				label={t.label}
				items={users.map(({ id, username, login }) => ({ value: id, label: `${username} (${login})` }))}
				onType={setQ}
				empty={t.none}
			/>
		</Form>
	)
}
