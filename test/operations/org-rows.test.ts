import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EXPIRING, ORG_TABLES as TABLES } from '../support/program.ts'
import { references, rows, tableNames } from '../support/rows.ts'

// The table of tables covers the whole database.

const WHERE = 'src/worker/operations/org-rows'

test('every table says which rows are an org’s, what an export shows of them, and what an erasure does', async () => {
	const known = await tableNames()
	const missing = known.filter((name) => !TABLES[name])
	expect(
		missing.map(
			(name) =>
				`Add ${name} to ${WHERE}: does it have rows of orgs, and what becomes of them when an org leaves, and in a backup?`,
		),
	).toEqual([])
	expect(Object.keys(TABLES).filter((name) => !known.includes(name))).toEqual([])
})

/** What no export shows. A claim is whoever works on a row at the moment, but `role_claim` is a word of OpenID. */
const HIDDEN = /hash|token|secret_id|sealed|claim/

test('every column of an exported table is shown, or withheld with a reason', () => {
	const problems = Object.entries(TABLES).flatMap(([name, decision]) => {
		if ('platform' in decision || 'not' in decision.exported) return []
		const { table } = decision
		const { columns, more = {}, withheld = {} } = decision.exported
		const real = Object.keys(getTableColumns(table))
		const made = Object.keys(more).filter((column) => real.includes(column))
		const said = [...columns, ...made, ...Object.keys(withheld)]
		return [
			...(getTableName(table) === name ? [] : [`${name} shows ${getTableName(table)}`]),
			...real
				.filter((column) => !said.includes(column))
				.map((column) => `Add ${name}.${column} to the columns that an export shows, or withhold it, in ${WHERE}`),
			...said.filter((column) => !real.includes(column)).map((column) => `${name} has no column ${column}`),
			...columns.filter((column) => HIDDEN.test(column) && !column.endsWith('tokens') && column !== 'role_claim'),
		]
	})
	expect(problems).toEqual([])
	for (const [name, decision] of Object.entries(TABLES))
		if ('table' in decision) expect(getTableName(decision.table)).toBe(name)
})

test('a table with a column that names an org has its rows in the walk', async () => {
	const named = await rows<{ name: string }>(
		'SELECT t.value AS name FROM json_each(?) t JOIN pragma_table_xinfo(t.value) c WHERE c.name = ?',
		JSON.stringify(await tableNames()),
		'org_id',
	)
	const left = named.map(({ name }) => name).filter((name) => 'platform' in (TABLES[name] ?? {}))
	expect(left.toSorted()).toEqual(['archived_usage', 'ledger_folds', 'ledger_marks', 'sessions'])
})

test('an erasure deletes children before their parents', async () => {
	const order = Object.keys(TABLES)
	const isDeleted = (name: string) => (TABLES[name] as { erased?: unknown } | undefined)?.erased === 'deleted'
	const wrong = (await references(order)).filter(
		({ child, parent }) => isDeleted(parent) && (!isDeleted(child) || order.indexOf(child) > order.indexOf(parent)),
	)
	expect(wrong).toEqual([])
})

test('what the retention deletes of a table is said with the rest of its fate', () => {
	const said = Object.entries(TABLES).flatMap(([name, { expires }]) => (expires ? [name] : []))
	expect(said.toSorted()).toEqual([...new Set(EXPIRING.map(({ table }) => getTableName(table)))].toSorted())
})
