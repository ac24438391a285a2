import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { App, Proposed } from '../context.ts'
import { holdsInBatch } from '../ground/http/access.ts'
import { markInternal } from '../ground/http/etag.ts'
import { isAudited, operationOf } from '../ground/http/operations.ts'
import { emptyResult, offersDryRun } from '../ground/write/dry-run.ts'
import { carriedBy, carrying, PROPOSED_TYPE } from '../ground/write/proposed.ts'
import { described } from './dry-run.ts'

/**
 * Makes a change by a key that proposes its own dry run, and files that as a request: 202. What leaves no audit row, or has no dry run,
 * isn't proposed, and the access marker refuses it. Also lets handlers carry out a proposed call.
 */
export const propose =
	(app: Hono<App>): MiddlewareHandler<App> =>
	async (c, next) => {
		c.set('carry_out', async (request, proposed) =>
			app.fetch(markInternal(carrying(request, proposed)), c.env, c.executionCtx),
		)
		const carried = carriedBy(c.req.raw)
		if (carried) {
			c.set('proposed', carried)
			c.set('principal', carried.caller)
			if (carried.grant) holdsInBatch(c)
		}
		if (carried || !isProposal(c)) return next()
		const proposed: Proposed = { states: [] }
		c.set('proposed', proposed)
		c.set('dry_run', emptyResult())
		await next()
		if (!c.res.ok) return
		if (c.res.headers.has('Idempotency-Replayed')) return repeated(c)
		const dry_run = await described(c)
		c.set('dry_run', undefined)
		c.set('proposed', undefined)
		const { fileProposal } = await import('../changes/requests/propose.ts')
		const filed = await fileProposal(c, dry_run, proposed.states)
		c.res = Response.json(filed, { status: 202, headers: { 'Content-Type': PROPOSED_TYPE } })
	}

/** Whether the call becomes a proposal. */
function isProposal(c: Context<App>): boolean {
	if (c.get('principal')?.mode !== 'propose' || c.req.header('Dry-Run') !== undefined) return false
	const operation = operationOf(c)
	return operation !== undefined && isAudited(operation) && offersDryRun(c.req)
}

/** The stored response may be of a change that the key made before it could only propose. */
async function repeated(c: Context<App>) {
	const isProposed = c.res.status === 202 && 'dry_run' in ((await c.res.clone().json()) as object)
	if (isProposed) c.res.headers.set('Content-Type', PROPOSED_TYPE)
}
