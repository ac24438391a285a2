import { punctuation } from '../text/en/language.ts'
import { users } from '../text/en/users.ts'
import { Copy, Id } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { utcOf } from '../ui/format.ts'
import { Facts, Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './reset-code.module.css'

const t = users.reset

interface ResetCodeProps {
	code: { token: string; expires_at: string }
	name: string
	onClose: () => void
}

/** Shows a new code once, with the message that tells its user what to do with it. */
export function ResetCode({ code: { token, expires_at }, name, onClose }: ResetCodeProps) {
	const message = t.text(`${location.origin}/console/`, token, utcOf(expires_at))
	return (
		<Dialog isOnce title={t.title(name)} hint={t.body} done={t.done} onClose={onClose}>
			<Panel title={t.message} actions={<Copy text={message} what={t.message} />}>
				<p className={styles.message}>{message}</p>
			</Panel>
			<Facts
				facts={[
					[t.code, <Id key="code" text={token} what={t.code} />],
					[
						t.until,
						<span key="until">
							<Ago time={expires_at} />
							{punctuation.comma}
							{utcOf(expires_at)}
						</span>,
					],
				]}
			/>
		</Dialog>
	)
}
