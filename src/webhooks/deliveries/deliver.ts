import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { attempt as commitAttempt } from '../../write/commit.ts'
import { fromNow, now } from '../../db/columns.ts'
import { systemContext } from '../../write/system.ts'
import { emit } from '../events/emit.ts'
import { logError } from '../../http/log.ts'
import { notify } from '../../messages/notifications/notify.ts'
import { signersOf } from '../endpoints/keys.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { attempt, type Outcome } from './attempt.ts'
import { claim, type Claimed } from './claim.ts'
import { delayAfter } from './schedule.ts'
import { webhookAttempts, webhookDeliveries } from './table.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'
import { type Wake, wake } from '../endpoints/wake.ts'

// Delivering (spec 4.10, 6.2): at least once, and as long as the schedule says. What is due is in D1. A bell, from the commit
// that made it due or from cron, starts a round for one endpoint, in an invocation of its own: endpoints share nothing, so a
// receiver that hangs holds up only itself.

/** How long a round goes on claiming; what is left then is the next round's. */
const ROUND_MS = 8_000
/** Nothing but failures for so long disables an endpoint. */
const GIVE_UP_MS = 5 * 86_400_000
/** Delays up to this are waited for by the queue; cron, which comes once a minute, finds the others. */
const QUEUED_DELAY_MS = 90_000

/** Answers the bells: each endpoint's round goes on after its message is done with, so that the next one is not waited for. */
export function consumeBells(env: Env, batch: MessageBatch, waitUntil: (work: Promise<unknown>) => void): void {
	for (const message of batch.messages) {
		waitUntil(deliver(env, (message.body as Wake).endpoint_id))
		message.ack()
	}
}

/** Rings for every endpoint that has something due: what was not heard, what is to be tried again, what a dead round held. */
export async function ringDue(c: WorkContext): Promise<void> {
	const { id, enabled, deleted_at, due_at } = webhookEndpoints
	const due = await c.var.db
		.select({ id })
		.from(webhookEndpoints)
		.where(and(lte(due_at, now()), eq(enabled, true), isNull(deleted_at)))
		.orderBy(asc(due_at))
		.limit(1_000)
	await wake(
		c.env,
		due.map((endpoint) => endpoint.id),
	)
}

async function deliver(env: Env, endpoint_id: string): Promise<void> {
	const c = systemContext(env)
	const started = Date.now()
	try {
		while (Date.now() - started < ROUND_MS) {
			const claimed = await claim(c, endpoint_id)
			if (claimed.deliveries.length === 0) return
			await Promise.all(claimed.deliveries.map((delivery) => deliverOne(c, env, claimed, delivery)))
		}
		await wake(env, [endpoint_id])
	} catch (error) {
		// The claims lapse, and cron rings again.
		logError({ endpoint_id, trace_id: c.var.trace_id, error: error instanceof Error ? error.name : 'unknown' })
	}
}

type Delivery = Claimed['deliveries'][number]

async function deliverOne(c: WorkContext, env: Env, { token, endpoint, sealed }: Claimed, delivery: Delivery) {
	if (!endpoint) return
	const signers = await signersOf(env, endpoint, sealed)
	const { event_id, type, data, created_at } = delivery
	const outcome = await attempt(env, signers, { url: endpoint.url, id: event_id, type, data, created_at })
	const attempts = delivery.attempt_count + 1
	const delay_ms =
		outcome.error === null ? undefined : delayAfter(attempts - delivery.retries_from, outcome.retry_after)
	const record = { endpoint, event_id, attempts, outcome, delay_ms, token }
	await commitAttempt(c, settled(c, record), {})
	if (delay_ms !== undefined && delay_ms <= QUEUED_DELAY_MS) await wake(env, [endpoint.id], Math.ceil(delay_ms / 1000))
}

interface Settled {
	endpoint: typeof webhookEndpoints.$inferSelect
	event_id: string
	attempts: number
	outcome: Outcome
	/** Milliseconds until the next attempt; undefined when none follows. */
	delay_ms: number | undefined
	token: string
}

/** The statements that write what came of an attempt, refused when the claim was lost to somebody else meanwhile. */
function settled(c: WorkContext, { endpoint, event_id, attempts, outcome, delay_ms, token }: Settled) {
	const { writer } = c.var.database
	const { retry_after: _, ...seen } = outcome
	const key = { endpoint_id: endpoint.id, event_id }
	const isDelivered = outcome.error === null
	const at = now()
	const status = isDelivered ? 'delivered' : delay_ms === undefined ? 'dead' : 'failed'
	return [
		ensure(c, sql`EXISTS (SELECT 1 FROM webhook_deliveries WHERE claim = ${token} AND event_id = ${event_id})`),
		writer.insert(webhookAttempts).values({ ...key, attempt: attempts, ...seen, created_at: at }),
		writer
			.update(webhookDeliveries)
			.set({
				status,
				attempt_count: attempts,
				claim: null,
				next_attempt_at: delay_ms === undefined ? null : fromNow(delay_ms),
			})
			.where(sql`endpoint_id = ${endpoint.id} AND event_id = ${event_id}`),
		writer
			.update(webhookEndpoints)
			.set({
				attempt_count: sql`attempt_count + 1`,
				...(isDelivered
					? { success_count: sql`success_count + 1`, failing_since: null }
					: {
							failing_since: sql`coalesce(failing_since, ${at})`,
							last_failure: { at, status_code: outcome.status_code, error: outcome.error ?? '' },
						}),
			})
			.where(eq(webhookEndpoints.id, endpoint.id)),
		...(isDelivered ? [] : disabling(c, endpoint, outcome.status_code === 410 ? 'gone' : 'failing')),
	]
}

// Each statement acts only when the one before it did, so that an endpoint is disabled, and that is told, once.
function disabling(
	{ var: { database } }: WorkContext,
	{ id, org_id, url }: Settled['endpoint'],
	disabled_reason: 'gone' | 'failing',
) {
	const { writer } = database
	const isOver: SQL = disabled_reason === 'gone' ? sql`1` : sql`failing_since <= ${fromNow(-GIVE_UP_MS)}`
	const when = sql`changes() > 0`
	return [
		writer
			.update(webhookEndpoints)
			.set({ enabled: false, disabled_reason })
			.where(sql`id = ${id} AND enabled = 1 AND ${isOver}`),
		emit(writer, {
			org_id,
			type: 'webhook_endpoint.disabled',
			data: { endpoint_id: id, org_id, url, reason: disabled_reason },
			when,
		}),
		notify(writer, {
			org_id,
			roles: ['owner', 'admin'],
			type: 'webhook_endpoint.disabled',
			title: 'A webhook endpoint was disabled',
			body:
				disabled_reason === 'gone'
					? `${url} answered 410 Gone, so nothing is sent to it any more. Events are kept and can be recovered.`
					: `${url} has answered nothing but failures for five days, so nothing is sent to it any more. Events are kept and can be recovered.`,
			payload: { endpoint_id: id, reason: disabled_reason },
			when,
		}),
	]
}
