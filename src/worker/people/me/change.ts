import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedInUser } from '../../context.ts'
import { type ApiError, unauthorized } from '../../ground/http/errors.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { tell } from '../../messages/email/mailer.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { endLogins } from '../../sign-in/challenges/challenge.ts'
import { lastWay } from '../../sign-in/passkeys/my-passkeys.ts'
import { requirePassword } from '../../sign-in/recovery/current-password.ts'
import { ADDRESS_CHANGED } from '../../sign-in/recovery/mails.ts'
import { reservedField } from '../../sign-in/sessions/accounts.ts'
import { byAccount, countedRequests, countRequest, tooManyRequests } from '../../sign-in/throttle/requests.ts'
import { takenField } from '../../tenancy/users/fields.ts'
import { renamed } from '../../tenancy/users/names.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { canDoWithoutPassword } from '../../tenancy/users/ways-in.ts'
import { assignmentsOf } from '../users/change.ts'
import { selectMe } from './read.ts'
import type { UpdateMe } from './schema.ts'

interface Proof {
	guards: readonly Statement[]
	refusal: () => Promise<ApiError | undefined>
}

/** A password costs a hash, and a change a mail to the old address. So a user may ask for ten in an hour, right or wrong. */
const changesOf = (user_id: string) => [byAccount('address change', user_id, 10)]

/** What a change of the address takes: the password, or the recent proof that the route has asked for. */
async function proofOf(c: Context<SignedInUser>, password: string | undefined): Promise<Proof> {
	const { db, principal } = c.var
	const { user_id } = principal
	const limits = changesOf(user_id)
	if (password !== undefined) return requirePassword(c, { user_id, password, path: 'password', limits })
	const refusal = async () => tooManyRequests(c.env, limits, await countedRequests(db, limits))
	return { guards: countRequest(c, limits), refusal }
}

/**
 * Changes the caller's own record and returns the rows of `selectMe`. Throws 409 for a taken name or address and for the last way
 * in, and what `requirePassword` throws for a wrong password.
 */
export async function changeMe(
	c: Context<SignedInUser>,
	{ password, password_sign_in, ...change }: z.infer<typeof UpdateMe>,
) {
	const { db, principal } = c.var
	const { user_id } = principal
	const { email } = change
	const proof = email === undefined ? undefined : await proofOf(c, password)
	const reserved = reservedField(c, change)
	const results = await write(
		c,
		{
			hasAdmin: reserved && ensureExists(c, platformAdmins, sql`1`),
			guards: proof?.guards,
			before: db.select({ email: users.email }).from(users).where(eq(users.id, user_id)).limit(1),
			told: email !== undefined && addressChanged(c, email),
			keepsAWayIn: password_sign_in === false && ensure(c, mayGoWithout(user_id)),
			toldOfSwitch: password_sign_in !== undefined && passwordSwitched(c, password_sign_in),
			changed: db
				.update(users)
				.set({ ...assignmentsOf(change, 'user'), ...(password_sign_in !== undefined && { password_sign_in }) })
				.where(present(user_id)),
			found: ensureChanged(c),
			renamed: renamed(db, user_id, change),
			logins: password_sign_in === false && endLogins(db, user_id),
			me: selectMe(c, principal),
		},
		{
			audit: { action: 'users.update', target: users, target_id: user_id },
			duplicate: takenField,
			otherwise: () => refusal(c, reserved, password_sign_in === false, proof),
		},
	)
	const old = results.before[0]?.email
	if (email !== undefined && old && old !== email)
		await tell(c, old, ADDRESS_CHANGED, { code: 'mails_old_address', values: {} })
	return results.me
}

/** Whether password sign-in is off already, or can be. */
const mayGoWithout = (user_id: string) =>
	sql`(${canDoWithoutPassword(user_id)} OR EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND NOT u.password_sign_in))`

async function refusal(
	{ var: { db, principal } }: Context<SignedInUser>,
	reserved: string | undefined,
	switchesOff: boolean,
	proof: Proof | undefined,
) {
	const [admin] = reserved ? await db.select().from(platformAdmins).limit(1) : [true]
	if (reserved && !admin) return takenField(reserved)
	if (switchesOff) {
		const { may } = await db.get<{ may: number }>(sql`SELECT ${mayGoWithout(principal.user_id)} AS may`)
		if (may !== 1) return lastWay('Add two passkeys first, or one and recovery codes.')
	}
	return (await proof?.refusal()) ?? unauthorized()
}

/** The statement that notifies the caller, unless they already have this address. */
const addressChanged = ({ var: { db, principal } }: Context<SignedInUser>, email: string | null) =>
	notifyUser(db, {
		user_id: principal.user_id,
		org_id: null,
		code: 'email_changed',
		when: sql`u.email IS NOT ${email}`,
	})

/** The statement that notifies the caller, unless password sign-in was like this before. */
const passwordSwitched = ({ var: { db, principal } }: Context<SignedInUser>, isOn: boolean) =>
	notifyUser(db, {
		user_id: principal.user_id,
		org_id: null,
		code: isOn ? 'password_sign_in_on' : 'password_sign_in_off',
		when: sql`u.password_sign_in <> ${isOn ? 1 : 0}`,
	})
