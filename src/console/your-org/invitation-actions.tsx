import { useState } from 'react'
import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useRulesOwners } from '../session/my-orgs.ts'
import { invitations as t } from '../text/en/invitations.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { RowActions } from '../ui/table.tsx'
import { SentInvitation } from './sent-invitation.tsx'

/** Sends an invitation again or takes it back, for those who may give its role. */
export function InvitationActions({ invitation }: { invitation: Schema<'Invitation'> }) {
	const { id, org_id, email, state, role } = invitation
	const ask = useAsk()
	const rulesOwners = useRulesOwners(org_id)
	const [sent, setSent] = useState<Schema<'SentInvitation'>>()
	const params = { path: { org_id, id } }
	const resend = useChange({
		send: (_: null, headers) => api.POST('/v1/orgs/{org_id}/invitations/{id}/resend', { params, headers }),
		done: t.resend.done(email),
		onDone: setSent,
	})
	const { action, title, means, done } = state === 'open' ? t.withdraw : t.forget
	const withdraw = useChange({
		send: (_: null, headers) => api.DELETE('/v1/orgs/{org_id}/invitations/{id}', { params, headers }),
		done: done(email),
	})
	if (state === 'accepted') return null
	return (
		<RowActions>
			<Menu trigger={<IconButton icon="more" label={t.menu(email)} />}>
				{role === 'owner' && !rulesOwners ? (
					<MenuItem icon="lock" disabled onClick={() => undefined}>
						{t.not_yours}
					</MenuItem>
				) : (
					<>
						<MenuItem
							icon="mail"
							onClick={() =>
								ask({
									title: t.resend.title(email),
									body: null,
									means: t.resend.means,
									action: t.resend.action,
									change: resend,
									input: null,
								})
							}
						>
							{t.resend.action}
						</MenuItem>
						<MenuItem
							icon="trash"
							isDanger
							onClick={() =>
								ask({
									title: title(email),
									body: null,
									means,
									action,
									isDanger: true,
									change: withdraw,
									input: null,
								})
							}
						>
							{action}
						</MenuItem>
					</>
				)}
			</Menu>
			{sent && <SentInvitation invitation={sent} onClose={() => setSent(undefined)} />}
		</RowActions>
	)
}
