import { endEventId } from '../../src/worker/billing/runs/end-event.ts'
import { seal } from '../../src/worker/ground/secrets/vault.ts'
import { DELAYS_MS } from '../../src/worker/webhooks/deliveries/schedule.ts'
import { placeOf } from '../../src/worker/webhooks/endpoints/keys.ts'
import { newSigningKey } from '../../src/worker/webhooks/endpoints/sign.ts'
import type { Accounts } from './accounts.ts'
import { DELIVERED, type Outcome, REFUSED, TIMED_OUT, UNAVAILABLE, attemptsOf } from './attempts.ts'
import type { Catalogue } from './catalogue.ts'
import { daysAfter, daysAgo, idAt, type Row } from './insert.ts'
import type { Asked } from './requests.ts'
import type { Runs } from './runs.ts'

/** Long enough ago that all its attempts have been made. */
const SETTLED = daysAgo(0.05)
const SINCE = { all: daysAgo(12), failed: daysAgo(25), gone: daysAgo(8) }
/** The first event after it found the receiver down, and the endpoint was gone in the end. */
const DOWN_SINCE = daysAgo(6)
const REGISTERED = daysAgo(28)

const most = (ids: string[], count: (id: string) => number) => ids.toSorted((a, b) => count(b) - count(a))[0] ?? ''

const byTime = (a: { created_at: string }, b: { created_at: string }) => (a.created_at < b.created_at ? -1 : 1)

type Event = ReturnType<typeof eventOf> | ReturnType<ReturnType<typeof eventsOf>>[number]

/** Webhook endpoints of three orgs with the events they were sent: one for all events, one for failures, and one that's gone. */
export async function webhooks(
	env: Env,
	{ users, orgs, subscriptions }: Accounts & Catalogue,
	runs: Runs,
	asked: Asked[],
) {
	const told = (org_id: string, since: string, statuses = ['completed', 'failed']) =>
		runs
			.filter((run) => run.org_id === org_id && statuses.includes(run.status))
			.flatMap((run) => (run.completed_at === null ? [] : [{ ...run, completed_at: run.completed_at }]))
			.filter(({ completed_at }) => completed_at > since && completed_at < SETTLED)
			.map(eventOf)
			.sort(byTime)
	// For a subscription that lapses, the first job that runs would send a real event.
	const lapsing = new Set(
		subscriptions.filter((it) => it.status === 'active' && it.current_period_end < daysAgo(0)).map((it) => it.org_id),
	)
	const [first, ...others] = orgs
		.filter(({ id, created_at }) => !lapsing.has(id) && created_at < REGISTERED)
		.map(({ id }) => id)
	const ofFailed = most(others, (id) => told(id, SINCE.failed, ['failed']).length)
	const ofGone = most(
		others.filter((id) => id !== ofFailed),
		(id) => told(id, SINCE.gone).length,
	)
	const ofRequests = asked
		.filter(({ row }) => row.owner === first)
		.flatMap(eventsOf(users[0]?.id))
		.filter(({ created_at }) => created_at > SINCE.all && created_at < SETTLED)
	const all = [...told(first ?? '', SINCE.all).slice(-30), ...ofRequests].sort(byTime)
	const received = [
		await endpointWith(env, first ?? '', ['*'], all, (_, nth) => {
			if (nth === 13) return [TIMED_OUT, UNAVAILABLE, DELIVERED]
			return nth % 9 === 4 ? [UNAVAILABLE, DELIVERED] : [DELIVERED]
		}),
		await endpointWith(env, ofFailed, ['run.failed'], told(ofFailed, SINCE.failed, ['failed']), (_, nth) =>
			nth === 1 ? [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, DELIVERED] : [DELIVERED],
		),
		await goneEndpoint(env, ofGone, told(ofGone, SINCE.gone)),
	]
	return {
		// Before the endpoints, so the trigger on events doesn't create deliveries that would really be sent.
		events: received.flatMap(({ events }) => events),
		webhook_endpoints: received.map(({ endpoint }) => endpoint),
		webhook_deliveries: received.flatMap(({ deliveries }) => deliveries),
		webhook_attempts: received.flatMap(({ attempts }) => attempts),
		signing_keys: received.map(({ signing_key }) => signing_key),
	}
}

export type Webhooks = Awaited<ReturnType<typeof webhooks>>

