import { conflict, upstreamError } from '../../http/errors.ts'
import { SmtpFailure } from './failure.ts'
import { OutboundError } from '../../outbound/request.ts'
import { smtpDenialOf } from './host.ts'
import { mailboxOf } from './mailbox.ts'
import { testMessage } from './message.ts'
import { deliver } from './send.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, type EmailSettings } from './settings.ts'

/** Sends the test mail with what is effective; throws the 409 or 502 that says why it did not leave. */
export async function sendTestMail(env: Env, { document, password }: EmailSettings, to: string): Promise<void> {
	const { smtp_host: host, smtp_user: user, smtp_tls_mode } = document
	const sender = document.from === null ? undefined : mailboxOf(document.from)
	if (!sender || host === null)
		throw conflict('No sender and SMTP server are configured', { reason: 'email.not_configured' })
	const tls_mode = smtp_tls_mode ?? DEFAULT_TLS_MODE
	const port = document.smtp_port ?? DEFAULT_PORTS[tls_mode]
	const name = sender.address.slice(sender.address.lastIndexOf('@') + 1)
	const server = { host, port, tls_mode, user, password: user === null ? '' : await password(), name }
	const mail = { from: sender.address, to, message: testMessage(sender, to, new Date()) }
	try {
		await deliver(env, server, mail)
	} catch (error) {
		// The operator's list, or a variable, may have changed since it was written.
		if (error instanceof OutboundError)
			throw upstreamError(smtpDenialOf(env, host, port) ?? error.failure, null, {
				stage: 'connect',
				reply: null,
				during: null,
			})
		if (!(error instanceof SmtpFailure)) throw error
		const { stage, reply, status, during } = error
		throw upstreamError(`smtp.${stage}`, status, { stage, reply, during })
	}
}
