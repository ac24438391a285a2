import { env } from 'cloudflare:workers'

// What is in the database of the file.

export const rows = async <T = Record<string, unknown>>(sql: string, ...params: unknown[]): Promise<T[]> =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all<T>()
	).results

export const first = async <T = Record<string, unknown>>(sql: string, ...params: unknown[]): Promise<T | null> =>
	(await rows<T>(sql, ...params))[0] ?? null

/** How many rows a table has, with the condition that follows its name. */
export const count = async (from: string, ...params: unknown[]): Promise<number> =>
	(await first<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...params))?.n ?? 0

/** The names of the tables, without those that SQLite keeps for a search. */
export async function tableNames(): Promise<string[]> {
	const tables = await rows<{ name: string }>(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND substr(name, 1, 4) <> '_cf_'",
	)
	return tables.map(({ name }) => name).filter((name) => !/_search_(config|data|docsize|idx|content)$/.test(name))
}

/** Which of these tables refer to which others. */
export const references = (names: string[]) =>
	rows<{ child: string; parent: string }>(
		'SELECT t.value AS child, f."table" AS parent FROM json_each(?) t JOIN pragma_foreign_key_list(t.value) f',
		JSON.stringify(names),
	)
