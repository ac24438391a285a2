import { env } from 'cloudflare:workers'

interface Table {
	name: string
	columns: string[]
}

/** The tables that hold data; those of the indexes for searches are made from them, and `search_characters` never changes. */
async function readTables(): Promise<Table[]> {
	const { results } = await env.DB.prepare(
		`SELECT t.name AS name, json_group_array(c.name) AS columns FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c
			WHERE t.type = 'table' AND t.sql NOT LIKE '%VIRTUAL%' AND c.hidden = 0 AND t.name NOT GLOB '_cf*'
				AND t.name NOT GLOB 'sqlite_*' AND t.name NOT GLOB '*_search_*' AND t.name <> 'search_characters'
			GROUP BY t.name`,
	).all<{ name: string; columns: string }>()
	return results.map(({ name, columns }) => ({ name, columns: JSON.parse(columns) as string[] }))
}

let known: Table[] | undefined

/** Every file has the same tables. */
const tables = async () => (known ??= await readTables())

const chunked = <T>(list: T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

/** A row as text. Functions take 32 arguments in D1. */
const rowOf = (columns: string[]) =>
	chunked(columns, 15)
		.map((some) => `json_object(${some.map((column) => `'${column}', "${column}"`).join()})`)
		.join(" || ' ' || ")

const textOf = ({ name, columns }: Table, where = '') =>
	`(SELECT group_concat('${name} ' || ${rowOf(columns)}, char(10)) FROM "${name}" ${where})`

/** The rows that these selections have, which the database puts together: it's asked before and after hundreds of calls. */
async function rowsOf(selections: string[]): Promise<string[]> {
	const found = await env.DB.batch<Record<string, string | null>>(
		chunked(selections, 25).map((some) =>
			env.DB.prepare(`SELECT ${some.map((text, index) => `${text} AS "${index}"`).join()}`),
		),
	)
	return found
		.flatMap(({ results: [row = {}] }) => Object.values(row))
		.flatMap((text) => text?.split('\n') ?? [])
		.toSorted()
}

const SCHEMA = "(SELECT 'schema ' || count(*) || ' ' || sum(length(sql)) FROM sqlite_master)"

/** Every row of the database, as text. */
export const everything = async () => rowsOf([SCHEMA, ...(await tables()).map((table) => textOf(table))])

/** What a change leaves behind even if it was undone: its log, its events, its notices, counts of changes, and a request that was decided. */
const BEHIND =
	/^(audit_|idempotency_keys|events|waiting_events|webhook_deliveries|tool_groups|jobs|replaced_secrets|notifications|undo_|unconfirmed_changes|configuration_|requests)/

/** Columns that say when a row was changed, and how often. A secret that's put back gets its fingerprint when it's re-sealed. */
const MOVING = ['fingerprint', 'updated_at', 'counts_since', 'version', 'due_at']

/** Every row of configuration, as text. A deleted endpoint doesn't count as a row. */
export const dump = async () =>
	rowsOf(
		(await tables())
			.filter(({ name }) => !BEHIND.test(name))
			.map(({ name, columns }) =>
				textOf(
					{ name, columns: columns.filter((column) => !MOVING.includes(column)) },
					columns.includes('deleted_at') ? 'WHERE deleted_at IS NULL' : '',
				),
			),
	)
