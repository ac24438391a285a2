import type { WorkContext } from '../../context.ts'
import { upstreamError } from '../../ground/http/errors.ts'
import { OutboundError } from '../../ground/outbound/request.ts'
import { afterwards } from '../../ground/write/afterwards.ts'
import { SmtpFailure } from './failure.ts'
import { smtpDenialOf } from './host.ts'
import { mailerOf, notConfigured } from './mailer.ts'
import { TEST_MAIL } from './message.ts'

/**
 * Sends the test mail with the settings in effect. Throws a 409 if no sender or no server is set, and a 502 with the stage and
 * the reply if the server doesn't accept the mail.
 */
export async function sendTestMail(c: Pick<WorkContext, 'env' | 'var'>, to: string): Promise<void> {
	const mailer = await mailerOf(c)
	if (!mailer) throw notConfigured()
	try {
		await afterwards(c, { code: 'mails_test', values: {} }, () => mailer(to, TEST_MAIL))
	} catch (error) {
		// `OUTBOUND_ALLOWLIST` or an `SMTP_` variable may have changed since we last checked the server.
		if (error instanceof OutboundError)
			throw upstreamError(smtpDenialOf(c.env, mailer.server.host, mailer.server.port) ?? error.failure, null, {
				stage: 'connect',
				reply: null,
				during: null,
			})
		if (!(error instanceof SmtpFailure)) throw error
		const { stage, reply, status, during, reason } = error
		throw upstreamError(reason, status, { stage, reply, during })
	}
}
