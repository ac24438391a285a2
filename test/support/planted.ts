import { env } from 'cloudflare:workers'

/**
 * The tables with a row that has a text in it. The database searches: it has the rows of all files before, and carrying them out takes
 * seconds.
 */
export async function tablesWith(text: string): Promise<string[]> {
	const { results: tables } = await env.DB.prepare(
		`SELECT t.name AS name, group_concat('instr("' || c.name || '", ?1) > 0', ' OR ') AS has
			FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c
			WHERE t.type = 'table' AND t.sql NOT LIKE '%VIRTUAL%' AND c.hidden = 0
				AND t.name NOT LIKE '\\_cf%' ESCAPE '\\' AND t.name NOT LIKE '%\\_search\\_%' ESCAPE '\\'
			GROUP BY t.name`,
	).all<{ name: string; has: string }>()
	const found = await env.DB.batch<{ found: number }>(
		tables.map(({ name, has }) =>
			env.DB.prepare(`SELECT EXISTS (SELECT 1 FROM "${name}" WHERE ${has}) AS found`).bind(text),
		),
	)
	return tables.filter((_, index) => found[index]?.results[0]?.found === 1).map(({ name }) => name)
}
