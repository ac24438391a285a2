import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { noChange } from '../../ground/db/state.ts'
import { invalid, notFound } from '../../ground/http/errors.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { tell } from '../../messages/email/mailer.ts'
import { operatorActed } from '../../messages/notices/operator-acted.ts'
import { endLogins } from '../../sign-in/challenges/challenge.ts'
import type { Kept } from '../../sign-in/identities/confirm.ts'
import { scimUsers } from '../../sign-in/identities/table.ts'
import { ADDRESS_CHANGED } from '../../sign-in/recovery/mails.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import { orgsOf } from '../../tenancy/orgs/access.ts'
import { takenField } from '../../tenancy/users/fields.ts'
import { renamed } from '../../tenancy/users/names.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { present, userColumns } from '../../tenancy/users/visible.ts'
import { losing } from '../leaving/tell.ts'
import { NEEDS_ADDRESS, type UpdateUser } from './schema.ts'

type Change = Omit<z.infer<typeof UpdateUser>, 'keep_connections'>

/**
 * Changes a user and returns the record with the user's orgs, which are part of its `ETag`. Errors: 404 for an unknown user, 400
 * for a verification without an address, 409 for a taken name or address and for suspending the last platform admin.
 */
export async function changeUser(c: WorkContext, user_id: string, change: Change, kept: Kept) {
	const { db } = c.var
	const changed = db
		.update(users)
		.set(assignmentsOf(change, c.var.principal?.user_id === user_id ? 'user' : 'operator'))
		.where(present(user_id))
		.returning(userColumns)
	const results = await write(
		c,
		{
			inReach: ensureInReach(c, user_id),
			before: db.select({ email: users.email }).from(users).where(eq(users.id, user_id)).limit(1),
			...(change.email !== undefined &&
				operatorActed(c, user_id, {
					action: 'users.update',
					code: 'email_set',
					when: sql`EXISTS (SELECT 1 FROM users o WHERE o.id = ${user_id} AND o.email IS NOT ${change.email})`,
				})),
			keepsAdmin: change.status === 'suspended' && ensure(c, keepsPlatformAdmin(user_id)),
			access: endAccess(db, user_id, changesStatus(user_id, change)),
			users: change.status === 'suspended' ? losing(changed) : changed,
			found: ensureChanged(c),
			renamed: renamed(db, user_id, change),
			kept: kept.statements,
			decided: change.status === 'suspended' && overruled(db, user_id),
			verifiable: ensure(c, isVerifiable(user_id)),
			memberOf: orgsOf(db, user_id),
		},
		{
			audit: { action: 'users.update', target: users, target_id: user_id },
			duplicate: takenField,
			otherwise: async () =>
				(await outOfReach(c, user_id)) ?? (await kept.refusal()) ?? changeRefusal(db, user_id, change),
		},
	)
	const old = results.before[0]?.email
	if (change.email !== undefined && old !== change.email)
		await tell(c, old, ADDRESS_CHANGED, { code: 'mails_users_old_address', values: {} })
	return { user: results.users[0], memberOf: results.memberOf }
}

/**
 * The statements that take a suspension out of the hands of the platform's directories. One that suspended the user itself could bring
 * them back, although an operator decided since.
 */
const overruled = (db: Database['reader'], user_id: string) => {
	const isOf = (
		state: 'inactive' | 'deleted',
	) => sql`${scimUsers.user_id} = ${user_id} AND ${scimUsers.state} = ${state}
		AND EXISTS (SELECT 1 FROM oidc_connections o WHERE o.id = ${scimUsers.connection_id} AND o.org_id IS NULL)`
	return [
		db.update(scimUsers).set({ state: 'active' }).where(isOf('inactive')),
		db.delete(scimUsers).where(isOf('deleted')),
	] as const
}

/** The statements that end a user's sessions and unfinished logins, and delete their API keys. They do nothing unless `condition` holds. */
export const endAccess = (db: Database['reader'], user_id: string, condition?: SQL) =>
	[
		db
			.update(sessions)
			.set({ ended_at: now() })
			.where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at), condition)),
		endLogins(db, user_id, condition),
		db.delete(apiKeys).where(and(eq(apiKeys.user_id, user_id), condition)),
	] as const

/**
 * The assignments of a PATCH. A new address is unverified unless the same call says that it is verified, which proves it by an operator.
 * `by` says who changes it.
 */
export function assignmentsOf({ email_verified, ...change }: Change, by: 'user' | 'operator') {
	const { email } = change
	const isSame = email === undefined ? sql`1` : sql`coalesce(${users.email} = ${email}, 0)`
	const stays = sql`${isSame} AND ${users.email_verified}`
	const ticked = email_verified === true ? 'operator' : null
	const isTouched = email !== undefined || email_verified !== undefined
	return {
		...noChange(users.locale),
		...change,
		...(isTouched && {
			email_verified: email_verified ?? sql`${stays}`,
			email_proved_by: sql`iif(${Number(email_verified !== false)} AND ${stays}, ${users.email_proved_by}, ${ticked})`,
			email_set_by_operator: sql`iif(${isSame}, ${users.email_set_by_operator}, ${Number(by === 'operator' && email !== null)})`,
		}),
	}
}

/**
 * Whether the PATCH changes the status. Then sessions and keys end, in both directions: one that was created while the
 * suspension was running must not start to work when the user becomes active again.
 */
const changesStatus = (user_id: string, { status }: Change): SQL =>
	sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND u.status <> ${status ?? null})`

/** Whether the row is consistent after the PATCH: only an address can be verified. */
const isVerifiable = (user_id: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND u.email IS NULL AND u.email_verified)`

async function changeRefusal(db: Database['reader'], user_id: string, { email, email_verified }: Change) {
	const { status } = users
	const [user] = await db.select({ status, email: users.email }).from(users).where(eq(users.id, user_id)).limit(1)
	if (!user || user.status === 'deleted') return notFound('User')
	if (email_verified && email === undefined && user.email === null)
		return invalid([{ path: 'email_verified', message: NEEDS_ADDRESS }])
	return lastPlatformAdmin()
}
