import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedInUser } from '../../context.ts'
import { unauthorized } from '../../http/errors.ts'
import { logMailFailure, mailerOf } from '../../messages/email/mailer.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { takenField } from '../../tenancy/users/fields.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { afterwards } from '../../write/afterwards.ts'
import { ensureChanged, ensureExists } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { requirePassword } from '../recovery/current-password.ts'
import { ADDRESS_CHANGED } from '../recovery/mails.ts'
import { reservedField } from '../sign-in/accounts.ts'
import { byAccount } from '../throttle/requests.ts'
import { assignmentsOf } from '../users/change.ts'
import { selectMe } from './read.ts'
import type { UpdateMe } from './schema.ts'

type Proof = Awaited<ReturnType<typeof requirePassword>>

/** The password costs a hash, so a user may ask for ten changes in an hour, right or wrong. */
const changesOf = (user_id: string) => [byAccount('address change', user_id, 10)]

/**
 * Changes the caller's own record and returns the rows of `selectMe`. Throws 409 for a taken name or address, and what
 * `requirePassword` throws when the address changes.
 */
export async function changeMe(c: Context<SignedInUser>, { password = '', ...change }: z.infer<typeof UpdateMe>) {
	const { db, principal } = c.var
	const { user_id } = principal
	const { email } = change
	const proof =
		email === undefined
			? undefined
			: await requirePassword(c, { user_id, password, path: 'password', limits: changesOf(user_id) })
	const reserved = reservedField(c, change)
	const results = await write(
		c,
		{
			hasAdmin: reserved && ensureExists(c, platformAdmins, sql`1`),
			guards: proof?.guards,
			before: db.select({ email: users.email }).from(users).where(eq(users.id, user_id)).limit(1),
			told: email !== undefined && addressChanged(c, email),
			changed: db.update(users).set(assignmentsOf(change)).where(present(user_id)),
			found: ensureChanged(c),
			me: selectMe(c, principal),
		},
		{
			audit: { action: 'users.update', target: users, target_id: user_id },
			duplicate: takenField,
			otherwise: () => refusal(c, reserved, proof),
		},
	)
	const old = results.before[0]?.email
	if (email !== undefined && old && old !== email)
		await afterwards(c, 'Sends a mail to your old address.', () =>
			c.executionCtx.waitUntil(mailTo(c, old).catch(logMailFailure)),
		)
	return results.me
}

async function refusal({ var: { db } }: Context<SignedInUser>, reserved: string | undefined, proof: Proof | undefined) {
	const [admin] = reserved ? await db.select().from(platformAdmins).limit(1) : [true]
	if (reserved && !admin) return takenField(reserved)
	return (await proof?.refusal()) ?? unauthorized()
}

/** The statement that notifies the caller, unless they already have this address. */
const addressChanged = ({ var: { db, principal } }: Context<SignedInUser>, email: string | null) =>
	notifyUser(db, {
		user_id: principal.user_id,
		org_id: null,
		type: 'security.email_changed',
		title: 'Your e-mail address was changed',
		body: "If that wasn't you, change your password, end all sessions, and set your address again.",
		payload: {},
		when: sql`u.email IS NOT ${email}`,
	})

async function mailTo(c: Context<SignedInUser>, address: string): Promise<void> {
	const mailer = await mailerOf(c)
	if (mailer) await mailer(address, ADDRESS_CHANGED)
}
