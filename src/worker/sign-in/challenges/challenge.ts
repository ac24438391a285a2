import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { PREFIXES } from '../../ground/http/masked.ts'
import { must } from '../../ground/http/must.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { write } from '../../ground/write/write.ts'
import { hashOf } from '../../keys/auth/tokens.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { type PURPOSES, signInChallenges } from './table.ts'

type Purpose = (typeof PURPOSES)[number]

const TTL_MS = 300_000
const MAX_FAILURES = 5

interface Challenged {
	user_id: string | null
	session_id?: string | null
}

/**
 * A challenge of five minutes, and the statements that store its hash. A browser reads it as base64url and writes it again, so it's
 * whole groups of four characters: the prefix and 33 random bytes. It replaces an older one
 * of the same session, so asking again and again stores one row.
 */
export function newChallenge(c: WorkContext, purpose: Purpose, { user_id, session_id = null }: Challenged) {
	const { db } = c.var
	const challenge = PREFIXES.challenge + randomBytes(33).toString('base64url')
	const row = { challenge_hash: hashOf(challenge), purpose, user_id, session_id }
	const stored = { ...row, expires_at: fromNow(TTL_MS), created_at: now() }
	const insert = db.insert(signInChallenges).values(stored)
	if (user_id === null || session_id === null) return { challenge, statements: [insert] as const }
	const isOlder = and(
		eq(signInChallenges.user_id, user_id),
		eq(signInChallenges.purpose, purpose),
		eq(signInChallenges.session_id, session_id),
	)
	return { challenge, statements: [db.delete(signInChallenges).where(isOlder), insert] as const }
}

const isLive = (challenge: string, purpose: Purpose, session_id?: string) =>
	allOf(
		session_id === undefined ? sql`1` : eq(signInChallenges.session_id, session_id),
		eq(signInChallenges.challenge_hash, hashOf(challenge)),
		eq(signInChallenges.purpose, purpose),
		gt(signInChallenges.expires_at, now()),
		lt(signInChallenges.failures, MAX_FAILURES),
	)

/** Whom a challenge that can still be answered was made for. Throws a 400 for any other. */
export async function findChallenge({ var: { db } }: WorkContext, challenge: string, purpose: Purpose) {
	const { user_id, session_id } = signInChallenges
	const [row] = await db
		.select({ user_id, session_id })
		.from(signInChallenges)
		.where(isLive(challenge, purpose))
		.limit(1)
	if (!row) throw notAChallenge()
	return row
}

/**
 * The statements that use up a challenge, or one that was made for this session. They refuse the batch if it was answered, or is
 * expired.
 */
export const useChallenge = (c: WorkContext, challenge: string, purpose: Purpose, session_id?: string) =>
	[c.var.db.delete(signInChallenges).where(isLive(challenge, purpose, session_id)), ensureChanged(c)] as const

/**
 * Counts a wrong answer. After the fifth one the challenge can no longer be answered, and `user_id`, whose second factor it asked
 * for, gets a notice.
 */
export async function countFailure(c: WorkContext, challenge: string, user_id?: string): Promise<void> {
	const isIt = eq(signInChallenges.challenge_hash, hashOf(challenge))
	const failed = c.var.db
		.update(signInChallenges)
		.set({ failures: sql`${signInChallenges.failures} + 1` })
		.where(isIt)
	const told =
		user_id !== undefined &&
		notifyUser(c.var.db, {
			user_id,
			org_id: null,
			code: 'second_factor_failed',
			when: exists(signInChallenges, allOf(isIt, eq(signInChallenges.failures, MAX_FAILURES))),
		})
	await write(c, { failed, told }, { response: { none: 'A wrong answer is a refusal' } })
}

/** The statement that ends the logins of a user that wait for a second factor. Their password no longer counts. */
export const endLogins = (db: Database['reader'], user_id: string, condition?: SQL) =>
	db
		.delete(signInChallenges)
		.where(and(eq(signInChallenges.user_id, user_id), eq(signInChallenges.purpose, 'second_factor'), condition))

/** The 400 for a challenge that is unknown, answered, expired, or was answered wrongly five times. It doesn't say which. */
export const notAChallenge = () => invalid([{ path: 'challenge', message: must.open_challenge }])

export const RETENTION: Retention[] = [
	{ table: signInChallenges, expired: () => lt(signInChallenges.expires_at, fromNow(0)) },
]
