import type { WorkContext } from '../../context.ts'
import { conflict, upstreamError } from '../../http/errors.ts'
import { OutboundError } from '../../outbound/request.ts'
import { SmtpFailure } from './failure.ts'
import { smtpDenialOf } from './host.ts'
import { mailboxOf } from './mailbox.ts'
import { testMessage } from './message.ts'
import { deliver } from './send.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, effectiveSettings } from './settings.ts'

/**
 * Sends the test mail with the settings in effect. Throws 409 when no sender and server are set, and 502 with stage and reply
 * when the server did not accept the mail.
 */
export async function sendTestMail(c: Pick<WorkContext, 'env' | 'var'>, to: string): Promise<void> {
	const { document, password } = await effectiveSettings(c)
	const { smtp_host: host, smtp_user: user, smtp_tls_mode } = document
	const sender = document.from === null ? undefined : mailboxOf(document.from)
	if (!sender || host === null)
		throw conflict('No sender and SMTP server are set. Set them with PUT /v1/admin/email/config first.', {
			reason: 'email.not_configured',
		})
	const tls_mode = smtp_tls_mode ?? DEFAULT_TLS_MODE
	const port = document.smtp_port ?? DEFAULT_PORTS[tls_mode]
	const name = sender.address.slice(sender.address.lastIndexOf('@') + 1)
	const server = { host, port, tls_mode, user, password: user === null ? '' : await password(), name }
	const mail = { from: sender.address, to, message: testMessage(sender, to, new Date()) }
	try {
		await deliver(c.env, server, mail)
	} catch (error) {
		// `OUTBOUND_ALLOWLIST` or an `SMTP_` variable may have changed since the server was checked.
		if (error instanceof OutboundError)
			throw upstreamError(smtpDenialOf(c.env, host, port) ?? error.failure, null, {
				stage: 'connect',
				reply: null,
				during: null,
			})
		if (!(error instanceof SmtpFailure)) throw error
		const { stage, reply, status, during } = error
		throw upstreamError(`smtp.${stage}`, status, { stage, reply, during })
	}
}
