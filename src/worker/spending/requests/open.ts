import { type SQL, sql } from 'drizzle-orm'
import { newId, now, PLATFORM } from '../../ground/db/columns.ts'
import type { Builder, Database } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import { ALERTS_ORG } from '../../providers/config-entries/rules.ts'
import { withDeliveries } from '../../webhooks/endpoints/signal.ts'
import { insertEvents } from '../../webhooks/events/emit.ts'

/** How many open requests of a kind an asking account has in an org, and how many an org has: to itself, and to the platform. */
export const MOST_OPEN = { account: 20, org: 100 }

/**
 * How many requests the runs of an org open in 24 hours. Asking again after each end costs an agent nothing, and each time people are
 * told and mailed.
 */
export const MOST_A_DAY = 200

/** What is looked at of what an owner was asked: of the platform's requests the newest, so that no org waits for those of all others. */
const NEWEST = 1_000

/** Whether the runs of an org may open one more request since this id. It counts what the org was asked and what the platform was. */
export function hasRoomToday(org_id: SQL, since: SQL): SQL {
	const asked = (owner: SQL) =>
		sql`SELECT n.org_id FROM requests n WHERE n.owner = ${owner} AND n.id > ${since} AND n.kind = 'spend' ORDER BY n.id DESC LIMIT ${literal(NEWEST)}`
	return sql`(SELECT count(*) < ${literal(MOST_A_DAY)} FROM (SELECT * FROM (${asked(org_id)}) UNION ALL SELECT * FROM (${asked(literal(PLATFORM))})) d WHERE d.org_id = ${org_id})`
}

/** Whose open requests are counted together. */
export type Asking = Record<'owner' | 'org_id' | 'kind' | 'asked_by_kind' | 'asked_by_id', SQL>

/** Whether there is room for one more open request of these. The count reads a partial index. */
export function hasRoom(of: Asking, at: SQL, most = MOST_OPEN): SQL {
	const open = sql`FROM requests n WHERE n.owner = ${of.owner} AND n.kind = ${of.kind} AND n.org_id IS ${of.org_id} AND n.decided_at IS NULL AND n.expires_at > ${at}`
	const own = sql`n.asked_by_kind = ${of.asked_by_kind} AND n.asked_by_id IS ${of.asked_by_id}`
	return sql`(SELECT count(*) < ${literal(most.org)} AND coalesce(sum(${own}), 0) < ${literal(most.account)} ${open})`
}

/** Whose endpoints hear of a request `r`: its org's, or for the platform's those of the org that gets its alerts. NULL for nobody's. */
const heardBy = sql`iif(r.owner = ${literal(PLATFORM)}, (SELECT o.id FROM config_entries e JOIN orgs o ON o.id = e.value AND o.deleted_at IS NULL
	WHERE e.key = ${literal(ALERTS_ORG)}), r.owner)`

/** The statement that emits an event of the request with this id, if `when` holds for its row `r`. Wrap it in `withDeliveries`. */
export const requestEvent = (
	db: Builder,
	type: 'request.opened' | 'request.decided',
	{ request_id, event_id, when = sql`1` }: { request_id: SQL; event_id: SQL; when?: SQL },
) =>
	insertEvents(db, {
		id: event_id,
		org_id: heardBy,
		type,
		data: sql`json_object('request_id', r.id, 'kind', r.kind, 'state', coalesce(r.decision, 'open'), 'org_id', nullif(r.owner, ${literal(PLATFORM)}),
			'asked_by', json_object('kind', r.asked_by_kind, 'id', r.asked_by_id), 'reason', r.reason, 'created_at', r.created_at, 'expires_at', r.expires_at,
			'decided_by', r.decided_by, 'decided_at', r.decided_at, 'decision_reason', r.decision_reason,
			'spend', json(r.spend), 'granted', json(r.granted))`,
		from: sql`requests r WHERE r.id = ${request_id} AND ${heardBy} IS NOT NULL AND ${when}`,
	})

/** The statement that emits an event of a request, with its deliveries. */
const emitted =
	(type: Parameters<typeof requestEvent>[1]) => (db: Database['reader'], request_id: string, when?: SQL) =>
		withDeliveries(
			requestEvent(db, type, { request_id: sql`${request_id}`, event_id: sql`${newId('evt')}`, ...(when && { when }) }),
			now(),
		)

export const openedEvent = emitted('request.opened')
export const decidedEvent = emitted('request.decided')
