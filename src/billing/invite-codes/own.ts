import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { attempt, commit } from '../../write/commit.ts'
import { fromNow, newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import { rateLimited, unavailable } from '../../http/errors.ts'
import { users } from '../../identity/users/table.ts'
import { isOwner, shown, shownCodes } from './shown.ts'
import { symbols } from './symbols.ts'
import { inviteCodes } from './table.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'

// Every user has a code of its own from the moment it asks for one, and may trade it for another once in 24 hours.

const CODE_LENGTH = 8
const COOLDOWN_MS = 86_400_000

const { seq, id, user_id, is_active, reset_at } = inviteCodes

const activeOf = (owner: string) => allOf(eq(user_id, owner), eq(is_active, true))

const newestOf = (db: Database['reader'], owner: string) => shownCodes(db, activeOf(owner)).orderBy(desc(seq)).limit(1)

const newCode = (owner: string, created_at: string, reset_at: string | null) => ({
	id: newId('inv'),
	user_id: owner,
	code: symbols(CODE_LENGTH),
	reset_at,
	created_at,
})

// Only a code that is there already, one in 10^12, or a code that is deactivated as it is made, comes to this.
const tryAgain = () => unavailable('invite_codes.try_again', 1)

/** The newest active code of the user, who gets one when none is active. */
export async function ownCode(c: WorkContext, owner: string) {
	const [known] = await newestOf(c.var.db, owner)
	if (known) return known
	const code = newCode(owner, now(), null)
	const none = sql`NOT EXISTS (SELECT 1 FROM ${inviteCodes} WHERE ${activeOf(owner)})`
	// Of parallel calls one makes the code, and all read it.
	await attempt(c, [ensure(c, none), c.var.db.insert(inviteCodes).values(code)], {
		audit: { action: 'invite_codes.create', target: inviteCodes, target_id: code.id },
	})
	const [made] = await newestOf(c.var.db, owner)
	if (!made) throw tryAgain()
	return made
}

/** Gives the user a new code in place of those that are active; 429 within 24 hours of the last time. */
export async function resetCode(c: WorkContext, owner: string) {
	const at = now()
	const code = newCode(owner, at, at)
	const rested = sql`coalesce(${lastReset(owner)}, '') <= ${fromNow(-COOLDOWN_MS)}`
	const deactivate = c.var.db.update(inviteCodes).set({ is_active: false }).where(activeOf(owner))
	const [, , , [made]] = await commit(
		c,
		[
			ensure(c, rested),
			deactivate,
			c.var.db.insert(inviteCodes).values(code),
			shownCodes(c.var.db, eq(id, code.id)).limit(1),
		],
		{
			// Which code was replaced is told by the state before.
			audit: {
				action: 'invite_codes.reset',
				target: inviteCodes,
				target_id: code.id,
				where: sql`${seq} = (SELECT max(${seq}) FROM ${inviteCodes} WHERE ${activeOf(owner)})`,
			},
			answer: { status: 200, body: asJson(eq(id, code.id)) },
			duplicate: tryAgain,
			otherwise: async () => {
				const { last } = await c.var.db.get<{ last: string }>(sql`SELECT ${lastReset(owner)} AS last`)
				const left = Date.parse(last) + COOLDOWN_MS - Date.now()
				return rateLimited(Math.max(1, Math.ceil(left / 1000)), 'invite_codes.reset_cooldown')
			},
		},
	)
	return made
}

// Later resets have higher row numbers, so that one row is read, however many codes there have been.
const lastReset = (owner: string) =>
	sql`(SELECT ${reset_at} FROM ${inviteCodes} WHERE ${and(eq(user_id, owner), isNotNull(reset_at))} ORDER BY ${seq} DESC LIMIT 1)`

const asJson = (where: SQL) =>
	sql`(SELECT ${jsonObject(shown)} FROM ${inviteCodes} JOIN ${users} ON ${isOwner} WHERE ${where})`
