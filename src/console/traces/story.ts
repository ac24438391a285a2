import type { Schema } from '../api.ts'

type Trace = Schema<'Trace'>
type Request = NonNullable<Trace['requests']>[number]
type Event = Trace['events'][number]
type Delivery = Event['deliveries'][number]

/** One thing that happened, at its time. */
export type Moment = { at: string; key: string } & (
	| { kind: 'began'; request: Request }
	| { kind: 'ended'; request: Request }
	| { kind: 'audit'; row: Trace['audit_logs'][number] }
	| { kind: 'ledger'; entry: Schema<'LedgerEntry'> }
	| { kind: 'event'; event: Event }
	| { kind: 'attempt'; delivery: Delivery; attempt: Delivery['attempts'][number] }
	| { kind: 'delivery'; delivery: Delivery }
)

/** The order of what a request does within the same millisecond. */
const ORDER: Moment['kind'][] = ['began', 'audit', 'ledger', 'event', 'delivery', 'attempt', 'ended']

/** When a request began. The log only has the time when it ended. */
export const beginOf = ({ timestamp, duration_ms }: Request) =>
	new Date(Date.parse(timestamp) - duration_ms).toISOString()

/** Everything in a trace, in chronological order. */
export function storyOf({ requests, audit_logs, ledger_entries, events }: Trace): Moment[] {
	const moments: Moment[] = [
		...(requests ?? []).flatMap((request): Moment[] => [
			{ kind: 'began', at: beginOf(request), key: `${request.id} began`, request },
			{ kind: 'ended', at: request.timestamp, key: `${request.id} ended`, request },
		]),
		...audit_logs.map((row): Moment => ({ kind: 'audit', at: row.created_at, key: row.id, row })),
		...ledger_entries.map((entry): Moment => ({ kind: 'ledger', at: entry.created_at, key: entry.id, entry })),
		...events.flatMap((event): Moment[] => [
			{ kind: 'event', at: event.created_at, key: event.id, event },
			...event.deliveries.flatMap(momentsOf),
		]),
	]
	return moments.toSorted(
		(a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
	)
}

const momentsOf = (delivery: Delivery): Moment[] => [
	{ kind: 'delivery', at: delivery.created_at, key: delivery.id, delivery },
	...delivery.attempts.map((attempt): Moment => ({
		kind: 'attempt',
		at: attempt.created_at,
		key: `${delivery.id} ${attempt.attempt}`,
		delivery,
		attempt,
	})),
]
