import { and, eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { named } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { isAddressProved, NO_ADDRESS } from '../../tenancy/users/visible.ts'

/** The query for the account that has an address that they haven't verified, active or not. */
export const unverifiedHolderOf = (db: Database['reader'], address: string | undefined) =>
	db
		.select({ user_id: users.id })
		.from(users)
		.where(and(named(address ?? '@'), sql`NOT ${isAddressProved}`))
		.limit(1)

/**
 * The statements that take an address from the account that has it unverified, notify them, and leave an audit row. Anyone who verified its domain
 * says whose it is, and the holder only said so.
 */
export function takeAddress(c: WorkContext, address: string, holder: { user_id: string } | undefined): Statement[] {
	if (!holder) return []
	const { db } = c.var
	const { user_id } = holder
	const isUnverified = and(eq(users.id, user_id), named(address), sql`NOT ${isAddressProved}`)
	const entry = auditRow(c, { action: 'users.release_email', target: users, target_id: user_id })
	const told = notifyUser(db, {
		user_id,
		org_id: null,
		code: 'email_taken',
		values: { email: address },
		about: { email: address },
		when: sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isUnverified})`,
	})
	return [...entry.leading, told, db.update(users).set(NO_ADDRESS).where(isUnverified), ...entry.trailing]
}
