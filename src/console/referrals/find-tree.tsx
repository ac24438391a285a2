import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFoundUsers } from '../names/found-users.ts'
import { referrals } from '../text/en/referrals.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { PickField } from '../ui/pick-field.tsx'

const t = referrals.find

/** Opens any user's tree. */
export function FindTree({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate()
	const [q, setQ] = useState('')
	const users = useFoundUsers(q)
	const show = (user_id: string) => {
		if (user_id) void navigate({ to: '/referrals/$user_id', params: { user_id } })
	}
	return (
		<FormDialog
			title={referrals.tree.title}
			isTransient
			onSubmit={(form) => show(form.text('user_id'))}
			action={t.action}
			onClose={onClose}
		>
			<PickField
				name="user_id"
				label={t.label}
				items={users.map(({ id, username, login }) => ({ value: id, label: `${username} (${login})` }))}
				onType={setQ}
				empty={t.none}
			/>
		</FormDialog>
	)
}
