import { SCHEMA } from './program.ts'

/** Makes a database an empty one with the schema, whatever is in it. */
export async function emptied(db: D1Database): Promise<D1Database> {
	await dropAll(db)
	await db.batch(SCHEMA.map((text) => db.prepare(text)))
	return db
}

const quoted = (name: string) => `"${name}"`

/** Drops everything in a database. */
export async function dropAll(db: D1Database): Promise<void> {
	const { results } = await db
		.prepare(
			"SELECT name, type FROM sqlite_master WHERE type IN ('trigger', 'view', 'table') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
		)
		.all<{ name: string; type: string }>()
	if (results.length === 0) return
	const names = (type: string) => results.filter((found) => found.type === type).map(({ name }) => name)
	// Without triggers the tables can be dropped in any order: the transaction checks foreign keys at its end.
	const drops = ['trigger', 'view', 'table'].flatMap((type) =>
		names(type)
			.filter((name) => !name.includes('_search_') || type !== 'table')
			.map((name) => `DROP ${type} ${quoted(name)}`),
	)
	await db.batch(['PRAGMA defer_foreign_keys = on', ...drops].map((text) => db.prepare(text)))
}
