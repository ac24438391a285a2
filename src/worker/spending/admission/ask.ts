import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { DAY_MS, newId, now, PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { preparedAll } from '../../ground/db/prepared.ts'
import { literal } from '../../ground/db/state.ts'
import { idAt } from '../../ground/http/period.ts'
import { withDeliveries } from '../../webhooks/endpoints/signal.ts'
import { hasRoom, hasRoomToday, MOST_A_DAY, MOST_OPEN, requestEvent } from '../requests/open.ts'
import type { Ask } from '../requests/schema.ts'
import { type AskedBy, pollAfter } from '../requests/state.ts'
import { requests } from '../requests/table.ts'
import { isJudged, isOfCall, ofBudget, stood } from './standing.ts'

// What a run asks for when budgets refuse it: a row of `requests`, in the batch of the refusal.

const DEFAULT_EXPIRES_S = 3_600

const VALUES = [
	'org_id',
	'call_id',
	'id',
	'event_id',
	'asked_by_kind',
	'asked_by_id',
	'key_id',
	'key_root_id',
	'reason',
	'credits',
	'tokens',
	'runs',
	'expires_in_s',
	'since',
] as const

const isRefusing = sql`${ofBudget('mode')} = 'enforce' AND ${ofBudget('refuses')}`

/** A request `r` of the run. An org may have a run of another org's id that never began. */
const isOfRun = sql`r.run_id = run_standings.run_id AND r.org_id = run_standings.org_id`

/** A declined request `r` of the run for a budget that refuses it again. The run asks for no other while that's so. */
const isDeclined = sql`r.decision = 'declined' AND EXISTS (SELECT 1 FROM json_each(r.spend, '$.budgets') AS d CROSS JOIN json_each(run_standings.budgets) AS b
	WHERE d.value ->> 'budget_id' = ${ofBudget('budget_id')} AND ${isRefusing})`

/** What a run asks for of a unit: what the call says or what the run lacked, of budgets that refused; and never less than it did. */
const wanted = (unit: 'credits' | 'tokens' | 'runs', given: SQL) =>
	// A parameter is a double, which JSON would show with a fraction.
	sql`CAST(max(coalesce(was.spend ->> ${sql.raw(`'$.${unit}'`)}, 0), coalesce((SELECT coalesce(${given}, max(f.lacks)) FROM refusing f WHERE f.owner = whose.owner AND f.unit = ${literal(unit)} HAVING count(*) > 0), 0)) AS INTEGER)`

/** The statements that open the request of a run or let it grow, and what the response says of it. They follow the hold. */
const asked = preparedAll(VALUES, (db, value) => {
	const at = sql`${db.now()}`
	const isRefused = sql`${isOfCall(value)} AND ${isJudged} AND ${stood('is_over')}`
	const isOpen = sql`${isOfRun} AND r.decided_at IS NULL AND r.expires_at > ${at}`
	const by = { kind: sql`${value.asked_by_kind}`, id: sql`${value.asked_by_id}` }
	const today = hasRoomToday(sql`run_standings.org_id`, sql`${value.since}`)
	const room = hasRoom(
		{
			owner: sql`whose.owner`,
			org_id: sql`run_standings.org_id`,
			kind: sql`'spend'`,
			asked_by_kind: by.kind,
			asked_by_id: by.id,
		},
		at,
	)
	const budgets = sql`coalesce((SELECT json_group_array(json(f.budget) ORDER BY f.budget ->> 'budget_id') FROM refusing f WHERE f.owner = whose.owner HAVING count(*) > 0),
		was.spend -> '$.budgets')`
	const spend = sql`json_object('run_id', run_standings.run_id, 'org_id', run_standings.org_id, 'user_id', ${stood('user_id')}, 'agent_id', ${stood('agent_id')},
		'credits', ${wanted('credits', sql`${value.credits}`)}, 'tokens', ${wanted('tokens', sql`${value.tokens}`)}, 'runs', ${wanted('runs', sql`${value.runs}`)},
		'budgets', json(${budgets}))`
	const refusing = sql`SELECT g.owner, g.unit, ${ofBudget('lacks')} AS lacks, json_object('budget_id', g.id, 'name', g.name, 'scope', g.scope, 'subject', ${ofBudget('subject')},
			'unit', g.unit, 'window', g.window, 'window_start', ${ofBudget('window_start')}, 'resets_at', ${ofBudget('resets_at')}) AS budget
		FROM run_standings CROSS JOIN json_each(run_standings.budgets) AS b CROSS JOIN budgets g WHERE ${isRefused} AND ${isRefusing} AND g.id = ${ofBudget('budget_id')}`
	const was = sql`SELECT r.* FROM run_standings CROSS JOIN requests r WHERE ${isRefused} AND ${isOpen} LIMIT 1`
	const whose = sql`SELECT coalesce((SELECT owner FROM was), iif(max(f.owner = ${literal(PLATFORM)}), ${literal(PLATFORM)}, max(f.owner))) AS owner FROM refusing f`
	const from = sql`(WITH refusing AS MATERIALIZED (${refusing}), was AS MATERIALIZED (${was}), whose AS MATERIALIZED (${whose})
		SELECT coalesce(was.id, ${value.id}) AS id, whose.owner, run_standings.org_id, run_standings.run_id, ${spend} AS spend
		FROM run_standings CROSS JOIN whose LEFT JOIN was ON 1 WHERE ${isRefused} AND (was.id IS NOT NULL OR (${room} AND ${today}))
		AND NOT EXISTS (SELECT 1 FROM requests r WHERE r.run_id = run_standings.run_id AND (r.org_id <> run_standings.org_id OR ${isDeclined}))) WHERE true`
	return {
		opened: insertFrom(
			db,
			requests,
			{
				id: sql`id`,
				owner: sql`owner`,
				org_id: sql`org_id`,
				kind: sql`'spend'`,
				asked_by_kind: by.kind,
				asked_by_id: by.id,
				key_id: sql`${value.key_id}`,
				key_root_id: sql`${value.key_root_id}`,
				reason: sql`${value.reason}`,
				created_at: at,
				expires_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '+' || ${value.expires_in_s} || ' seconds')`,
				run_id: sql`run_id`,
				spend: sql`spend`,
			},
			from,
		).onConflictDoUpdate({
			target: requests.id,
			set: { spend: sql`excluded.spend` },
			setWhere: sql`requests.spend <> excluded.spend`,
		}),
		told: requestEvent(db, 'request.opened', { request_id: sql`${value.id}`, event_id: sql`${value.event_id}` }),
		request: db
			.select({
				id: sql<string | null>`r.id`.as('id'),
				state: sql<'open' | 'declined'>`coalesce(r.decision, 'open')`.as('state'),
				created_at: sql<string>`r.created_at`.as('created_at'),
				expires_at: sql<string>`r.expires_at`.as('expires_at'),
				full: sql<
					keyof typeof FULL | null
				>`CASE WHEN r.id IS NOT NULL OR EXISTS (SELECT 1 FROM requests o WHERE o.run_id = run_standings.run_id AND o.org_id <> run_standings.org_id) THEN NULL
					WHEN ${today} THEN 'requests' ELSE 'requests_per_day' END`.as('full'),
			})
			.from(sql`run_standings LEFT JOIN requests r ON ${isOfRun} AND (${isOpen} OR ${isDeclined})`)
			.where(isRefused)
			.orderBy(sql`r.decision IS NULL`, sql`r.id DESC`),
	}
})

/** What a call that may be refused asks for. Without `ask` there is nothing to add to its batch. */
export function asking(
	db: Database['reader'],
	{ org_id, call_id }: { org_id: string; call_id: string },
	by: AskedBy,
	ask: z.infer<typeof Ask> | null | undefined,
) {
	if (!ask) return undefined
	const { told, ...statements } = asked(db, {
		org_id,
		call_id,
		id: newId('req'),
		event_id: newId('evt'),
		asked_by_kind: by.kind,
		asked_by_id: by.id,
		key_id: by.key_id,
		key_root_id: by.key_root_id,
		reason: ask.reason,
		credits: ask.credits ?? null,
		tokens: ask.tokens ?? null,
		runs: ask.runs ?? null,
		expires_in_s: ask.expires_in_s ?? DEFAULT_EXPIRES_S,
		since: idAt('req', Date.now() - DAY_MS),
	})
	return { ...statements, told: withDeliveries(told, now()) }
}

/** What leaves no room for a request, and what the refusal says of it. */
const FULL = {
	requests: { limit: MOST_OPEN.account, said: 'too many requests of the account or its org are open' },
	requests_per_day: { limit: MOST_A_DAY, said: `the org's runs have opened ${MOST_A_DAY} requests in 24 hours` },
}

/** The request as a refusal tells it, of a call that asked: null if there was no room for one, with the limit that is reached. */
export function askedIn(rows: Awaited<ReturnType<typeof asked>['request']> | undefined) {
	if (!rows) return {}
	const [found] = rows
	if (!found?.id) {
		const { limit, said } = found?.full ? FULL[found.full] : {}
		return { request: null, ...(found?.full && { no_request: { key: found.full, limit }, said }) }
	}
	const { created_at, full: _, ...request } = found
	return { request: { ...request, poll_after_s: request.state === 'open' ? pollAfter(created_at) : 0 } }
}
