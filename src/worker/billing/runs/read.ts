import { and, desc, eq, getTableColumns, gte, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { now, usd, usdOrNull } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { type openPage, walkedBy } from '../../ground/http/page.ts'
import { timesWithin } from '../../ground/http/period.ts'
import { costsIn } from '../costs/costing.ts'
import { isTerminal } from './merge.ts'
import type { Run, RunQuery } from './schema.ts'
import { runs } from './table.ts'

const { settled_by: _, model_key: __, ...stored } = getTableColumns(runs)

const columns = {
	...stored,
	// Only a run that has begun and not ended has one. Drizzle would leave out the table here, and compare `holds` with itself.
	hold: sql<
		string | null
	>`(SELECT json_object('credits', h.credits, 'tokens', h.tokens, 'expires_at', h.expires_at, 'spent', json_object('credits', h.spent_credits,
		'tokens', h.spent_tokens)) FROM holds h WHERE h.run_id = runs.run_id)`.as('hold'),
}

export type Filters = Omit<z.infer<typeof RunQuery>, 'limit' | 'cursor'>

// The filters by `status`, `model`, `user_id` and `agent_id` have no index, because each one would make every report write one more row.

type Page = ReturnType<typeof openPage>

/** The query for a page of runs, newest first. `hotPart` turns its rows into runs. */
export function selectRuns(
	db: Database['reader'],
	{ org_id, status, model, user_id, agent_id, since, ...period }: Filters,
	page: Page,
) {
	const { created_at, run_id } = runs
	const newestFirst = [desc(created_at), desc(run_id)]
	const inOrder = and(
		org_id === undefined ? undefined : eq(runs.org_id, org_id),
		since === undefined ? undefined : gte(created_at, since),
		timesWithin(created_at, period, page),
		page.before(created_at, run_id),
	)
	if ([status, model, user_id, agent_id].every((filter) => filter === undefined))
		return db
			.select({ ...columns, is_last: sql<number>`0`.as('is_last') })
			.from(runs)
			.where(inOrder)
			.orderBy(...newestFirst)
			.limit(page.limit)
	const passing = and(
		status === undefined ? undefined : eq(runs.status, status),
		model === undefined ? undefined : eq(runs.model, model),
		user_id === undefined ? undefined : eq(runs.user_id, user_id),
		agent_id === undefined ? undefined : eq(runs.agent_id, agent_id),
	)
	const walked = walkedBy(db, { table: runs, id: run_id, where: inOrder, order: newestFirst, passes: sql`${passing}` })
	return db
		.select({ ...columns, is_last: walked.is_last })
		.from(walked.from)
		.crossJoin(runs)
		.where(walked.isRow)
		.limit(page.limit)
}

/** Whether a run belongs to the list, on whichever page. */
export const passes = ({ status, model, user_id, agent_id, org_id, since, from, to }: Filters, run: Row) =>
	(status === undefined || run.status === status) &&
	(model === undefined || run.model === model) &&
	(user_id === undefined || run.user_id === user_id) &&
	(agent_id === undefined || run.agent_id === agent_id) &&
	(org_id === undefined || run.org_id === org_id) &&
	(since === undefined || run.created_at >= since) &&
	(from === undefined || run.created_at >= from) &&
	(to === undefined || run.created_at < to)

/** The runs among the rows of `selectRuns`, and the place down to which they're complete. */
export function hotPart(rows: Awaited<ReturnType<typeof selectRuns>>, filters: Filters, page: Page) {
	const last = rows.find(({ is_last }) => is_last === 1) ?? (rows.length === page.limit ? rows.at(-1) : undefined)
	return {
		rows: rows.flatMap(({ is_last, ...row }): Row[] => (is_last === 0 && passes(filters, row) ? [row] : [])),
		floor: last && keyOf(last),
	}
}

/** The query for one run, of any org if `org_id` is undefined. */
export const selectRun = (db: Database['reader'], run_id: string, org_id?: string) =>
	db
		.select(columns)
		.from(runs)
		.where(and(eq(runs.run_id, run_id), org_id === undefined ? undefined : eq(runs.org_id, org_id)))
		.limit(1)

export type Row = Awaited<ReturnType<typeof selectRun>>[number]

/** A run's key in the order of lists. */
export const keyOf = ({ created_at, run_id }: Pick<Row, 'created_at' | 'run_id'>): [string, string] => [
	created_at,
	run_id,
]

/** What runs of older objects in the archive don't have. */
export const UNNAMED = {
	user_id: null,
	agent_id: null,
	api_key_id: null,
	total_cache_read_tokens: null,
	total_cache_write_tokens: null,
	other_cost_microusd: null,
	costing: null,
	hold: null,
}

export function toRun({ cost_microusd, other_cost_microusd, costing, hold, ...run }: Row) {
	const { reported, priced, ...costs } = costsIn(
		{ costing, cost_microusd, other_cost_microusd },
		isTerminal(run.status),
	)
	return {
		...run,
		total_cost_usd: usd(cost_microusd),
		reported_cost_usd: usdOrNull(reported),
		priced_cost_usd: usdOrNull(priced),
		...costs,
		hold: asOfNow(JSON.parse(hold ?? 'null') as Hold),
	}
}

type Hold = z.infer<typeof Run>['hold']

/** A hold that has lapsed holds nothing, whether its row is cleared up yet or not. */
const asOfNow = (hold: Hold): Hold =>
	hold && (hold.expires_at ?? '') <= now() ? { ...hold, credits: 0, tokens: 0, expires_at: null } : hold
