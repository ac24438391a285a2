import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { remember } from '../ground/db/cache.ts'
import { PLATFORM } from '../ground/db/columns.ts'
import { bodyText } from '../ground/http/body-text.ts'
import { conflict, invalid, notFound } from '../ground/http/errors.ts'
import { must } from '../ground/http/must.ts'
import { Replay } from '../ground/http/replay.ts'
import { findStored, requireSameRequest, takesIdempotencyKey } from '../ground/write/idempotency.ts'
import { forgettable } from '../isolate.ts'
import { orgs } from '../tenancy/orgs/table.ts'

/** An older entry belongs to a request that was cut off before it could remove it. */
const RUNNING_FOR_MS = 30_000
const running = forgettable(new Map<string, number>())

/**
 * Makes a POST repeatable under an `Idempotency-Key`. `write()` stores the first response together with its effect, and a
 * repeat gets that response once the access marker lets the caller in. The same key with a different request is 409, and so
 * is a repeat while the first request runs. Refusals aren't stored: a retry runs again.
 */
export const idempotency: MiddlewareHandler<App> = async (c, next) => {
	const key = c.req.header('Idempotency-Key')
	if (key === undefined || !takesIdempotencyKey(c.req)) return next()
	c.set('after_access', async () => {
		if (key.length < 1 || key.length > 255) throw invalid([{ path: 'Idempotency-Key', message: must.idempotency_key }])
		if (c.get('is_checked_inside')) c.set('replay_stored', () => replayOrClaim(c, key))
		else await replayOrClaim(c, key)
	})
	try {
		await next()
	} finally {
		const call = c.get('idempotent_call')
		if (call && !c.get('dry_run')) running.delete(call.id)
	}
}

/** Throws the stored response if there is one. Otherwise this request becomes the first one under its key. */
async function replayOrClaim(c: Context<App>, key: string): Promise<void> {
	const { search } = new URL(c.req.url)
	const body = await bodyText(c)
	const call = { id: callIdOf(c, key), fingerprint: hash(search, body) }
	const owner = c.get('owner')
	const stored = await findStored(c.var.db, call, isOfDeleted([owner, ...orgsIn(body)]))
	if (stored) {
		requireSameRequest(stored, call)
		if (stored.is_of_deleted === 1)
			throw refusalOf((owner ?? PLATFORM) !== PLATFORM || c.req.path.startsWith('/v1/runtime/'))
		throw new Replay(stored)
	}
	const since = running.get(call.id)
	if (since !== undefined && Date.now() - since < RUNNING_FOR_MS) throw conflict('idempotency.in_progress')
	// A dry run leaves nothing behind that a repeat could find.
	if (!c.var.dry_run) remember(running, call.id, Date.now())
	c.set('idempotent_call', call)
}

/** Whether one of these orgs is deleted: an operator gets past its door, a runtime may serve all, and what's stored is the org's. */
const isOfDeleted = (named: unknown[]): SQL<number> =>
	sql`EXISTS (SELECT 1 FROM ${orgs} WHERE ${orgs.deleted_at} IS NOT NULL AND ${orgs.id} IN (SELECT value FROM json_each(${JSON.stringify(named)})))`

/** As a new call is refused, which asks about the org or names it in a field. */
const refusalOf = (isSubject: boolean) =>
	isSubject ? notFound('Org') : invalid([{ path: 'org_id', message: must.org_id }])

/** The orgs that a body names, or the reports of runs in its list. One that isn't JSON names none: the operation refuses it, or takes it. */
function orgsIn(body: string): string[] {
	try {
		// An operation that knows no `org_id` ignores what's in it, which may be nested deeper than SQLite reads.
		const named = [JSON.parse(body)].flat().map((one: { org_id?: unknown } | null) => one?.org_id)
		return named.filter((org_id) => typeof org_id === 'string')
	} catch {
		return []
	}
}

/** The id of a key's record. A key belongs to its caller, org and path, and those of a sign-in through an org are its own. */
export function callIdOf({ req, var: { principal, client_address } }: Context<App>, key: string) {
	const confined = principal?.kind === 'user' && principal.is_confined ? ['confined'] : []
	return hash(principal?.id ?? client_address, principal?.org_id ?? '', new URL(req.url).pathname, key, ...confined)
}

const hash = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
