import { desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import { inviteCodes } from '../../billing/invite-codes/table.ts'
import { codeFrom, endingIn } from '../../billing/redemption-codes/code.ts'
import { redemptionCodes } from '../../billing/redemption-codes/table.ts'
import { runs } from '../../billing/runs/table.ts'
import type { Database } from '../../ground/db/database.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { onPage } from '../../ground/db/search/search.ts'
import { allOf } from '../../ground/db/state.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { plans } from '../../plans/plans/table.ts'
import { llmProviders } from '../../providers/llm-providers/table.ts'
import { mcpConfigs } from '../../providers/mcp-configs/table.ts'
import { budgets } from '../../spending/budgets/table.ts'
import { requests } from '../../spending/requests/table.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { isCalled, named } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { NAMINGS } from './kinds.ts'
import { isAmong, kindOf, selectNamed } from './named.ts'
import type { Found } from './schema.ts'

type Row = z.infer<typeof Found>

/** An id that we made: a prefix and a ULID, or the ULIDs of the two things it's made of. */
const ID = /^[a-z]+(_[\dA-HJKMNP-TV-Z]{26}){1,2}$/
const TRACE_ID = /^[\da-f]{32}$/i

/** Flags and plans have no search index, so we compare the newest ones one by one. */
const NEWEST = 1_000

/**
 * Finds what a text names: the thing with that id, or else exact names, logins, addresses and codes, then everything that
 * contains the text. One D1 call, and the rows it reads don't depend on the size of the tables. Redemption codes are found by the whole
 * code if the caller `seesCodes`, else by their last four characters.
 */
export async function search(db: Database['reader'], q: string, limit: number, seesCodes: boolean): Promise<Row[]> {
	const kind = ID.test(q) ? kindOf(q) : undefined
	if (kind) return selectNamed(db, kind, isAmong(kind, [q])).limit(1)
	const exact = exactly(db, { q, limit }, seesCodes)
	const sources = [
		selectNamed(db, 'user', onIndex('users', ['login', 'username', 'email'], { q, limit }))
			.orderBy(desc(users.seq))
			.limit(limit),
		startingWith(db, 'org', orgs.name, { q, limit }),
		selectNamed(db, 'org', onIndex('orgs', ['name'], { q, limit }))
			.orderBy(desc(orgs.seq))
			.limit(limit),
		selectNamed(db, 'invite_code', onIndex('invite_codes', ['code', 'login', 'email'], { q, limit }))
			.orderBy(desc(inviteCodes.seq))
			.limit(limit),
		selectNamed(
			db,
			'redemption_code',
			onIndex('redemption_codes', ['batch_id', 'type', ...(seesCodes ? ['code'] : [])], { q, limit }),
		)
			.orderBy(desc(redemptionCodes.seq))
			.limit(limit),
		amongNewest(db, 'feature_flag', [featureFlags.key], { q, limit }),
		amongNewest(db, 'plan', [plans.display_name, plans.name], { q, limit }),
		startingWith(db, 'llm_provider', llmProviders.name, { q, limit }),
		startingWith(db, 'mcp_config', mcpConfigs.name, { q, limit }),
		startingWith(db, 'budget', budgets.name, { q, limit }),
	] as const
	const found: Row[][] = await db.batch([...exact, ...sources])
	const traces: Row[] = TRACE_ID.test(q) ? [traceOf(q)] : []
	const isExact = ({ title }: Row) => inOneCase(title) === inOneCase(q)
	const others = found.slice(exact.length)
	const first = [...found.slice(0, exact.length), ...others.map((rows) => rows.filter(isExact))].flat()
	return unlike([...first, ...traces, ...inTurns(others)]).slice(0, limit)
}

/** The queries for things that are called exactly `q`. Each is one lookup in an index. */
const exactly = (db: Database['reader'], { q, limit }: Wanted, seesCodes: boolean) =>
	[
		selectNamed(db, 'run', eq(runs.run_id, q)),
		selectNamed(db, 'request', eq(requests.run_id, q)).orderBy(desc(requests.id)).limit(limit),
		selectNamed(db, 'user', or(named(q), isCalled('username', q))),
		selectNamed(db, 'invite_code', eq(inviteCodes.code, q.toUpperCase())),
		selectNamed(db, 'redemption_code', seesCodes ? eq(redemptionCodes.code, codeFrom(q)) : (endingIn(q) ?? sql`0`)),
		selectNamed(db, 'feature_flag', eq(featureFlags.key, q)),
		selectNamed(db, 'plan', eq(plans.name, q)),
	] as const

interface Wanted {
	q: string
	limit: number
}

const SEQ = { users: users.seq, orgs: orgs.seq, invite_codes: inviteCodes.seq, redemption_codes: redemptionCodes.seq }

/** Matches the newest rows of a table in whose search index the text is found. */
const onIndex = (table: keyof typeof SEQ, columns: string[], { q, limit }: Wanted) =>
	onPage({ seq: SEQ[table], index: `${table}_search`, q, columns }, { limit, before: () => undefined })

/** The things whose name begins with the text, sorted by name. The index on `lower(name)` finds them. */
function startingWith(
	db: Database['reader'],
	kind: 'org' | 'llm_provider' | 'mcp_config' | 'budget',
	name: SQLiteColumn,
	{ q, limit }: Wanted,
) {
	const lower = sql`lower(${name})`
	const last = String.fromCodePoint(0x10ffff)
	return selectNamed(db, kind, sql`${lower} >= lower(${q}) AND ${lower} < lower(${q}) || ${last}`)
		.orderBy(lower)
		.limit(limit)
}

/** The newest things of a kind whose names contain the text. Looks at 1,000 at most. */
function amongNewest(
	db: Database['reader'],
	kind: 'feature_flag' | 'plan',
	names: [SQLiteColumn, ...SQLiteColumn[]],
	{ q, limit }: Wanted,
) {
	const { id } = NAMINGS[kind]
	const contains = names.map((name): SQL => sql`instr(lower(${name}), lower(${q})) > 0`)
	const newest = sql`${id} IN (SELECT n.id FROM ${id.table} n ORDER BY n.id DESC LIMIT ${NEWEST})`
	return selectNamed(db, kind, allOf(newest, or(...contains) as SQL))
		.orderBy(desc(id))
		.limit(limit)
}

/** A trace isn't looked up: what a request left behind is read under its id. */
const traceOf = (q: string): Row => ({
	kind: 'trace',
	id: q.toLowerCase(),
	title: q.toLowerCase(),
	subtitle: null,
	org_id: null,
})

/** The first row of each list, then the second rows, and so on: no kind crowds out the others. */
function inTurns(lists: Row[][]): Row[] {
	const longest = Math.max(...lists.map(({ length }) => length))
	return Array.from({ length: longest }, (_, turn) => lists.flatMap((rows) => rows[turn] ?? [])).flat()
}

/** Each thing once, at its first place. */
function unlike(rows: Row[]): Row[] {
	const seen = new Set<string>()
	return rows.filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
}
