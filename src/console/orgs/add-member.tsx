import { useState } from 'react'
import { api, Refusal, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { UserField } from '../names/user-field.tsx'
import { orgs } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { ROLES } from './member-actions.tsx'

const t = orgs.members

interface Added {
	user_id: string
	role: Schema<'PutMembership'>['role']
}

/** The user is in the call's path, so the API can't say that they're missing. */
const MISSING = new Refusal(400, { details: { fields: [{ path: 'user_id', message: t.user_missing }] } })

export function AddMember({ org_id, onClose }: { org_id: string; onClose: () => void }) {
	const [isMissing, setIsMissing] = useState(false)
	const put = useChange({
		send: ({ user_id, role }: Added, headers) =>
			api.PUT('/v1/admin/orgs/{org_id}/members/{user_id}', {
				params: { path: { org_id, user_id } },
				body: { role },
				headers,
			}),
		done: (_, { role }) => t.added(role),
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const role = ROLES.find((one) => one === form.text('role')) ?? 'member'
		const user_id = form.text('user_id')
		setIsMissing(!user_id)
		if (user_id) void put.run({ user_id, role })
	}
	return (
		<FormDialog
			title={t.add}
			change={put}
			onSubmit={submit}
			refusal={isMissing ? MISSING : undefined}
			action={t.add}
			onClose={onClose}
		>
			<UserField name="user_id" label={terms.user} hint={t.user_hint} />
			<SelectField
				name="role"
				label={terms.role}
				hint={t.role_hint}
				defaultValue="member"
				options={ROLES.toReversed().map((role) => ({ value: role, label: t.roles[role] }))}
			/>
		</FormDialog>
	)
}
