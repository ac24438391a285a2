import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { errorName, logError } from '../../http/log.ts'
import { systemContext } from '../../write/system.ts'
import { tryWrite } from '../../write/write.ts'
import { signersOf } from '../endpoints/keys.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { type Wake, wake } from '../endpoints/wake.ts'
import { attempt } from './attempt.ts'
import { claim, type Claimed } from './claim.ts'
import { record } from './record.ts'
import { delayAfter } from './schedule.ts'

// Delivering (spec 4.10, 6.2): at least once, for as long as the schedule says. D1 holds what is due. A wake, from the commit
// that made it due or from cron, starts a round for one endpoint in an invocation of its own. Endpoints share nothing, so a
// receiver that hangs delays only its own deliveries.

/** How long a round claims deliveries. It leaves the rest to the next round. */
const ROUND_MS = 8_000
/** The queue waits for delays up to this. Cron, which runs once a minute, finds the longer ones. */
const QUEUED_DELAY_MS = 90_000

/** Answers wakes. A round outlives the handling of its message, so the next message need not wait for it. */
export function consumeWakes(env: Env, batch: MessageBatch, waitUntil: (work: Promise<unknown>) => void): void {
	for (const message of batch.messages) {
		waitUntil(deliver(systemContext(env), (message.body as Wake).endpoint_id))
		message.ack()
	}
}

/** Wakes every endpoint that has something due: lost wakes, long delays, and claims whose holder died. */
export async function wakeDueEndpoints(c: WorkContext): Promise<void> {
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

/** One round: attempts what is due to an endpoint until nothing is, or until the round has taken long enough. */
async function deliver(c: WorkContext, endpoint_id: string): Promise<void> {
	const started = Date.now()
	try {
		while (Date.now() - started < ROUND_MS) {
			const claimed = await claim(c, endpoint_id)
			if (claimed.deliveries.length === 0) return
			await Promise.all(claimed.deliveries.map((delivery) => deliverOne(c, claimed, delivery)))
		}
		await wake(c.env, [endpoint_id])
	} catch (error) {
		// The claims lapse, and cron wakes the endpoint again.
		logError({ endpoint_id, trace_id: c.var.trace_id, error: errorName(error) })
	}
}

async function deliverOne(
	c: WorkContext,
	{ token, endpoint, sealed }: Claimed,
	delivery: Claimed['deliveries'][number],
) {
	if (!endpoint) return
	const signers = await signersOf(c.env, endpoint, sealed)
	const { event_id, type, data, created_at } = delivery
	const outcome = await attempt(c.env, signers, { url: endpoint.url, id: event_id, type, data, created_at })
	const attempts = delivery.attempt_count + 1
	const delay_ms =
		outcome.error === null ? undefined : delayAfter(attempts - delivery.retries_from, outcome.retry_after)
	await tryWrite(c, record(c, { endpoint, event_id, attempts, outcome, delay_ms, token }))
	if (delay_ms !== undefined && delay_ms <= QUEUED_DELAY_MS)
		await wake(c.env, [endpoint.id], Math.ceil(delay_ms / 1000))
}
