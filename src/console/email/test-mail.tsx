import { api, type Refusal } from '../api.ts'
import { useChange } from '../change/change.ts'
import { useMe } from '../session/session.ts'
import { email } from '../text/en/email.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Facts } from '../ui/page.tsx'
import styles from './test-mail.module.css'

const t = email.test

/** Sends a mail and waits for the server. A failure shows the step at which the server stopped, and what it said. */
export function TestMail({ isReady }: { isReady: boolean }) {
	const me = useMe()
	const send = useChange({
		send: (to: string, headers) => api.POST('/v1/admin/email/test', { body: { to }, headers }),
		done: (_, to) => t.done(to),
	})
	const isOfServer = typeof send.refusal?.details.stage === 'string'
	return (
		<Form
			label={t.title}
			onSubmit={(form) => void send.run(form.text('to'))}
			refusal={isOfServer ? undefined : send.refusal}
			actions={
				<Button submit icon="mail" isBusy={send.isRunning} disabled={!isReady}>
					{t.action}
				</Button>
			}
		>
			<TextField
				name="to"
				label={t.to}
				hint={isReady ? t.hint : t.not_ready}
				type="email"
				defaultValue={me.email ?? ''}
			/>
			{isOfServer && send.refusal && !send.isRunning && <Stopped refusal={send.refusal} />}
		</Form>
	)
}

function Stopped({ refusal: { details } }: { refusal: Refusal }) {
	const { stage, reply } = details as { stage: string; reply: string | null }
	return (
		<div className={styles.stopped} role="alert">
			<p className={styles.title}>{t.failed}</p>
			<Facts
				facts={[
					[
						t.stage,
						<span key="stage">
							<code>{stage}</code> {t.stages[stage]}
						</span>,
					],
					[t.reply, reply ? <code key="reply">{reply}</code> : '–'],
				]}
			/>
		</div>
	)
}
