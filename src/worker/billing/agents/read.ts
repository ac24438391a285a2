import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { PLATFORM, usd } from '../../ground/db/columns.ts'
import { literal } from '../../ground/db/state.ts'
import { openPage } from '../../ground/http/page.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { datesOf, type Range } from '../usage/read.ts'
import { type Agent, type AgentQuery, rangeOf } from './schema.ts'
import { agentDays } from './table.ts'

// The agents of an owner by org and name. The primary key has them in this order, each with its days. So the list goes from name to name,
// and reads no day outside the period and none of a name that isn't on the page.

/** How many names a page looks at. */
const NAMES = 600
/** How many days of agents a page adds up. Together with the names that's less than a tenant's call may read. */
const DAYS = 2_400

interface Row {
	org_id: string
	agent_id: string
	place: number
	/** JSON: what the days come to. Null for a name that was only passed. */
	sums: string | null
}

interface Sums extends Omit<z.infer<typeof Agent>, 'org_id' | 'agent_id' | 'cost_usd' | `daily_${string}`> {
	cost_microusd: number
	days: Record<string, [run_count: number, cost_microusd: number]>
}

/** A page of the agents of an org, or of all orgs, which had a run in the period. Throws 404 if the path names an unknown or deleted org. */
export async function listAgents(c: Context<SignedIn>, query: z.infer<typeof AgentQuery>) {
	const { db, owner } = c.var
	const { limit, cursor, q, agent_id } = query
	const org_id = owner === PLATFORM ? query.org_id : owner
	const range = rangeOf(query)
	const dates = datesOf(range)
	const page = openPage(c, { limit: Math.min(limit, Math.floor(DAYS / dates.length)), cursor })
	const isOfAll = org_id === undefined
	// In one org only the name is compared. SQLite wouldn't look for a pair in the index if it also knew the org.
	const key = isOfAll ? [sql`d.org_id`, sql`d.agent_id`] : [sql`d.agent_id`]
	const ofOwner = isOfAll ? sql`1` : sql`d.org_id = ${org_id}`
	const passes = sql`${q === undefined ? sql`1` : sql`instr(lower(${NAME}), lower(${q}))`} AND ${
		agent_id === undefined ? sql`1` : sql`${NAME} = ${agent_id}`
	} AND EXISTS (${inPeriod(sql`1`, range)})`
	const first = next(
		ofOwner,
		page.after(...key) ?? (isOfAll ? sql`(d.org_id, d.agent_id) > ('', '')` : sql`d.agent_id >= ''`),
	)
	const following = next(
		ofOwner,
		isOfAll ? sql`(d.org_id, d.agent_id) > (pair ->> 0, pair ->> 1)` : sql`d.agent_id > pair ->> 1`,
	)
	const walked = sql`WITH RECURSIVE walked(pair, place) AS (SELECT ${first}, 1
			UNION ALL SELECT ${following}, place + 1 FROM walked WHERE pair IS NOT NULL AND place < ${NAMES})
		SELECT ${ORG} AS org_id, ${NAME} AS agent_id, place, iif(${passes}, (${inPeriod(SUMS, range)}), NULL) AS sums
		FROM walked WHERE pair IS NOT NULL AND (place = ${NAMES} OR ${passes}) LIMIT ${page.limit}`
	const statement = db
		.select({
			org_id: sql<string>`org_id`.as('org_id'),
			agent_id: sql<string>`agent_id`.as('agent_id'),
			place: sql<number>`place`.as('place'),
			sums: sql<string | null>`sums`.as('sums'),
		})
		.from(sql`(${walked})`)
	const rows: Row[] = await rowsOfOrg(db, owner, statement)
	const last = rows.find(({ place }) => place === NAMES)
	const found = rows.filter(({ sums }) => sums !== null)
	const keyOf = (row: Row) => (isOfAll ? [row.org_id, row.agent_id] : [row.agent_id])
	return page.close(found, keyOf, last && keyOf(last)).map((row) => toAgent(row, dates))
}

const ORG = sql`(walked.pair ->> 0)`
const NAME = sql`(walked.pair ->> 1)`

/** The first name of the owner `after` a place, with its org. */
const next = (ofOwner: SQL, after: SQL) => sql`(SELECT json_array(d.org_id, d.agent_id) FROM ${agentDays} d
	WHERE ${ofOwner} AND ${after} ORDER BY d.org_id, d.agent_id LIMIT 1)`

const inPeriod = (selected: SQL, { start, end }: Range) => sql`SELECT ${selected} FROM ${agentDays} d
	WHERE d.org_id = ${ORG} AND d.agent_id = ${NAME} AND d.day BETWEEN ${start} AND ${end}`

const SUMS = sql`json_object('run_count', sum(run_count), 'failed_run_count', sum(failed_run_count), 'cost_microusd', sum(cost_microusd),
	'credits_used', min(sum(credits_used), ${literal(Number.MAX_SAFE_INTEGER)}), 'last_run_at', max(last_run_at), 'last_failed_at', max(last_failed_at),
	'last_failed_run_id', substr(max(last_failed_at || last_failed_run_id), length(max(last_failed_at)) + 1),
	'days', json_group_object(day, json_array(run_count, cost_microusd)))`

const NOTHING: Sums['days'][string] = [0, 0]

function toAgent({ org_id, agent_id, sums }: Row, dates: string[]): z.infer<typeof Agent> {
	const { cost_microusd, days, ...rest } = JSON.parse(sums ?? '') as Sums
	const used = dates.map((date) => days[date] ?? NOTHING)
	return {
		org_id,
		agent_id: agent_id || null,
		...rest,
		cost_usd: usd(cost_microusd),
		daily_run_count: used.map(([runs]) => runs),
		daily_cost_usd: used.map(([, microusd]) => usd(microusd)),
	}
}
