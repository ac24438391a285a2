import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { inOneCase, nameIn } from '../../ground/db/one-case.ts'
import { keepPlace, type Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { identities, scimUsers } from '../../sign-in/identities/table.ts'
import { nameClaims, users } from '../../tenancy/users/table.ts'

// Puts names in one case that code before the rule wrote. Of users who share a name, the oldest gets it.

/** How many rows one step fills, and how many it looks at. */
const ROWS = 500
const WINDOW = 20_000

type Field = (typeof nameClaims.$inferSelect)['field']

/** What a row `t` of a table calls somebody. */
interface Named {
	table: SQLiteTable
	field: Field
	/** Undefined if several may have the name: then nothing is claimed. */
	user_id?: SQL
	/** Where nobody else may have it. */
	connection_id: SQL
	/** Whether the row keeps others from the name. */
	counts: (alias: string) => SQL
}

const ofUser = (field: 'login' | 'username' | 'email'): Named => ({
	table: users,
	field,
	user_id: sql`t.id`,
	connection_id: sql`''`,
	counts: () => sql`1`,
})

const NAMED = {
	logins: ofUser('login'),
	usernames: ofUser('username'),
	addresses: ofUser('email'),
	user_names: {
		table: scimUsers,
		field: 'user_name',
		user_id: sql`t.user_id`,
		connection_id: sql`t.connection_id`,
		counts: (alias) => sql.raw(`${alias}.state <> 'deleted'`),
	},
	identities: { table: identities, field: 'email', connection_id: sql`t.connection_id`, counts: () => sql`0` },
} satisfies Record<string, Named>

const ORDER = Object.keys(NAMED)

/**
 * The job: walks every name that isn't known in one case, in a few steps a tick, and begins anew the next day, for names that have become
 * free and those that a version before the rule wrote. Returns whether it left work.
 */
export async function fillNames(c: WorkContext, place: Place): Promise<boolean> {
	for (let at: string | null = place.at ?? `${ORDER[0]} 0`; at !== null;) {
		if (!hasStatementBudget(c)) return true
		at = await step(c, place, at)
	}
	return false
}

/** Fills some names, keeps the place, and returns it; null at the end. */
async function step(c: WorkContext, place: Place, at: string): Promise<string | null> {
	const [kind, from] = at.split(' ') as [keyof typeof NAMED, string]
	const named: Named = NAMED[kind]
	const until = Number(from) + WINDOW
	const { name, caseless } = nameIn('t', named.field)
	const { db } = c.var
	const [rows, [last]] = await db.batch([
		db
			.select({
				seq: sql<number>`t.rowid`.as('row_seq'),
				name: sql<string>`${name}`.as('row_name'),
				connection_id: sql<string>`${named.connection_id}`.as('row_connection_id'),
				counts: sql<number>`${named.counts('t')}`.as('row_counts'),
			})
			.from(sql`${named.table} AS t`)
			.where(sql`t.rowid > ${Number(from)} AND t.rowid <= ${until} AND ${caseless} IS NULL AND ${name} IS NOT NULL`)
			.orderBy(sql`t.rowid`)
			.limit(ROWS),
		db.select({ seq: sql<number | null>`max(t.rowid)`.as('last_seq') }).from(sql`${named.table} AS t`),
	])
	if (rows.length > 0) await fill(c, named, rows)
	const reached = rows.length === ROWS ? (rows.at(-1)?.seq ?? until) : until
	const next = reached < (last?.seq ?? 0) ? `${kind} ${reached}` : following(kind)
	await keepPlace(c, place, next)
	return next
}

function following(kind: string): string | null {
	const next = ORDER[ORDER.indexOf(kind) + 1]
	return next === undefined ? null : `${next} 0`
}

interface Row {
	seq: number
	name: string
	connection_id: string
	/** Whether it keeps others from the name: 1 or 0. */
	counts: number
}

type Wanted = Row & { caseless: string }

async function fill(c: WorkContext, named: Named, rows: Row[]): Promise<void> {
	const wanted = rows.map((row) => ({ ...row, caseless: inOneCase(row.name) }))
	const isUnclaimed = sql`NOT EXISTS (SELECT 1 FROM name_claims n WHERE n.field = ${named.field} AND n.connection_id = w.connection_id AND n.name = w.caseless)`
	const { filled } = await write(c, { filled: given(c, named, wanted, named.user_id ? isUnclaimed : sql`1`) })
	if (named.user_id && filled.meta.changes < rows.length) await settle(c, named, named.user_id, wanted)
}

const listed = (wanted: Wanted[]) =>
	sql`(SELECT r.value ->> 'seq' AS seq, r.value ->> 'name' AS name, r.value ->> 'caseless' AS caseless, r.value ->> 'connection_id' AS connection_id
		FROM json_each(${JSON.stringify(wanted)}) r) AS w`

/** Of the rows with one name, the oldest, and all those that keep nobody from it. */
function oldest(wanted: Wanted[]): Wanted[] {
	const first = new Map<string, Wanted>()
	for (const row of wanted) {
		const key = JSON.stringify([row.connection_id, row.caseless])
		if (row.counts === 1 && !first.has(key)) first.set(key, row)
	}
	return [...first.values(), ...wanted.filter(({ counts }) => counts === 0)]
}

/** The statement that writes the names in one case, of the rows that are as they were read, where nobody else has the name. */
function given(
	{ var: { db } }: WorkContext,
	{ table, field, connection_id, counts }: Named,
	wanted: Wanted[],
	condition: SQL,
) {
	const own = nameIn(getTableName(table), field)
	const rowid = sql.raw(`${getTableName(table)}.rowid`)
	const held = sql`SELECT 1 FROM ${table} AS t WHERE ${nameIn('t', field).caseless} = w.caseless AND ${connection_id} = w.connection_id AND ${counts('t')}`
	return db
		.update(table)
		.set({ [`${field}_caseless`]: sql`w.caseless` })
		.from(listed(oldest(wanted)))
		.where(
			sql`${rowid} = w.seq AND ${own.caseless} IS NULL AND ${own.name} = w.name AND ${condition}
				AND (NOT (${counts(getTableName(table))}) OR NOT EXISTS (${held}))`,
		)
}

/** Where a name is somebody else's: the oldest of them gets it, and the others claim it. */
async function settle(c: WorkContext, named: Named, user_id: SQL, wanted: Wanted[]): Promise<void> {
	const { db } = c.var
	const { table, field, connection_id, counts } = named
	const { name, caseless } = nameIn('t', field)
	const waiting = sql`${listed(wanted)} JOIN ${table} AS t ON t.rowid = w.seq AND ${caseless} IS NULL AND ${name} = w.name AND ${counts('t')}`
	const younger = sql`${listed(wanted)} JOIN ${table} AS t ON ${caseless} = w.caseless AND ${connection_id} = w.connection_id AND t.rowid > w.seq AND ${counts('t')}`
	const claims = (from: SQL) =>
		insertFrom(
			db,
			nameClaims,
			{ field, connection_id: sql`w.connection_id`, name: sql`w.caseless`, user_id },
			sql`${from} WHERE 1`,
		).onConflictDoNothing()
	await write(c, {
		waiting: claims(waiting),
		younger: claims(younger),
		released: db
			.update(table)
			.set({ [`${field}_caseless`]: null })
			.where(sql`${sql.raw(`${getTableName(table)}.rowid`)} IN (SELECT t.rowid FROM ${younger})`),
		given: given(c, named, wanted, sql`1`),
		settled: db.delete(nameClaims).where(
			sql`${nameClaims.field} = ${field} AND EXISTS (SELECT 1 FROM ${table} AS t
					WHERE ${user_id} = ${nameClaims.user_id} AND ${connection_id} = ${nameClaims.connection_id} AND ${caseless} = ${nameClaims.name})`,
		),
	})
}
