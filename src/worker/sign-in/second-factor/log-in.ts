import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { ensure } from '../../ground/write/guards.ts'
import { signsInByPassword } from '../../tenancy/users/factors.ts'
import { users } from '../../tenancy/users/table.ts'
import { findChallenge, notAChallenge, useChallenge } from '../challenges/challenge.ts'
import { beginSession, candidatesOf } from '../sessions/begin.ts'
import { type Begun, refuseRisk } from '../sessions/session.ts'
import { deviceOf } from '../throttle/device.ts'
import { limitsOf } from '../throttle/failures.ts'
import { prove } from './proofs.ts'
import type { SecondFactor } from './schema.ts'

/**
 * Starts the session of a user who gave their password and now proves their second factor. Errors: 400 for a challenge that
 * can't be answered, 403 for a request that is too risky, 429 after too many failures, 400 for a wrong answer, and what
 * `beginSession` throws.
 */
export async function logInWithFactor(c: Context<App>, body: z.infer<typeof SecondFactor>): Promise<Begun> {
	const { challenge, org_id: wanted, ...answer } = body
	const { user_id } = await findChallenge(c, challenge, 'second_factor')
	const candidates = await candidatesOf(c, eq(users.id, user_id ?? ''))
	const [user] = candidates
	if (user?.status !== 'active') throw notAChallenge()
	// Where the password doesn't sign in, it does so with a recovery code.
	if (!user.password_sign_in && answer.recovery_code === undefined) throw notAChallenge()
	refuseRisk(c, user)
	const guess = { login: user.login, address: c.var.client_address, device: await deviceOf(c) }
	const asked = { user_id: user.user_id, challenge, limits: limitsOf(guess, user) }
	const { factor, guards, refusal } = await prove(c, asked, answer)
	return beginSession(c, {
		candidates,
		wanted,
		factor,
		guards: [
			...useChallenge(c, challenge, 'second_factor'),
			...(user.password_sign_in ? [ensure(c, signsInByPassword(user.user_id))] : []),
			...guards,
		],
		refusal: async () => {
			await findChallenge(c, challenge, 'second_factor')
			return refusal()
		},
	})
}
