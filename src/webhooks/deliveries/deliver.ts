import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { errorName, logError } from '../../http/log.ts'
import { systemContext } from '../../write/system.ts'
import { tryWrite } from '../../write/write.ts'
import { signersOf } from '../endpoints/keys.ts'
import { type Signal, signal } from '../endpoints/signal.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { attempt } from './attempt.ts'
import { claim, type Claimed } from './claim.ts'
import { record } from './record.ts'
import { delayAfter } from './schedule.ts'

// Delivering (spec 4.10, 6.2): at least once, for as long as the schedule says. D1 holds what is due. A signal, from the commit
// that made something due or from cron, starts a round for one endpoint in its own invocation. Endpoints share nothing, so a
// receiver that hangs delays only its own deliveries.

/** How long a round claims deliveries. It leaves the rest to the next round. */
const ROUND_MS = 8_000
/**
 * How many times a round claims. D1 takes 1,000 statements per invocation. Claiming five deliveries and recording the outcomes
 * takes about 50, so a round uses half of them at most.
 */
const CLAIMS = 10
/** The queue handles delays up to this. Cron, which runs once a minute, handles the longer ones. */
const QUEUED_DELAY_MS = 90_000

/**
 * Handles signals. The first claim is part of handling the message: while D1 is slow, the queue starts no more rounds, and it
 * resends a message whose claim failed. The attempts outlive the message, so a receiver that hangs holds up no other one.
 */
export async function consumeSignals(
	env: Env,
	batch: MessageBatch,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
	for (const message of batch.messages) {
		const c = systemContext(env)
		const { endpoint_id } = message.body as Signal
		try {
			const claimed = await claim(c, endpoint_id)
			if (claimed.deliveries.length > 0) waitUntil(deliver(c, endpoint_id, claimed))
			message.ack()
		} catch (error) {
			logError({ endpoint_id, trace_id: c.var.trace_id, error: errorName(error) })
			message.retry()
		}
	}
}

/** Signals every endpoint that has something due. This covers lost signals, long delays, and claims whose holder died. */
export async function signalDueEndpoints(c: WorkContext): Promise<void> {
	const { id, enabled, deleted_at, due_at } = webhookEndpoints
	const due = await c.var.db
		.select({ id })
		.from(webhookEndpoints)
		.where(and(lte(due_at, now()), eq(enabled, true), isNull(deleted_at)))
		.orderBy(asc(due_at))
		.limit(1_000)
	await signal(
		c.env,
		due.map((endpoint) => endpoint.id),
	)
}

/** One round: attempts what is due to an endpoint until nothing is, or until the round has claimed often or long enough. */
async function deliver(c: WorkContext, endpoint_id: string, first: Claimed): Promise<void> {
	const started = Date.now()
	try {
		let claimed = first
		for (let claims = 1; claimed.deliveries.length > 0; claims += 1) {
			const { deliveries, hasRoom } = claimed
			await Promise.all(deliveries.map((delivery) => deliverOne(c, claimed, delivery)))
			// Nothing else was due. Later deliveries send their own signal.
			if (hasRoom) return
			if (claims === CLAIMS || Date.now() - started >= ROUND_MS) return await signal(c.env, [endpoint_id])
			claimed = await claim(c, endpoint_id)
		}
	} catch (error) {
		// The claims lapse, and cron signals the endpoint again.
		logError({ endpoint_id, trace_id: c.var.trace_id, error: errorName(error) })
	}
}

async function deliverOne(
	c: WorkContext,
	{ token, endpoint, sealed }: Claimed,
	delivery: Claimed['deliveries'][number],
) {
	if (!endpoint) return
	const { event_id, type, data, created_at } = delivery
	const message = { url: endpoint.url, id: event_id, type, data, created_at }
	const outcome = await attempt(c.env, () => signersOf(c.env, endpoint, sealed), message)
	const attempts = delivery.attempt_count + 1
	const delay_ms =
		outcome.error === null ? undefined : delayAfter(attempts - delivery.retries_from, outcome.retry_after)
	await tryWrite(c, record(c, { endpoint, event_id, attempts, outcome, delay_ms, token }))
	if (delay_ms !== undefined && delay_ms <= QUEUED_DELAY_MS)
		await signal(c.env, [endpoint.id], Math.ceil(delay_ms / 1000))
}
