import { randomBytes } from 'node:crypto'
import { count, eq, min, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser, WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf } from '../../ground/db/state.ts'
import { conflict } from '../../ground/http/errors.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { hashOf } from '../../keys/auth/tokens.ts'
import { hasFactor } from '../../tenancy/users/factors.ts'
import { recoveryCodes } from './table.ts'

const COUNT = 10
/** Letters and digits that nobody takes for each other. 32 of them, so each is five random bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits in four groups. That many can't be guessed from a hash either. */
const newCode = () =>
	[...randomBytes(16)]
		.map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
		.join('')
		.replaceAll(/.{4}(?=.)/g, '$&-')

/** What we store of a code, in which nobody finds two users with the same one. */
const codeHash = (user_id: string, code: string) => hashOf(`recovery code of ${user_id} ${code.replaceAll('-', '')}`)

const ofUser = (user_id: string) => eq(recoveryCodes.user_id, user_id)
const isCode = (user_id: string, code: string) =>
	allOf(ofUser(user_id), eq(recoveryCodes.code_hash, codeHash(user_id, code)))

export const selectCode = (db: Database['reader'], user_id: string, code: string) =>
	db.select({ created_at: recoveryCodes.created_at }).from(recoveryCodes).where(isCode(user_id, code)).limit(1)

/** The statements that use up a code, and refuse the batch if another request did. */
export const useCode = (c: WorkContext, user_id: string, code: string) =>
	[c.var.db.delete(recoveryCodes).where(isCode(user_id, code)), ensureChanged(c)] as const

export const deleteCodes = (db: Database['reader'], user_id: string) => db.delete(recoveryCodes).where(ofUser(user_id))

/** The statement that deletes the codes of a user who has no factor left for them to replace. */
export const deleteIdleCodes = (db: Database['reader'], user_id: string) =>
	db.delete(recoveryCodes).where(allOf(ofUser(user_id), sql`NOT ${hasFactor(user_id)}`))

/** How many codes of a user are unused, and when they were made. */
export async function codesLeft({ var: { db } }: WorkContext, user_id: string) {
	const columns = { left: count(), created_at: min(recoveryCodes.created_at).as('created_at') }
	const [row] = await db.select(columns).from(recoveryCodes).where(ofUser(user_id))
	return row ?? { left: 0, created_at: null }
}

const stateOfCodes = (user_id: string) =>
	sql`(SELECT json_object('user_id', ${user_id}, 'left', (SELECT count(*) FROM recovery_codes r WHERE r.user_id = ${user_id})))`

/** Makes ten codes in place of the ones before. Throws 409 for a user without a factor, because the codes would replace none. */
export async function makeCodes(c: Context<SignedInUser>) {
	const { db, principal } = c.var
	const { user_id } = principal
	const created_at = now()
	const codes = Array.from({ length: COUNT }, newCode)
	await write(
		c,
		{
			hasFactor: ensure(c, hasFactor(user_id)),
			older: deleteCodes(db, user_id),
			codes: db
				.insert(recoveryCodes)
				.values(codes.map((code) => ({ user_id, code_hash: codeHash(user_id, code), created_at }))),
		},
		{
			audit: {
				action: 'recovery_codes.create',
				target: recoveryCodes,
				target_id: user_id,
				state: stateOfCodes(user_id),
			},
			response: { none: 'Codes are shown once' },
			otherwise: conflict('recovery_codes.no_factor'),
		},
	)
	return { codes, created_at }
}
