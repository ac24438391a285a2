import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { noChange } from '../../db/state.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { apiKeys } from '../api-keys/table.ts'
import { sessions } from '../sign-in/table.ts'
import { lastPlatformAdmin } from './platform-admins.ts'
import { NEEDS_ADDRESS, type UpdateUser } from './schema.ts'
import { users } from './table.ts'

type Change = z.infer<typeof UpdateUser>

/** The assignments of a PATCH. An address that changes is unverified, unless the same call says that it is verified. */
export function assignmentsOf({ email_verified, ...change }: Change) {
	const { email } = change
	const stays =
		email === undefined ? undefined : sql`coalesce(${users.email} = ${email}, 0) AND ${users.email_verified}`
	return { ...noChange(users.locale), ...change, email_verified: email_verified ?? stays }
}

/**
 * Whether the PATCH changes the status. Then logins and keys end, in both directions: one that was made while the suspension
 * was under way must not start to work when the user becomes active again.
 */
export const changesStatus = (user_id: string, { status }: Change): SQL =>
	sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND u.status <> ${status ?? null})`

/** The statements that end the logins of a user and delete its API keys. They do nothing unless `condition` holds. */
export const endAccess = (db: Database['reader'], user_id: string, condition?: SQL) =>
	[
		db
			.update(sessions)
			.set({ ended_at: now() })
			.where(and(eq(sessions.user_id, user_id), isNull(sessions.ended_at), condition)),
		db.delete(apiKeys).where(and(eq(apiKeys.user_id, user_id), condition)),
	] as const

/** Whether the row is consistent after the PATCH: only an address can be verified. */
export const isVerifiable = (user_id: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND u.email IS NULL AND u.email_verified)`

/** Why a PATCH was refused: 404 for an unknown user, 400 for a verification without an address, else 409. */
export async function changeRefusal(db: Database['reader'], user_id: string, { email, email_verified }: Change) {
	const { status } = users
	const [user] = await db.select({ status, email: users.email }).from(users).where(eq(users.id, user_id)).limit(1)
	if (!user || user.status === 'deleted') return notFound('User')
	if (email_verified && email === undefined && user.email === null)
		return invalid([{ path: 'email_verified', message: NEEDS_ADDRESS }])
	return lastPlatformAdmin('suspended')
}
