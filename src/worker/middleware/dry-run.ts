import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { invalid, refusedInput } from '../ground/http/errors.ts'
import { must } from '../ground/http/must.ts'
import { DRY_RUN_TYPE, emptyResult, offersDryRun, supportsDryRun } from '../ground/write/dry-run.ts'

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
	const dry_run_result = emptyResult()
	c.set('dry_run', dry_run_result)
	await next()
	const { status, ok } = c.res
	if (!ok) return
	const text = await c.res.text()
	const body: unknown = text === '' ? null : JSON.parse(text)
	const { effects: effect_codes } = dry_run_result
	const { effectText } = await import('../ground/write/effects.ts')
	const effects = effect_codes.map(effectText)
	c.res = Response.json(
		{ dry_run: true, status, body, ...dry_run_result, effects, effect_codes, ignored: c.get('ignored') ?? [] },
		{ headers: { 'Content-Type': DRY_RUN_TYPE } },
	)
}

const notOffered = () => refusedInput('dry_run.not_offered')
