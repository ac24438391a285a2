import { and, eq, isNotNull } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { conflict } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { afterwards } from '../../ground/write/afterwards.ts'
import type { Effect } from '../../ground/write/effects.ts'
import { users } from '../../tenancy/users/table.ts'
import { SmtpFailure } from './failure.ts'
import { mailboxOf } from './mailbox.ts'
import { type MailText, messageOf, signed } from './message.ts'
import type { SmtpServer } from './send.ts'
import { DEFAULT_PORTS, DEFAULT_TLS_MODE, effectiveSettings } from './settings.ts'

/** The 409 when no sender or no server is set. */
export const notConfigured = () => conflict('email.not_configured')

/** Sends a mail and waits until the server accepts it. Throws what `deliver` throws. Mail servers drop a second mail with the same `id`. */
export type Mailer = ((to: string, text: MailText, id?: string) => Promise<void>) & { server: SmtpServer }

/** The mailer for the settings in effect; undefined if no sender or no server is set. One D1 call. */
export async function mailerOf(c: Pick<WorkContext, 'env' | 'var'>): Promise<Mailer | undefined> {
	const { document, password } = await effectiveSettings(c)
	const { smtp_host: host, smtp_user: user, smtp_tls_mode } = document
	const sender = document.from === null ? undefined : mailboxOf(document.from)
	if (!sender || host === null) return undefined
	const tls_mode = smtp_tls_mode ?? DEFAULT_TLS_MODE
	const port = document.smtp_port ?? DEFAULT_PORTS[tls_mode]
	const name = sender.address.slice(sender.address.lastIndexOf('@') + 1)
	const server = { host, port, tls_mode, user, password: user === null ? '' : await password(), name }
	const mailer = async (to: string, text: MailText, id?: string) => {
		const { deliver } = await import('./send.ts')
		const message = messageOf(sender, to, signed(c.env, text), new Date(), id)
		return deliver(c.env, server, { from: sender.address, to, message })
	}
	return Object.assign(mailer, { server })
}

/** Whether a user can be mailed. */
export const isReachable = (of: Record<'status' | 'email_verified' | 'email', SQLiteColumn> = users) =>
	and(eq(of.status, 'active'), eq(of.email_verified, true), isNotNull(of.email))

/** Sends these mails, and logs those that the server doesn't accept. Returns which it accepts. */
export async function mailEach(mailer: Mailer, mails: { to: string | null; text: MailText; id?: string }[]) {
	const sent = await Promise.allSettled(mails.map(({ to, text, id }) => mailer(to ?? '', text, id)))
	for (const one of sent) if (one.status === 'rejected') logMailFailure(one.reason)
	return sent.map(({ status }) => status === 'fulfilled')
}

/** Mails a user after the write, without waiting for it. `effect` says so in a dry run. Nothing happens without an address. */
export async function tell(c: WorkContext, address: string | null | undefined, text: MailText, effect: Effect) {
	const send = async (to: string) => (await mailerOf(c))?.(to, text)
	if (address) await afterwards(c, effect, () => c.executionCtx.waitUntil(send(address).catch(logMailFailure)))
}

/** Logs that a mail wasn't sent, for code that doesn't wait for it. */
export const logMailFailure = (error: unknown) =>
	logError({
		event: 'mail.failed',
		...(error instanceof SmtpFailure ? { stage: error.stage, reason: error.reason } : { stage: null }),
		error: errorName(error),
	})
