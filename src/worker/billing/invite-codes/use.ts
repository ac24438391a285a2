import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { type ApiError, type FieldError, invalid } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { must } from '../../ground/http/must.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { users } from '../../tenancy/users/table.ts'
import { CODE_LENGTH } from './own.ts'
import { inviteCodes } from './table.ts'

// A code can be used while it's active, its owner is active, and it has uses left.

/** Turns a typed code (any case, spaces or dashes) into its stored form. */
export const typedCode = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '')

/** The condition for the row of a code that can be used. */
export function usable(code: string): SQL {
	const hasUses = sql`(${inviteCodes.max_uses} = 0 OR ${inviteCodes.use_count} < ${inviteCodes.max_uses})`
	const ownerIsActive = exists(users, allOf(eq(users.id, inviteCodes.user_id), eq(users.status, 'active')))
	return allOf(eq(inviteCodes.code, code), eq(inviteCodes.is_active, true), hasUses, ownerIsActive)
}

/** The statements that use a code once, and refuse the batch if it can't be used. */
export function useCode(c: WorkContext, code: string) {
	const use = c.var.db
		.update(inviteCodes)
		.set({ use_count: sql`${inviteCodes.use_count} + 1` })
		.where(usable(code))
	return [use, ensureChanged(c)] as const
}

/** A 400 that says why the code was refused. */
export async function unusable(db: Database['reader'], code: string): Promise<ApiError> {
	const [found] = await db
		.select({ is_active: inviteCodes.is_active, owner_status: users.status })
		.from(inviteCodes)
		.innerJoin(users, eq(users.id, inviteCodes.user_id))
		.where(eq(inviteCodes.code, code))
		.limit(1)
	if (!found)
		return refused(isCode(code) ? { message: must.known_invite_code } : said('invite_code', { length: CODE_LENGTH }))
	if (!found.is_active || found.owner_status !== 'active') return refused({ message: must.active_invite_code })
	return refused({ message: must.unused_invite_code })
}

const isCode = (code: string) => /^[A-Z0-9]+$/.test(code) && code.length === CODE_LENGTH

const refused = (wrong: Omit<FieldError, 'path'>) => invalid([{ path: 'invite_code', ...wrong }])
