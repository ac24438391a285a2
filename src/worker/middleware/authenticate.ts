import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { blind } from '../ground/secrets/vault.ts'
import { noteUse } from '../keys/api-keys/last-use.ts'
import { apiKeys } from '../keys/api-keys/table.ts'
import { serviceAccountKeys } from '../keys/service-accounts/table.ts'
import { principalOf } from '../people/principals/principal.ts'
import { standingOf } from '../people/principals/standing.ts'
import { limitLookups } from './rate-limit.ts'

/**
 * Sets the principal of a request that carries a valid credential. It refuses no invalid one: each route line says who may
 * call. An unknown credential is looked up only while its address is under the look-up limit.
 */
export const authenticate: MiddlewareHandler<App> = async (c, next) => {
	const authorization = c.req.header('Authorization')
	const principal = await principalOf(c.env, c.get('db'), authorization, () => limitLookups(c))
	c.set('principal', principal)
	if (principal && principal.mode !== 'act') c.env = blind(c.env)
	c.set('ask_for_proof', async (...asked) => (await import('../sign-in/step-up/ask.ts')).askForProof(c, ...asked))
	c.set('ask_to_meet', async (user) => (await import('../sign-in/second-factor/meet.ts')).askToMeet(c, user))
	c.set('ask_to_enrol', async (asked) => (await import('../sign-in/second-factor/enrol.ts')).askToEnrol(c, asked))
	c.set('ask_for_second_factor', async (asked) =>
		(await import('../sign-in/second-factor/ask.ts')).askForSecondFactor(c, asked),
	)
	c.set('standing_of', () => standingOf(c))
	c.set('principal_now', (db) => principalOf(c.env, db, authorization))
	await next()
	// The response is ready, so this doesn't delay it.
	if (!principal?.api_key_id) return
	const keys = principal.kind === 'service' ? serviceAccountKeys : apiKeys
	noteUse(c.env, principal.api_key_id, keys, (work) => c.executionCtx.waitUntil(work))
}

/** Runs a middleware only for requests with `?verbose`. Other probes need neither a principal nor a limit. */
export const verbosely =
	(middleware: MiddlewareHandler<App>): MiddlewareHandler<App> =>
	(c, next) =>
		c.req.query('verbose') === undefined ? next() : middleware(c, next)
