import { sql } from 'drizzle-orm'
import type { Caller, WorkContext } from '../../context.ts'
import { type ApiError, conflict, preconditionFailed } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { auditOf } from './audit.ts'
import { statementsOf } from './changed-rows.ts'
import { guardRefusal, limitRefusal, withinLimits } from './limits.ts'
import { responseOf, currentState, deletionsOf, isUnmoved, type Plan } from './plan.ts'
import { type Kind, revisionOf } from './revisions.ts'
import { secretIdsAfter } from './secret-ids.ts'
import { lockoutsOf } from './warnings.ts'

/** How many entries an apply may delete without `allow_deletes`. */
const FREE_DELETIONS = 20

/** What a caller confirms. */
export interface Confirmed {
	allow_deletes: number
	confirm: 'true' | 'false'
}

/**
 * Applies a plan as one batch, which is refused when the configuration changed since the plan read it. Writes the rows that
 * differ, one audit row and one revision. A plan without changes writes nothing. Throws 409 when the caller must confirm
 * something, and 412 when the configuration changed.
 */
export async function apply(c: Caller, plan: Plan, confirmed: Confirmed, how: Kind) {
	requireConfirmed(c, plan, confirmed)
	const { state } = plan
	const { owner } = state
	const planned = responseOf(plan)
	if (planned.changes.length === 0) return { ...planned, revision: state.newest?.number ?? null }
	const { fresh, statements, touched } = await statementsOf(c, plan)
	const result = { ...plan, change_count: planned.changes.length, secret_ids: secretIdsAfter(plan, fresh) }
	const { number, kept } = revisionOf(c, state, result, how)
	const response = { ...planned, revision: number }
	const changes = {
		unmoved: ensure(c, isUnmoved(state)),
		...statements,
		withinLimits: withinLimits(c, { owner, ...plan }),
		kept,
	}
	await write(ownPrecondition(c), changes, {
		audit: auditOf(plan, number, how.kind, touched),
		response: keptResponse(response),
		otherwise: () => refusalOf(c, plan),
	})
	return response
}

/** In characters. D1 takes 2 MB as a value. */
const MAX_ANSWER = 500_000

/** Repeating a restore finds nothing left to do, so it's fine not to store a response that's too large. */
const keptResponse = (body: object) =>
	JSON.stringify(body).length > MAX_ANSWER ? { none: 'It is too large' } : { status: 200, body }

/** Throws 409 for what an apply only does when its caller confirms it. */
function requireConfirmed(c: Caller, plan: Plan, { allow_deletes, confirm }: Confirmed) {
	const deletions = deletionsOf(plan, plan.state.owner)
	if (deletions > Math.max(FREE_DELETIONS, allow_deletes))
		throw conflict('configuration.too_many_deletions', { deletions })
	const [lockout] = confirm === 'true' ? [] : lockoutsOf(c, { owner: plan.state.owner, ...plan })
	if (lockout) throw lockout.lockout.refusal(c)
}

/** `If-Match` was compared with the plan's state, and the batch has its own guard, so `write()` needn't read again. */
const ownPrecondition = ({ env, executionCtx, var: variables, req }: Caller): WorkContext => ({
	env,
	executionCtx,
	var: variables,
	req: {
		method: req.method,
		header: (name) => (name.toLowerCase() === 'if-match' ? undefined : req.header(name)),
	},
})

async function refusalOf(c: Caller, { state, changes, after }: Plan): Promise<ApiError> {
	const { owner } = state
	const { moved } = await c.var.db.get<{ moved: number }>(sql`SELECT NOT (${isUnmoved(state)}) AS moved`)
	if (moved === 1) return preconditionFailed()
	const growth = { owner, changes, after }
	const { limits } = await currentState(c, owner)
	return (await limitRefusal(c, growth, limits)) ?? (await guardRefusal(c, growth)) ?? conflict('configuration.changed')
}
