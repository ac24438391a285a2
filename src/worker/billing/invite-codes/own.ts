import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, happenedWithin, newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { rateLimited, unavailable } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { symbols } from '../redemption-codes/code.ts'
import { inviteCodes } from './table.ts'
import { codeJson, codesWithOwner } from './with-owner.ts'

// Users get a code when they first ask for one, and can replace it once in 24 hours.

export const CODE_LENGTH = 8
const COOLDOWN_MS = DAY_MS

const { seq, id, user_id, is_active, reset_at } = inviteCodes

const activeOf = (owner: string) => allOf(eq(user_id, owner), eq(is_active, true))

const newestOf = (db: Database['reader'], owner: string) =>
	codesWithOwner(db, activeOf(owner)).orderBy(desc(seq)).limit(1)

const newCode = (c: WorkContext, owner: string, created_at: string, reset_at: string | null) => ({
	id: newId('inv'),
	user_id: owner,
	code: symbols(CODE_LENGTH, c),
	reset_at,
	created_at,
})

// There are two possible causes: the new code already exists (one case in 10^12), or an admin deactivated it right away.
const tryAgain = () => unavailable('invite_codes.try_again', 1)

/** A user's newest active code. Creates one if none is active. Error: 503 if that fails by chance. */
export async function ownCode(c: WorkContext, owner: string) {
	const { db } = c.var
	const [known] = await newestOf(db, owner)
	if (known) return known
	const code = newCode(c, owner, now(), null)
	// If calls run in parallel, one creates the code and all of them read it.
	await tryWrite(
		c,
		{ none: ensure(c, sql`NOT ${exists(inviteCodes, activeOf(owner))}`), code: db.insert(inviteCodes).values(code) },
		{ audit: { action: 'invite_codes.create', target: inviteCodes, target_id: code.id } },
	)
	const [made] = await newestOf(db, owner)
	if (!made) throw tryAgain()
	return made
}

/** Replaces a user's active codes with a new one and returns it. Error: 429 within 24 hours of the last time. */
export async function resetCode(c: WorkContext, owner: string) {
	const { db } = c.var
	const at = now()
	const code = newCode(c, owner, at, at)
	const { made } = await write(
		c,
		{
			rested: ensure(c, sql`NOT coalesce(${happenedWithin(lastReset(owner), COOLDOWN_MS)}, 0)`),
			deactivated: db.update(inviteCodes).set({ is_active: false }).where(activeOf(owner)),
			code: db.insert(inviteCodes).values(code),
			made: codesWithOwner(db, eq(id, code.id)).limit(1),
		},
		{
			// The previous state shows which code was replaced.
			audit: {
				action: 'invite_codes.reset',
				target: inviteCodes,
				target_id: code.id,
				where: sql`${seq} = (SELECT max(${seq}) FROM ${inviteCodes} WHERE ${activeOf(owner)})`,
			},
			response: { status: 200, body: codeJson(eq(id, code.id)) },
			duplicate: tryAgain,
			otherwise: () => coolingDown(c, owner),
		},
	)
	return made[0]
}

async function coolingDown({ var: { db } }: WorkContext, owner: string) {
	const { last } = await db.get<{ last: string }>(sql`SELECT ${lastReset(owner)} AS last`)
	const reopens = Date.parse(last) + COOLDOWN_MS
	const retry_at = new Date(reopens).toISOString()
	return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'invite_codes.reset_cooldown', { retry_at })
}

// Later resets have higher row numbers, so this reads a single row no matter how many codes the user had.
const lastReset = (owner: string) =>
	sql`(SELECT ${reset_at} FROM ${inviteCodes} WHERE ${and(eq(user_id, owner), isNotNull(reset_at))} ORDER BY ${seq} DESC LIMIT 1)`
