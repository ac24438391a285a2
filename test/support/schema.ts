import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { RECORDS } from '../../src/tools/large-migrations.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

interface Made {
	type: 'table' | 'index' | 'trigger' | 'view'
	name: string
	sql: string
}

const quoted = (name: string) => `"${name}"`

const literal = (value: unknown) =>
	value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)

/** One statement for all rows of a table. */
function insertion(table: string, rows: Record<string, unknown>[]): string[] {
	const [first] = rows
	if (!first) return []
	const values = rows.map((row) => `(${Object.values(row).map(literal).join()})`)
	return [`INSERT INTO ${quoted(table)} (${Object.keys(first).map(quoted).join()}) VALUES ${values.join()}`]
}

/**
 * The SQL that makes a migrated database at once: what its sixty migrations leave, with the rows that they put in. A test's
 * database is made by it, since migrating takes seconds.
 */
export function schema(): string[] {
	const db = new DatabaseSync(':memory:')
	const migrations = readdirSync(MIGRATIONS)
		.filter((name) => name.endsWith('.sql'))
		.toSorted()
	db.exec(RECORDS)
	for (const name of migrations) {
		db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
		db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
	}
	const made = db
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
		)
		.all() as unknown as Made[]
	const virtual = made.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL')).map(({ name }) => name)
	const isShadow = ({ type, name }: Made) => type === 'table' && virtual.some((one) => name.startsWith(`${one}_`))
	const own = made.filter((one) => !isShadow(one))
	const rows = own
		.filter(({ type, name }) => type === 'table' && !virtual.includes(name))
		.flatMap(({ name }) => insertion(name, db.prepare(`SELECT * FROM ${quoted(name)}`).all()))
	const of = (...types: string[]) => own.filter(({ type }) => types.includes(type)).map(({ sql }) => sql)
	db.close()
	// Rows come before triggers, which would count them again.
	return joined([...of('table', 'index', 'view'), ...rows, ...of('trigger')])
}

/** D1 takes a text of 100 KB, and one text with many statements is done in half the time of a batch. */
const MOST_CHARS = 90_000

function joined(statements: string[]): string[] {
	const parts: string[] = []
	for (const statement of statements) {
		const part = parts.at(-1)
		if (part !== undefined && part.length + statement.length < MOST_CHARS) parts.push(`${parts.pop()}\n${statement};`)
		else parts.push(`${statement};`)
	}
	return parts
}
