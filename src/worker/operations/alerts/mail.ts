import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, hasCome } from '../../ground/db/columns.ts'
import { write } from '../../ground/write/write.ts'
import { isReachable, logMailFailure, mailEach, mailerOf } from '../../messages/email/mailer.ts'
import { utc } from '../../messages/email/message.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { alerts } from './table.ts'
import { titleOf } from './texts.ts'

/** A mail that nobody's server accepted is sent again after this. A claim whose holder died lapses, too. */
const AGAIN_MS = 5 * 60_000

/** Mails what changed to the platform admins with a verified address: one mail for all changes of a tick. */
export async function mailAlerts(c: WorkContext): Promise<void> {
	const changes = await claim(c)
	if (changes.length === 0) return
	const [{ mail_at: until }] = changes as [(typeof changes)[number]]
	try {
		const mailer = await mailerOf(c)
		const text = textOf(changes)
		const sent = mailer
			? await mailEach(
					mailer,
					(await recipients(c)).map(({ to }) => ({ to, text })),
				)
			: []
		if (sent.length > 0 && !sent.includes(true)) return
	} catch (error) {
		return logMailFailure(error)
	}
	await write(c, {
		done: c.var.db
			.update(alerts)
			.set({ mail_at: null })
			.where(eq(alerts.mail_at, until ?? '')),
	})
}

const isWaiting = () => hasCome(alerts.mail_at, AGAIN_MS)

/** Takes every change that waits for its mail. No concurrent tick gets the same ones. */
async function claim(c: WorkContext) {
	const { db } = c.var
	const [waiting] = await db.select({ id: alerts.id }).from(alerts).where(isWaiting()).limit(1)
	if (!waiting) return []
	const { claimed } = await write(c, {
		claimed: db
			.update(alerts)
			.set({ mail_at: fromNow(AGAIN_MS) })
			.where(isWaiting())
			.returning(),
	})
	return claimed
}

function recipients({ var: { db } }: WorkContext) {
	return db
		.select({ to: users.email })
		.from(platformAdmins)
		.innerJoin(users, eq(users.id, platformAdmins.user_id))
		.where(isReachable())
		.limit(50)
}

type Change = typeof alerts.$inferSelect

function textOf(changes: Change[]) {
	const lines = changes.map(({ name, message, opened_at, ended_at }) =>
		ended_at === null
			? `${message}\nAlert ${name}, open since ${utc(opened_at)}.`
			: `${message}\nThis is over. Alert ${name}, open since ${utc(opened_at)}, ended at ${utc(ended_at)}.`,
	)
	const open = changes.filter(({ ended_at }) => ended_at === null)
	const titles = [...new Set((open.length > 0 ? open : changes).map(({ name }) => titleOf(name)))].join(', ')
	const subject = `${open.length > 0 ? 'Plinth alert' : 'Plinth alert ended'}: ${titles}`
	return { subject: subject.slice(0, 200), text: lines.join('\n\n') }
}