/** An endpoint that responded with 410 to the very last attempt, so nothing is left to retry. */
async function goneEndpoint(env: Env, org_id: string, told: Event[]) {
	const last = told.find(({ created_at }) => created_at > DOWN_SINCE)
	const outcomes = [...DELAYS_MS.map(() => UNAVAILABLE), REFUSED]
	// Other events from that time would still be in delivery.
	const over = daysAfter(last?.created_at ?? DOWN_SINCE, 1.6)
	const events = told.filter((event) => event === last || event.created_at <= DOWN_SINCE || event.created_at > over)
	const made = await endpointWith(env, org_id, ['run.completed', 'run.failed'], events, (event) => {
		if (event === last) return outcomes
		return event.created_at <= DOWN_SINCE ? [DELIVERED] : []
	})
	const { id, url, last_failure } = made.endpoint
	const created_at = last_failure?.at ?? over
	const data = { endpoint_id: id, org_id, url, reason: 'gone' }
	const disabled = { id: idAt('evt', created_at), org_id, type: 'webhook_endpoint.disabled', data, created_at }
	return {
		...made,
		endpoint: { ...made.endpoint, enabled: false, disabled_reason: 'gone' },
		events: [...events, disabled],
	}
}

/** An endpoint, and the result of sending it each event. Without an outcome the event was skipped. */
async function endpointWith(
	env: Env,
	org_id: string,
	subscribed: string[],
	events: Event[],
	outcomesOf: (event: Event, nth: number) => Outcome[],
) {
	const id = idAt('whe', REGISTERED)
	const { private_key, public_key } = await newSigningKey()
	const sent = events.map((event, nth) => ({ event, attempts: attemptsOf(id, event, outcomesOf(event, nth)) }))
	const attempts = sent.flatMap((it) => it.attempts).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
	const succeeded = attempts.findLastIndex(({ error }) => error === null)
	const failed = attempts.findLast(({ error }) => error !== null)
	return {
		endpoint: {
			id,
			org_id,
			url: `https://hooks.example.com/${org_id}`,
			events: subscribed,
			enabled: true,
			disabled_reason: null as string | null,
			public_key,
			attempt_count: attempts.length,
			success_count: attempts.filter(({ error }) => error === null).length,
			failing_since: attempts[succeeded + 1]?.created_at ?? null,
			last_failure: failed && { at: failed.created_at, status_code: failed.status_code, error: failed.error },
			created_at: REGISTERED,
		},
		events: events as Row[],
		deliveries: sent.map(({ event, attempts: made }) => ({
			endpoint_id: id,
			event_id: event.id,
			status: made.length === 0 ? 'skipped' : made.at(-1)?.error === null ? 'delivered' : 'dead',
			attempt_count: made.length,
			next_attempt_at: null,
			created_at: event.created_at,
		})),
		attempts,
		signing_key: await seal(env, placeOf(id, 'signing_key'), private_key),
	}
}

/** The event of a run that ended. */
function eventOf({ cost_microusd, settled_by, ...run }: Runs[number] & { completed_at: string }) {
	const created_at = run.completed_at
	const data = { ...run, total_cost_usd: cost_microusd / 1_000_000 }
	return {
		id: endEventId(settled_by ?? '', run.run_id),
		org_id: run.org_id,
		type: `run.${run.status}`,
		data,
		created_at,
	}
}

/** The events of a request: it was opened, and decided if somebody has. */
const eventsOf =
	(decider: unknown) =>
	({ row, decided }: Asked) => {
		const { id: request_id, kind, owner: org_id, asked_by_kind, asked_by_id, reason, created_at, expires_at } = row
		const asked_by = { kind: asked_by_kind, id: asked_by_id }
		const spend = JSON.parse(String(row.spend)) as Row | null
		const event = (state: string, at: string, by: Row) => ({
			id: idAt('evt', at),
			org_id,
			type: `request.${state === 'open' ? 'opened' : 'decided'}`,
			data: { request_id, kind, state, org_id, asked_by, reason, created_at, expires_at, ...by, spend },
			created_at: at,
		})
		const nobody = { decided_by: null, decided_at: null, decision_reason: null, granted: null }
		const opened = event('open', String(created_at), nobody)
		if (!decided) return [opened]
		const { decision, decided_at, decision_reason = null, granted = null } = decided
		return [opened, event(decision, decided_at, { decided_by: decider, decided_at, decision_reason, granted })]
	}
