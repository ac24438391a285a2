import type { Schema } from '../api.ts'
import { invitations } from '../text/en/invitations.ts'
import { punctuation } from '../text/en/language.ts'
import { Shown } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { MomentOf } from '../ui/time.tsx'

const t = invitations.sent

interface Props {
	invitation: Schema<'SentInvitation'>
	onClose: () => void
}

/** Shows the link of an invitation, once. Without `PUBLIC_URL` the API doesn't know it, but this page does. */
export function SentInvitation({ invitation: { email, token, url, mailed_at, expires_at }, onClose }: Props) {
	const link = url ?? (token && `${location.origin}/console/join#${token}`)
	return (
		<Dialog
			done={t.done}
			isOnce={Boolean(link)}
			title={t.title(email)}
			hint={mailed_at ? t.mailed : t.not_mailed}
			onClose={onClose}
		>
			{link ? (
				<>
					<Shown text={link} what={t.link} />
					<p>
						{t.once} <MomentOf time={expires_at} />
						{punctuation.stop}
					</p>
				</>
			) : (
				<p>{t.lost}</p>
			)}
		</Dialog>
	)
}
