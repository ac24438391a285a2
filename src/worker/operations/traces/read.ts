import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { entriesOfTrace } from '../../billing/credits/list.ts'
import type { Variables } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { apiErrorIn } from '../../ground/http/errors.ts'
import { idAt } from '../../ground/http/period.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { auditLogColumns, isTenants, orgLogColumns } from '../../people/audit-logs/columns.ts'
import type { Principal } from '../../principal.ts'
import type { LogEntry } from '../../traffic/access-log/entry.ts'
import { readLog, selectUsernames, withUsernames } from '../../traffic/access-log/read.ts'
import { selectDeliveries, toDelivery } from '../../webhooks/deliveries/columns.ts'
import { type Moment, spansOf } from './moments.ts'

/** Callers choose the trace id, so many requests may share it. The response shows this many rows of each kind. */
const ROWS = 200
/** How many events an org's trace looks at: three statements do, and whoever chooses the trace id chooses the times. */
const LOOKED_AT = 1_200

interface Reader {
	env: Env
	var: Pick<Variables, 'db'> & { principal: Principal }
}

/**
 * Everything that the requests of a trace left behind: access log entries, audit rows, ledger entries, and events with their
 * deliveries. Operators see everything, others the rows of the org they act in. Undefined if there is nothing to see.
 */
export async function readTrace({ env, var: { db, principal } }: Reader, trace_id: string) {
	const org_id = principal.permissions.has('platform.read') ? undefined : principal.org_id
	const [logged, audited] = await Promise.all([requestsOf(env, trace_id), auditRowsOf(db, trace_id, org_id)])
	const moments = [...(logged ?? []).map(ofRequest), ...audited.map(ofAudit)]
	if (moments.length === 0) return undefined
	const isShown = (row: { org_id: string | null }) => org_id === undefined || row.org_id === org_id
	const [ofOrg, audit_logs] = [logged?.filter(isShown), audited.filter(isShown)]
	const found = eventsOf(spansOf(moments), trace_id, org_id)
	// Another org's request may have done something to this org, so its times count too.
	const places = placesOf(org_id === undefined ? moments : moments.map((moment) => ({ ...moment, org_id })), found)
	const [names, tenants, events, deliveries, entries] = await db.batch([
		selectUsernames(db, ofOrg ?? []),
		selectTenants(db, ofOrg ?? [], org_id),
		db.select(eventColumns).from(found),
		selectDeliveries(db, deliveriesOf(found)).limit(ROWS),
		entriesOfTrace(db, trace_id, places, ROWS),
	])
	const isTheirs = new Set(tenants.map(({ user_id }) => user_id))
	const requests = org_id === undefined ? ofOrg : ofOrg?.filter(({ user_id }) => user_id && isTheirs.has(user_id))
	if ([requests ?? [], audit_logs, events, entries].every(({ length }) => length === 0)) return undefined
	return {
		trace_id,
		requests: requests ? withUsernames(requests, names) : null,
		audit_logs,
		ledger_entries: entries
			.sort((a, b) => (a.org_id === b.org_id ? a.seq - b.seq : a.org_id < b.org_id ? -1 : 1))
			.map(({ seq: _, ...entry }) => entry),
		events: events
			.sort((a, b) => (a.id < b.id ? -1 : 1))
			.map((event) => ({
				...event,
				deliveries: deliveries
					.filter(({ event_id }) => event_id === event.id)
					.map(({ endpoint_id, json }) => ({ ...toDelivery({ json }), endpoint_id })),
			})),
	}
}

/** The query for who of an org made the requests. An org doesn't learn where operators work. */
const selectTenants = (db: Database['reader'], requests: LogEntry[], org_id = '') =>
	db
		.select({ user_id: sql<string>`u.value`.as('user_id') })
		.from(sql`json_each(${JSON.stringify([...new Set(requests.map(({ user_id }) => user_id))])}) u`)
		.where(isTenants(sql`${org_id}`, sql`u.value`))

