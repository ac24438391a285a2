import { expected, type Proving } from './instance.ts'
import { check, failed, notShown, type Section, seconds } from './section.ts'

const BOUND_MS = 30_000

interface Attempt {
	status_code: number | null
	error: string | null
	latency_ms: number
}

interface Delivery {
	event_id: string
	status: string
	created_at: string
	attempts: (Attempt & { created_at: string })[]
}

/** The delivery of the first event, once an attempt was made; undefined if none was in time. */
async function attempted({ call, key, wait }: Proving, endpoint_id: string): Promise<Delivery | undefined> {
	const started = performance.now()
	while (performance.now() - started < BOUND_MS) {
		const path = `/v1/webhook-endpoints/${endpoint_id}/deliveries`
		const deliveries: Delivery[] = expected('Listing deliveries', 200, await call({ token: key, path }))
		const found = deliveries.find(({ attempts }) => attempts.length > 0)
		if (found) return found
		await wait(250)
	}
	return undefined
}

export const webhook: Section = {
	name: 'webhook',
	title: 'A webhook, from a run to the receiver',
	prove: async (proving) => {
		const { call, key, org_id, receiver } = proving
		if (receiver === undefined) return [notShown('no --receiver was named')]
		const body = { url: receiver, events: ['run.completed'] }
		const made = await call({ token: key, method: 'POST', path: '/v1/webhook-endpoints', body })
		const endpoint = expected('Registering the receiver', 201, made)
		const run = { run_id: `proof-${crypto.randomUUID()}`, org_id, status: 'completed' }
		const reported = await call({ token: key, method: 'POST', path: '/v1/runtime/runs', body: run })
		expected('Reporting a run', 200, reported)
		const delivery = await attempted(proving, endpoint.id)
		const [attempt] = delivery?.attempts ?? []
		if (!delivery || !attempt) return [failed(`no attempt within ${seconds(BOUND_MS)}`)]
		const ms = Date.parse(attempt.created_at) - Date.parse(delivery.created_at)
		return [
			check(
				delivery.status === 'delivered',
				`${delivery.event_id}: the receiver answered ${attempt.status_code ?? attempt.error} in ${seconds(attempt.latency_ms)}`,
				'It must answer 2xx.',
			),
			check(ms < BOUND_MS, `its attempt ended ${seconds(ms)} after the run`, `It must within ${seconds(BOUND_MS)}.`),
		]
	},
}
