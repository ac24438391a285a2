import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useName } from '../names/name.tsx'
import { ROLES, type Role, useRulesOwners } from '../session/my-orgs.ts'
import { useMe } from '../session/session.ts'
import { invitations } from '../text/en/invitations.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { SentInvitation } from './sent-invitation.tsx'

const t = invitations.create

/** Invites somebody into the org that the user acts in. */
export function InviteHere({ onClose }: { onClose: () => void }) {
	const { org_id } = useMe()
	return <Invite org={{ id: org_id, name: useName(org_id) ?? org_id }} onClose={onClose} />
}

/** Invites an address, then shows the link to pass on. */
export function Invite({ org, onClose }: { org: { id: string; name: string }; onClose: () => void }) {
	const [sent, setSent] = useState<Schema<'SentInvitation'>>()
	const [role, setRole] = useState<Role>('member')
	const rulesOwners = useRulesOwners(org.id)
	const send = useChange({
		send: (body: Schema<'CreateInvitation'>, headers) =>
			api.POST('/v1/orgs/{org_id}/invitations', { params: { path: { org_id: org.id } }, body, headers }),
		done: ({ email }) => t.done(email),
		onDone: setSent,
	})
	const submit = (form: Values) => void send.run({ email: form.text('email'), role })
	if (sent) return <SentInvitation invitation={sent} onClose={onClose} />
	const offered = ROLES.filter((one) => one !== 'owner' || rulesOwners).toReversed()
	return (
		<FormDialog title={t.title(org.name)} change={send} onSubmit={submit} action={t.submit} onClose={onClose}>
			<TextField name="email" label={t.email} hint={t.email_hint} type="email" placeholder="name@example.com" />
			<SelectField
				name="role"
				label={t.role}
				hint={rulesOwners ? invitations.roles[role] : `${invitations.roles[role]} ${invitations.no_owner}`}
				value={role}
				onChange={({ target: { value } }) => setRole(value as Role)}
				options={offered.map((value) => ({ value, label: yourOrg.roles[value] }))}
			/>
		</FormDialog>
	)
}
