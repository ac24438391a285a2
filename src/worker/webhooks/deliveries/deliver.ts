import type { WorkContext } from '../../context.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { systemContext } from '../../ground/write/system.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { signersOf } from '../endpoints/keys.ts'
import { type Backlog, type Signal, signal } from '../endpoints/signal.ts'
import { attempt } from './attempt.ts'
import { claim, type Claimed } from './claim.ts'
import { mayDeliver, nextDue, PAUSE_MS } from './due.ts'
import { fanOut } from './fan-out.ts'
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
 * Handles signals, and creates the deliveries of events that wait for them. The first claim is part of handling the message: while D1 is slow, the queue starts no more rounds, and it
 * resends a message whose claim failed. The attempts outlive the message, so a receiver that hangs holds up no other one. A
 * signal that may find nothing to do costs one read, and no write.
 */
export async function consumeSignals(
	env: Env,
	batch: MessageBatch,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
	for (const message of batch.messages) {
		const c = systemContext(env)
		const body = message.body as Signal | Backlog
		try {
			if ('org_id' in body) await fanOut(c, body)
			else if (body.is_due || (await mayDeliver(c, body.endpoint_id))) {
				const claimed = await claim(c, body.endpoint_id)
				if (claimed.deliveries.length > 0) waitUntil(deliver(c, body.endpoint_id, claimed, body.is_due))
			}
			message.ack()
		} catch (error) {
			logError({ ...body, trace_id: c.var.trace_id, error: errorName(error) })
			message.retry()
		}
	}
}

/** One round: attempts what is due to an endpoint until nothing is, or until the round has claimed often or long enough. */
async function deliver(c: WorkContext, endpoint_id: string, first: Claimed, isNew = false): Promise<void> {
	const started = Date.now()
	// However many deliveries fail, a round sends one signal: several would start rounds that find nothing to do.
	const signalAfter = (ms: number) => signal(c.env, [{ endpoint_id }], Math.ceil(Math.max(0, ms) / 1_000))
	try {
		let claimed = first
		let mayFollow = !isNew
		for (let claims = 1; claimed.deliveries.length > 0; claims += 1) {
			const { deliveries, hasRoom } = claimed
			const delivered = await Promise.all(deliveries.map((delivery) => deliverOne(c, claimed, delivery)))
			if (delivered.includes(false)) mayFollow = true
			// Nothing else was due. Later deliveries send their own signal.
			if (hasRoom) break
			if (!delivered.includes(true)) return await signalAfter(PAUSE_MS + 1_000)
			if (claims === CLAIMS || Date.now() - started >= ROUND_MS) return await signalAfter(0)
			claimed = await claim(c, endpoint_id)
		}
		// A lone delivery that arrives leaves no retry, of this round or an earlier one, so it needn't ask.
		const wait_ms = mayFollow ? (await nextDue(c, endpoint_id)) - Date.now() : Infinity
		if (wait_ms <= QUEUED_DELAY_MS) await signalAfter(wait_ms)
	} catch (error) {
		// The claims lapse, and cron signals the endpoint again.
		logError({ endpoint_id, trace_id: c.var.trace_id, error: errorName(error) })
	}
}

/** Attempts one delivery and records the outcome. Returns whether the receiver took it. */
async function deliverOne(
	c: WorkContext,
	{ token, endpoint, sealed }: Claimed,
	delivery: Claimed['deliveries'][number],
): Promise<boolean> {
	if (!endpoint) return false
	const { event_id, type, data, created_at } = delivery
	const message = { url: endpoint.url, id: event_id, type, data, created_at }
	const outcome = await attempt(c.env, () => signersOf(c.env, endpoint, sealed), message)
	const attempts = delivery.attempt_count + 1
	const isDelivered = outcome.error === null
	const delay_ms = isDelivered ? undefined : delayAfter(attempts - delivery.retries_from, outcome.retry_after)
	await tryWrite(c, record(c, { endpoint, event_id, attempts, outcome, delay_ms, token }))
	return isDelivered
}
