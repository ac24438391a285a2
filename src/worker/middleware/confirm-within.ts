import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { bookedUnder, booking } from '../changes/confirmations/book.ts'
import { CONFIRMABLE, PASSING_ON } from '../changes/confirmations/operations.ts'
import { MAX_S } from '../changes/reverts/table.ts'
import type { App } from '../context.ts'
import { invalid, refusedInput } from '../ground/http/errors.ts'
import { said } from '../ground/http/field-codes.ts'
import { callIdOf } from './idempotency.ts'

const MIN_S = 10

/**
 * Lets the caller make a change on trial: under `Confirm-Within`, `write()` books the change as unconfirmed in its own batch,
 * and the response carries `Confirm-Id`. Operations that don't support the header refuse it. A replay carries the id of the
 * first response.
 */
export const confirmWithin: MiddlewareHandler<App> = async (c, next) => {
	const header = c.req.header('Confirm-Within')
	if (header === undefined || isAmong(c, PASSING_ON)) return next()
	requireConfirmable(c)
	const within_s = /^\d{1,4}$/.test(header) ? Number(header) : 0
	if (within_s < MIN_S || within_s > MAX_S)
		throw invalid([{ path: 'Confirm-Within', ...said('seconds', { least: MIN_S, most: MAX_S }) }])
	const principal = c.get('principal')
	// The access marker refuses a caller without a principal.
	if (!principal) return next()
	const caller = { env: c.env, var: { db: c.get('db'), dry_run: c.get('dry_run'), principal } }
	const key = c.req.method === 'POST' ? c.req.header('Idempotency-Key') : undefined
	const idempotency_id = key === undefined ? null : callIdOf(c, key)
	const { booked, ...unconfirmed } = booking(caller, { within_s, idempotency_id })
	c.set('unconfirmed', unconfirmed)
	await next()
	const id = await idToShow(c, caller, booked, idempotency_id)
	if (id !== undefined) c.res.headers.set('Confirm-Id', id)
}

async function idToShow(
	c: Context<App>,
	caller: Parameters<typeof booking>[0],
	{ id, isBooked }: { id: string; isBooked: boolean },
	idempotency_id: string | null,
): Promise<string | undefined> {
	if (c.res.headers.has('Idempotency-Replayed'))
		return idempotency_id === null ? undefined : bookedUnder(caller, idempotency_id)
	return isBooked && c.res.ok ? id : undefined
}

const isAmong = (c: Context<App>, operations: ReadonlySet<string>) =>
	matchedRoutes(c).some(({ method, path }) => operations.has(`${method} ${path}`))

/** Throws the 400 of an operation whose changes can't wait for a confirmation. A path that doesn't exist stays a 404. */
function requireConfirmable(c: Context<App>) {
	const served = matchedRoutes(c).filter(({ method }) => method === c.req.method)
	if (served.length === 0 || isAmong(c, CONFIRMABLE)) return
	throw refusedInput('change.not_confirmable')
}
