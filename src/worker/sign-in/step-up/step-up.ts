import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedInUser } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { PROOF_TTL_MS } from '../../ground/http/access.ts'
import { ApiError, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { hasFactor } from '../../tenancy/users/factors.ts'
import { countFailure, findChallenge, notAChallenge, useChallenge } from '../challenges/challenge.ts'
import { requirePassword } from '../recovery/current-password.ts'
import { type Proof, prove } from '../second-factor/proofs.ts'
import { type Factor, sessions } from '../sessions/table.ts'
import { ofOldPassword } from '../throttle/failures.ts'
import { byAccount } from '../throttle/requests.ts'
import type { StepUp } from './schema.ts'

/** A proof every ten minutes is six an hour; the rest is for mistyping. */
const proofsOf = (user_id: string) => [byAccount('step-up', user_id, 20)]

/**
 * Renews the proof of the caller's session. Throws 400 for a challenge that isn't this session's or can no longer be answered,
 * and what `requirePassword` and `prove` throw.
 */
export async function stepUp(c: Context<SignedInUser>, body: z.infer<typeof StepUp>) {
	const { challenge } = body
	const { db, principal } = c.var
	const { session_id } = principal
	const made = await findChallenge(c, challenge, 'step_up')
	if (made.session_id !== session_id) throw notAChallenge()
	const proof = await proofOf(c, body)
	const authenticated_at = now()
	const isLive = and(eq(sessions.id, session_id), isNull(sessions.ended_at))
	await write(
		c,
		{
			used: useChallenge(c, challenge, 'step_up'),
			guards: proof.guards,
			renewed: db
				.update(sessions)
				.set({ authenticated_at, ...(proof.factor && { factor: proof.factor }) })
				.where(isLive),
			wasLive: ensureChanged(c),
		},
		{
			audit: { action: 'sessions.step_up', target: sessions, target_id: session_id },
			response: { none: 'Repeating it needs a new challenge' },
			otherwise: async () => {
				await findChallenge(c, challenge, 'step_up')
				return proof.refusal()
			},
		},
	)
	forgetPrincipals(c)
	return { authenticated_at, valid_until: new Date(Date.parse(authenticated_at) + PROOF_TTL_MS.power).toISOString() }
}

/** What the caller proves: a second factor, or their password if they have none. */
function proofOf(
	c: Context<SignedInUser>,
	{ challenge, password, ...answer }: z.infer<typeof StepUp>,
): Promise<Omit<Proof, 'factor'> & { factor?: Factor }> {
	const { user_id } = c.var.principal
	return password === undefined
		? prove(c, { user_id, challenge, limits: [ofOldPassword(user_id)] }, answer)
		: byPassword(c, challenge, password)
}

async function byPassword(c: Context<SignedInUser>, challenge: string, password: string) {
	const { user_id } = c.var.principal
	const limits = proofsOf(user_id)
	const proof = await requirePassword(c, { user_id, password, path: 'password', limits }).catch(
		async (error: unknown) => {
			// Only a wrong password is an answer: neither a limit nor a database that fails has looked at it.
			if (error instanceof ApiError && error.status === 400) await countFailure(c, challenge)
			throw error
		},
	)
	return {
		guards: [...proof.guards, ensure(c, sql`NOT ${hasFactor(user_id)}`)],
		refusal: async () => ((await hasOne(c)) ? needsFactor() : proof.refusal()),
	}
}

async function hasOne({ var: { db, principal } }: Context<SignedInUser>) {
	const { has } = await db.get<{ has: number }>(sql`SELECT ${hasFactor(principal.user_id)} AS has`)
	return has === 1
}

const needsFactor = () => invalid([{ path: 'password', message: must.second_factor_instead }])
