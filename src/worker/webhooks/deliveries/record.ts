import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import { maskedUrl } from '../../ground/outbound/masked.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { notify } from '../../messages/notices/notify.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { emit } from '../events/emit.ts'
import type { Outcome } from './attempt.ts'
import { webhookAttempts, webhookDeliveries } from './table.ts'

/** If every attempt fails for this long, the endpoint is disabled. */
const GIVE_UP_MS = 5 * DAY_MS

interface Attempted {
	endpoint: typeof webhookEndpoints.$inferSelect
	event_id: string
	/** How many attempts this delivery has had, including this one. */
	attempts: number
	outcome: Outcome
	/** Milliseconds until the next attempt; undefined if this was the last. */
	delay_ms: number | undefined
	/** The claim under which the attempt was made. */
	token: string
}

/** The statements that record an attempt. They refuse the batch if another round has claimed the delivery in the meantime. */
export function record(c: WorkContext, { endpoint, event_id, attempts, outcome, delay_ms, token }: Attempted) {
	const { db } = c.var
	const { retry_after: _, ...response } = outcome
	const isDelivered = outcome.error === null
	const at = now()
	return {
		held: ensureExists(c, webhookDeliveries, sql`claim = ${token} AND event_id = ${event_id}`),
		attempt: db
			.insert(webhookAttempts)
			.values({ endpoint_id: endpoint.id, event_id, attempt: attempts, ...response, created_at: at }),
		delivery: db
			.update(webhookDeliveries)
			.set({
				status: isDelivered ? 'delivered' : delay_ms === undefined ? 'dead' : 'failed',
				attempt_count: attempts,
				claim: null,
				next_attempt_at: delay_ms === undefined ? null : fromNow(delay_ms),
			})
			.where(sql`endpoint_id = ${endpoint.id} AND event_id = ${event_id}`),
		statistics: db
			.update(webhookEndpoints)
			.set({ attempt_count: sql`attempt_count + 1`, ...statisticsOf(outcome, at) })
			.where(eq(webhookEndpoints.id, endpoint.id)),
		disabled: !isDelivered && disable(c, endpoint, outcome.status_code === 410 ? 'gone' : 'failing'),
	}
}

const statisticsOf = ({ status_code, error }: Outcome, at: string) =>
	error === null
		? { success_count: sql`success_count + 1`, failing_since: null }
		: { failing_since: sql`coalesce(failing_since, ${at})`, last_failure: { at, status_code, error } }

// Each statement acts only if the one before it changed a row, so an endpoint is disabled once, with one event and one notice.
function disable(
	{ var: { db } }: WorkContext,
	{ id, org_id, url }: Attempted['endpoint'],
	disabled_reason: 'gone' | 'failing',
) {
	const isOver: SQL = disabled_reason === 'gone' ? sql`1` : sql`failing_since <= ${fromNow(-GIVE_UP_MS)}`
	const when = sql`changes() > 0`
	const shown = maskedUrl(url)
	return [
		db
			.update(webhookEndpoints)
			.set({ enabled: false, disabled_reason })
			.where(sql`id = ${id} AND enabled = 1 AND ${isOver}`),
		emit(db, {
			org_id,
			type: 'webhook_endpoint.disabled',
			data: { endpoint_id: id, org_id, url: shown, reason: disabled_reason },
			when,
		}),
		notify(db, {
			org_id,
			roles: ['owner', 'admin'],
			code: `webhook_endpoint_${disabled_reason}`,
			values: { url: shown },
			about: { endpoint_id: id, reason: disabled_reason },
			when,
		}),
	]
}
