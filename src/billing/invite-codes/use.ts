import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { type ApiError, invalid } from '../../http/errors.ts'
import { users } from '../../identity/users/table.ts'
import { inviteCodes } from './table.ts'
import { ensureChanged } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'

// A code can be used while it is active, its owner is, and uses are left.

/** A code as it is stored, however it was typed. */
export const typedCode = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '')

/** The statements that use a code once, and refuse the batch when it cannot be used. */
export function useCode(c: WorkContext, code: string) {
	const hasUses = sql`(${inviteCodes.max_uses} = 0 OR ${inviteCodes.use_count} < ${inviteCodes.max_uses})`
	const ownerIsActive = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${inviteCodes.user_id} AND ${users.status} = 'active')`
	const use = c.var.db
		.update(inviteCodes)
		.set({ use_count: sql`${inviteCodes.use_count} + 1` })
		.where(and(eq(inviteCodes.code, code), eq(inviteCodes.is_active, true), hasUses, ownerIsActive))
	return [use, ensureChanged(c)] as const
}

/** The 400 that tells why a code was refused. */
export async function unusable(db: Database['reader'], code: string): Promise<ApiError> {
	const [found] = await db
		.select({ is_active: inviteCodes.is_active, owner_status: users.status })
		.from(inviteCodes)
		.innerJoin(users, eq(users.id, inviteCodes.user_id))
		.where(eq(inviteCodes.code, code))
		.limit(1)
	if (!found) return refused('Is not an invite code')
	if (!found.is_active || found.owner_status !== 'active') return refused('Is no longer active')
	return refused('Is used up')
}

const refused = (message: string) => invalid([{ path: 'invite_code', message }])
