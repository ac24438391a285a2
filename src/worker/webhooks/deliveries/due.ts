import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, hasCome } from '../../ground/db/columns.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { signal } from '../endpoints/signal.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { releaseStuck } from './claim.ts'
import { fanOutWaiting } from './fan-out.ts'
import { LONGEST_MS } from './schedule.ts'

// Which endpoints have something due, and in which order they get their turn.

/**
 * How long an endpoint rests after a claim of which nothing arrived, unless a commit makes something new due. Its backlog could
 * otherwise take as much of D1 as those of all healthy receivers. Shorter than the first retry, which must not meet a rest.
 */
export const PAUSE_MS = 3_000

/** How many endpoints cron signals in a minute. */
const SIGNALED = 1_000

const { id, org_id, enabled, deleted_at, due_at, failing_since, last_failure } = webhookEndpoints

// What's due to the endpoints of a deleted org waits: a restore brings it back.
const isDue = () => and(hasCome(due_at, LONGEST_MS), eq(enabled, true), isNull(deleted_at), isOrgOpen(org_id))

/** Whether a round may find something to do: the endpoint is enabled, has something due, and isn't resting. One read. */
export async function mayDeliver(c: WorkContext, endpoint_id: string): Promise<boolean> {
	const paused = fromNow(-PAUSE_MS)
	// While only some attempts fail, `failing_since` is about as young as the last failure, so that isn't a rest.
	const isAwake = or(
		isNull(failing_since),
		sql`${failing_since} > ${paused}`,
		// One in the future was written by a clock that ran ahead.
		sql`${last_failure} ->> 'at' NOT BETWEEN ${paused} AND ${fromNow(PAUSE_MS)}`,
	)
	const found = await c.var.db
		.select({ id })
		.from(webhookEndpoints)
		.where(and(eq(id, endpoint_id), isDue(), isAwake))
		.limit(1)
	return found.length > 0
}

/** When the next attempt to an endpoint is due, or the claim of a running one lapses, in milliseconds; `Infinity` if none is. */
export async function nextDue(c: WorkContext, endpoint_id: string): Promise<number> {
	const [endpoint] = await c.var.db
		.select({ due_at })
		.from(webhookEndpoints)
		.where(and(eq(id, endpoint_id), eq(enabled, true), isNull(deleted_at), isOrgOpen(org_id)))
		.limit(1)
	if (!endpoint?.due_at) return Infinity
	const due = Date.parse(endpoint.due_at)
	return due > Date.now() + LONGEST_MS ? Date.now() : due
}

/**
 * Signals the orgs whose events wait for their deliveries, and the endpoints that have something due: those that fail after the others, and of each org one before the second of any.
 * This covers lost signals, long delays, claims whose holder died, and whatever a clock that ran ahead put off.
 */
export async function signalDueEndpoints(c: WorkContext): Promise<void> {
	// First, because what it makes due is due now.
	await releaseStuck(c)
	const turn = sql<number>`row_number() OVER (PARTITION BY ${org_id} ORDER BY ${due_at})`.as('turn')
	const due = c.var.db.select({ id, due_at, failing_since, turn }).from(webhookEndpoints).where(isDue()).as('due')
	const signaled = await c.var.db
		.select({ endpoint_id: due.id })
		.from(due)
		.orderBy(sql`${due.failing_since} IS NOT NULL`, asc(due.turn), asc(due.due_at))
		.limit(SIGNALED)
	await signal(c.env, signaled)
	await fanOutWaiting(c)
}
