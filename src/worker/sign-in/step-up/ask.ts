import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { isRecentProof, PROOF_TTL_MS } from '../../ground/http/access.ts'
import { type ApiError, unauthorized } from '../../ground/http/errors.ts'
import { write } from '../../ground/write/write.ts'
import type { Stake, UserPrincipal } from '../../principal.ts'
import { methodsIn, methodsOf } from '../../tenancy/users/factors.ts'
import { newChallenge } from '../challenges/challenge.ts'
import { passkeyDetails, selectKnown } from '../passkeys/options.ts'
import type { Asked } from '../passkeys/relying-party.ts'
import { authenticatedAt, sessions } from '../sessions/table.ts'

/**
 * The 401 that asks a user to prove who they are, with a challenge to answer at `POST /v1/auth/step-up` (RFC 9470). Whom a connection
 * signed in has nothing to prove here: they sign in through it again. Undefined if
 * they did so lately, and after `since`, on an isolate that this one hasn't heard from.
 */
export async function askForProof(
	c: WorkContext & Asked,
	{ user_id, session_id, connection_id }: UserPrincipal,
	stake: Stake,
	since: string,
): Promise<ApiError | undefined> {
	const { db } = c.var
	const { challenge, statements } = newChallenge(c, 'step_up', { user_id, session_id })
	const { read, known } = await write(
		c,
		{
			read: db
				.select({ authenticated_at: authenticatedAt, methods: methodsOf(user_id).as('methods') })
				.from(sessions)
				.where(eq(sessions.id, session_id))
				.limit(1),
			known: selectKnown(db, user_id),
			statements,
		},
		{ response: { none: 'A challenge is a refusal' } },
	)
	if (read[0] && isRecentProof(read[0], stake) && read[0].authenticated_at > since) return undefined
	const factors = methodsIn(read[0]?.methods ?? '')
	const methods = factors.length > 0 ? factors : ['password']
	const details =
		connection_id === null
			? { challenge, methods, ...passkeyDetails(c, challenge, known) }
			: { connection_id, methods: ['sign_in'] }
	const max_age = PROOF_TTL_MS[stake] / 1000
	return unauthorized('auth.step_up', details, `Bearer error="insufficient_user_authentication", max_age=${max_age}`)
}