const auditRowsOf = (db: Database['reader'], trace_id: string, org_id: string | undefined) =>
	db
		.select(org_id === undefined ? auditLogColumns : orgLogColumns)
		.from(auditLogs)
		.where(eq(auditLogs.trace_id, trace_id))
		.orderBy(asc(auditLogs.id))
		.limit(ROWS)

/** The requests that the log has; null if it doesn't answer. The other rows are worth showing without it. */
async function requestsOf(env: Env, trace_id: string) {
	try {
		return (await readLog(env, { filters: { trace_id }, limit: ROWS })).entries
	} catch (error) {
		if (apiErrorIn(error)?.status === 503) return null
		throw error
	}
}

const SECOND_MS = 1_000

// A statement has the time at which it was built, just before its batch is sent.
const ofRequest = ({ timestamp, duration_ms, org_id }: LogEntry): Moment => {
	const ended = Date.parse(timestamp)
	return { org_id, from: ended - duration_ms - SECOND_MS, to: ended + SECOND_MS }
}

const ofAudit = ({ created_at, org_id }: Pick<typeof auditLogs.$inferSelect, 'created_at' | 'org_id'>): Moment => {
	const written = Date.parse(created_at)
	return { org_id, from: written - 5 * SECOND_MS, to: written + SECOND_MS }
}

// Events and ledger entries store their trace without an index: with one, each run would write two more rows. So we search them
// by the times and orgs that the log and the audit rows give.
function eventsOf(spans: Omit<Moment, 'org_id'>[], trace_id: string, org_id: string | undefined): SQL {
	const ranges = spans.map(({ from, to }) => ({ from: idAt('evt', from), to: idAt('evt', to) }))
	const ofOrg = org_id === undefined ? sql`` : sql`AND walked.org_id = ${org_id}`
	return sql`(SELECT walked.id, walked.org_id, walked.type, walked.created_at FROM (SELECT v.* FROM json_each(${JSON.stringify(ranges)}) AS span CROSS JOIN events AS v
		WHERE v.id >= span.value ->> 'from' AND v.id < span.value ->> 'to' LIMIT ${org_id === undefined ? -1 : LOOKED_AT}) AS walked
		WHERE walked.trace_id = ${trace_id} ${ofOrg} LIMIT ${ROWS}) AS found`
}

const eventColumns = {
	id: sql<string>`found.id`.as('id'),
	org_id: sql<string>`found.org_id`.as('org_id'),
	type: sql<string>`found.type`.as('type'),
	created_at: sql<string>`found.created_at`.as('created_at'),
}

const deliveriesOf = (found: SQL) =>
	sql`(webhook_deliveries.endpoint_id, webhook_deliveries.event_id) IN (SELECT w.id, found.id FROM ${found}
		CROSS JOIN webhook_endpoints AS w WHERE w.org_id = found.org_id AND w.deleted_at IS NULL)`

/** Where ledger entries can be: in the orgs of the requests, the audit rows and the events, at their times. */
function placesOf(moments: Moment[], found: SQL): SQL {
	const orgs = [...new Set(moments.flatMap(({ org_id }) => org_id ?? []))]
	const places = orgs.flatMap((org_id) =>
		spansOf(moments.filter((moment) => moment.org_id === org_id)).map(({ from, to }) => ({
			org_id,
			since: new Date(from).toISOString(),
			until: new Date(to).toISOString(),
		})),
	)
	return sql`SELECT value ->> 'org_id' AS org_id, value ->> 'since' AS since, value ->> 'until' AS until
		FROM json_each(${JSON.stringify(places)})
		UNION ALL SELECT DISTINCT found.org_id, ${timeOfEvent('-5 seconds')}, ${timeOfEvent('+5 seconds')} FROM ${found}`
}

const timeOfEvent = (shift: string) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', found.created_at, ${shift})`
