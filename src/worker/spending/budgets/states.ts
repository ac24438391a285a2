import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { notFound } from '../../ground/http/errors.ts'
import { isBefore, openPage, type PageQuery } from '../../ground/http/page.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { visibleBudget } from './columns.ts'
import { heldOf, raisedOf, raisedOfRun, STATE, takenBy } from './live.ts'
import { resetOf, windowOf } from './match.ts'
import { budgets } from './table.ts'

/** So many subjects are sorted by what they take. The numbers of now decide that, so no index has it. */
const SORTED = 2_000

interface State {
	subject: string
	org_id: string
	window_start: string | null
	resets_at: string | null
	used: number
	held: number
	raised: number
	refused: number
	exceeded_at: string | null
}

/**
 * A page of a budget's states in the windows that run now, the fullest first; with more than 2,000 subjects in the order of their
 * key. `owner` is an org, which sees its own, or the platform. Throws 404. One D1 call, and one more where there are more than 2,000.
 */
export async function listStates(c: Context<SignedIn>, owner: string, id: string, paging: z.infer<typeof PageQuery>) {
	const { db } = c.var
	const page = openPage(c, paging)
	const inOrder = ({ columns, from, key }: Arm, after?: SQL) =>
		db
			.select(columns)
			.from(from(after))
			.orderBy(...key.map((column) => asc(column)))
	const first = (arm: Arm) => (arm.isInOrder ? inOrder(arm) : db.select(arm.columns).from(arm.from())).limit(SORTED + 1)
	const kept = ofStates(id, owner, db.now())
	const live = ofRuns(id, owner, db.now())
	const [[budget], states, ...runs] = await db.batch([
		db.select().from(budgets).where(visibleBudget(owner, id)).limit(1),
		first(kept),
		...live.map(first),
	])
	if (!budget) throw notFound('Budget')
	const shown = (state: State) => ({
		...state,
		remaining: Math.max(0, budget.limit + state.raised - state.used - state.held),
	})
	const isOfRuns = budget.scope === 'run'
	const rows = isOfRuns ? runs.flat() : states
	if (rows.length > SORTED) {
		c.header('X-Is-Cut', 'true')
		const arm = isOfRuns ? (live.at(budget.org_id === null ? -1 : 0) as Arm) : kept
		const after = page.after(...arm.key)
		const isRead = arm.isInOrder && !after
		return page.close(isRead ? rows : await inOrder(arm, after).limit(page.limit), arm.keyOf).map(shown)
	}
	const sorted = rows.toSorted((one, other) => (isBefore(keyOf(one), keyOf(other)) ? 1 : -1))
	return page
		.close(
			sorted.filter((state) => page.holds(...keyOf(state))),
			keyOf,
		)
		.map(shown)
}

const keyOf = ({ used, held, org_id, subject }: State) => [used + held, org_id, subject]

/** Where states come from. */
interface Arm {
	columns: { [Name in keyof State]: SQL.Aliased<State[Name]> }
	from: (after?: SQL) => SQL
	/** What identifies a row, and whether an index has them in this order. */
	key: SQL[]
	isInOrder: boolean
	keyOf: (state: State) => string[]
}

function ofStates(id: string, owner: string, now: string): Arm {
	const { raw } = sql
	return {
		columns: columnsOf({
			subject: raw('s.subject'),
			org_id: raw('s.org_id'),
			window_start: sql`nullif(s.window_start, '')`,
			resets_at: resetOf(raw('s.window_start')),
			used: raw('s.used'),
			held: heldOf(STATE, now),
			raised: raisedOf(now),
			refused: raw('s.refused'),
			exceeded_at: raw('s.exceeded_at'),
		}),
		from: (after = sql`1`) =>
			sql`budgets b CROSS JOIN budget_states s WHERE b.id = ${id} AND s.budget_id = ${id} AND s.window_start = ${windowOf(now)} AND ${isOf('s', owner)} AND ${after}`,
		key: [raw('s.org_id'), raw('s.subject')],
		isInOrder: true,
		keyOf: ({ org_id, subject }) => [org_id, subject],
	}
}

/**
 * A budget of runs keeps no states. Its live runs are those of one org, which an index finds, or of all orgs if the platform reads
 * one for each org.
 */
function ofRuns(id: string, owner: string, now: string): Arm[] {
	if (owner !== PLATFORM) return [runsWhere(id, now, sql`l.org_id = ${owner}`, false)]
	const { org_id } = budgets
	return [
		runsWhere(id, now, sql`l.org_id = (SELECT ${org_id} FROM ${budgets} WHERE ${eq(budgets.id, id)})`, false),
		// The plus makes SQLite find the budget by its id, so the runs stay in the order of theirs.
		runsWhere(id, now, sql`+b.org_id IS NULL AND ${isOrgOpen(sql`l.org_id`)}`, true),
	]
}

/** Of what a run was refused, `budget_alerts` has the first time. */
function runsWhere(id: string, now: string, of: SQL, isInOrder: boolean): Arm {
	const { raw } = sql
	return {
		columns: columnsOf({
			subject: raw('l.run_id'),
			org_id: raw('l.org_id'),
			window_start: raw('NULL'),
			resets_at: raw('NULL'),
			used: raw('0'),
			held: takenBy('l', now),
			raised: raisedOfRun(raw('l.budget_id'), raw('l.run_id')),
			refused: raw('a.created_at IS NOT NULL'),
			exceeded_at: raw('a.created_at'),
		}),
		from: (after = sql`1`) =>
			sql`budgets b CROSS JOIN budget_holds l LEFT JOIN budget_alerts a ON a.budget_id = ${id} AND a.org_id = l.org_id AND a.window_start = ''
				AND a.subject = l.run_id AND a.percent = 0
			WHERE b.id = ${id} AND b.scope = 'run' AND l.budget_id = ${id} AND ${of} AND ${after}`,
		key: [raw('l.run_id')],
		isInOrder,
		keyOf: ({ subject }) => [subject],
	}
}

const isOf = (row: string, owner: string): SQL =>
	owner === PLATFORM ? isOrgOpen(sql.raw(`${row}.org_id`)) : sql`${sql.raw(row)}.org_id = ${owner}`

const columnsOf = (values: Record<keyof State, SQL>) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.as(name)])) as {
		[Name in keyof State]: SQL.Aliased<State[Name]>
	}
