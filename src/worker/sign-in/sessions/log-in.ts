import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { unauthorized } from '../../ground/http/errors.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { methodsIn, signsInByPassword } from '../../tenancy/users/factors.ts'
import { named } from '../../tenancy/users/names.ts'
import { passwordMatches, renewedHash } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import type { Requester } from '../passwords/work.ts'
import { deviceOf } from '../throttle/device.ts'
import {
	ensureNotTooMany,
	type Guess,
	isKnown,
	limitsOf,
	nameOf,
	ownDevice,
	recentFailures,
	recordFailure,
	refuseTooMany,
	tooManyOr,
} from '../throttle/failures.ts'
import { allow, byDevice } from '../throttle/requests.ts'
import { bootstrapAdmin, isBootstrap } from './accounts.ts'
import { beginSession, candidatesOf } from './begin.ts'
import type { LogIn } from './schema.ts'
import { type Begun, refuseRisk } from './session.ts'

type Credentials = z.infer<typeof LogIn>

/**
 * Checks the credentials and starts a session. Errors, in this order: 429 after too many failures or logins, 503 while too many
 * passwords wait to be checked, 403 for a request that is too risky, 401 for wrong credentials, 401 for a user with a second
 * factor, and what `beginSession` throws.
 */
export async function logIn(c: Context<App>, credentials: Credentials): Promise<Begun> {
	const { db } = c.var
	const { candidates, limits, guess } = await candidatesFor(c, credentials)
	const [found] = candidates
	const device = ownDevice(guess, found)
	if (device) await allow(c, [byDevice(device)])
	const matches = await passwordMatches(
		c.env,
		requesterOf(guess, found),
		credentials.password,
		found?.password_hash || undefined,
	)
	// Where the password doesn't sign in, a right one is refused like a wrong one, and takes as long. Only with a recovery code it does,
	// for somebody who has lost their passkeys.
	const methods = methodsIn(found?.methods ?? '').filter((one) => found?.password_sign_in || one === 'recovery_code')
	const canSignIn = found?.status === 'active' && (found.password_sign_in || methods.length > 0)
	const user = matches && canSignIn ? found : undefined
	if (!user) await recordFailure(c, limits)
	refuseRisk(c, user)
	if (!user) throw wrongCredentials()
	const { user_id, password_hash } = user
	const isStillTheirs = allOf(eq(passwords.user_id, user_id), eq(passwords.password_hash, password_hash))
	const renewed = await renewedHash(c.env, requesterOf(guess, found), credentials.password, password_hash)
	const guards = [
		ensureNotTooMany(c, limits),
		// A reset may have ended all sessions while the password was checked. Then this one must not start.
		ensureExists(c, passwords, isStillTheirs),
		...(renewed ? [db.update(passwords).set({ password_hash: renewed }).where(isStillTheirs)] : []),
		...(user.password_sign_in ? [ensure(c, signsInByPassword(user_id))] : []),
	]
	const refusal = () => tooManyOr(c, limits, wrongCredentials)
	if (methods.length > 0) throw await c.var.ask_for_second_factor({ user_id, methods, guards, refusal })
	return beginSession(c, { candidates, wanted: credentials.org_id, guards, refusal })
}

/** Whose turn it is to hash. For a stranger it's the name's, or a second guess would tell whether somebody has that name. */
const requesterOf = (guess: Guess, user: Parameters<typeof isKnown>[1]): Requester =>
	user && isKnown(guess, user) ? { priority: 'known', who: user.user_id } : { priority: 'stranger', who: nameOf(guess) }

/** The 401 of a login. It doesn't say which of the two is wrong, because that would tell who has an account. */
const wrongCredentials = () => unauthorized('auth.invalid_credentials')

/**
 * The orgs of the user with this login, and the limits that a failure counts toward. The bootstrap login creates the first
 * platform admin here.
 */
async function candidatesFor(c: Context<App>, { login, password }: Credentials) {
	const guess = { login, address: c.var.client_address, device: await deviceOf(c) }
	const [candidates, failures] = await c.var.db.batch([orgsOfLogin(c, guess), recentFailures(c.var.db, guess)])
	const limits = limitsOf(guess, candidates[0])
	refuseTooMany(limits, failures)
	if (candidates.length > 0 || !isBootstrap(c.env, login, password)) return { candidates, limits, guess }
	await bootstrapAdmin(c, password)
	return { candidates: await orgsOfLogin(c, guess), limits, guess }
}

const orgsOfLogin = (c: Context<App>, { login }: Guess) => candidatesOf(c, named(login))
