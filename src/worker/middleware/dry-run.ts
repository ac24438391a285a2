import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { invalid, refusedInput } from '../ground/http/errors.ts'
import { must } from '../ground/http/must.ts'
import { type Described, DRY_RUN_TYPE, emptyResult, offersDryRun, supportsDryRun } from '../ground/write/dry-run.ts'

/**
 * Makes a write that carries `Dry-Run: true` a dry run. The call runs as usual, but `write()` rolls its batch back and
 * `afterwards()` skips its work. A success becomes a 200 that describes it, and a refusal stays what it is. Any other header
 * value is 400, and so is a call that has no dry run: a caller who asked for a dry run must never get the real thing.
 */
export const dryRun: MiddlewareHandler<App> = async (c, next) => {
	const wanted = c.req.header('Dry-Run')
	if (wanted === undefined || !supportsDryRun(c.req)) return next()
	if (wanted !== 'true') throw invalid([{ path: 'Dry-Run', message: must.true }])
	if (!offersDryRun(c.req)) throw notOffered()
	c.set('dry_run', emptyResult())
	await next()
	if (!c.res.ok) return
	c.res = Response.json(await described(c), { headers: { 'Content-Type': DRY_RUN_TYPE } })
}

/** What the call would do, once its response is ready. */
export async function described(c: Context<App>): Promise<Described> {
	const { status } = c.res
	const found = c.get('dry_run') ?? emptyResult()
	const text = await c.res.text()
	// It would be the tag of a state that never was.
	c.res.headers.delete('ETag')
	const body: unknown = text === '' ? null : JSON.parse(text)
	const { effects: effect_codes } = found
	const { effectText } = await import('../ground/write/effects.ts')
	const effects = effect_codes.map(effectText)
	return { dry_run: true, status, body, ...found, effects, effect_codes, ignored: c.get('ignored') ?? [] }
}

const notOffered = () => refusedInput('dry_run.not_offered')
