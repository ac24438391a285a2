import { applyD1Migrations } from 'cloudflare:test'
import { dropAll } from '../support/database.ts'
import { MIGRATIONS, quoted } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import type { Filled } from './fill.ts'
import type { Answer } from './read-all.ts'

// The databases that `npm run upgrade:record` committed, one for each release.

const texts = import.meta.glob<string>('./*/*.jsonl', { query: '?raw', import: 'default', eager: true })

const linesOf = (version: string, name: string) =>
	(texts[`./${version}/${name}.jsonl`] as string)
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown)

export interface Release extends Filled {
	version: string
	recorded_at: string
	variables: Partial<Env>
	answers: Answer[]
}

export const OLDEST = '0.1.0'
const VERSIONS = [OLDEST, '0.2.0']

/** By day the newest release is upgraded, and the oldest is migrated in steps, which are those of all. By night each is both. */
export const UPGRADED = VERSIONS.slice(-runsOf(1, VERSIONS.length))
export const MIGRATED = VERSIONS.slice(0, runsOf(1, VERSIONS.length))

export const release = (version: string): Release => ({
	...(linesOf(version, 'instance')[0] as Release),
	answers: linesOf(version, 'answers') as Answer[],
})

type Line = { migrations: string[] } | { table: string; columns: string[] } | (string | number | null)[]

/** Fills a database as the release left it: its migrations, and its rows. */
export async function loadRelease(db: D1Database, version: string): Promise<void> {
	const [{ migrations }, ...lines] = linesOf(version, 'database') as [{ migrations: string[] }, ...Line[]]
	await dropAll(db)
	await applyD1Migrations(
		db,
		MIGRATIONS.filter(({ name }) => migrations.includes(name)),
	)
	// Those of the search indexes fill them: the record has only tables.
	const { results: triggers } = await db
		.prepare(
			"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql NOT LIKE '%INSERT INTO % _search%' AND name NOT LIKE '%_search_%'",
		)
		.all<{ name: string; sql: string }>()
	const sections: { table: string; columns: string[]; rows: unknown[] }[] = []
	for (const line of lines) {
		if (Array.isArray(line)) sections.at(-1)?.rows.push(line)
		else if ('table' in line) sections.push({ ...line, rows: [] })
	}
	const own = sections.filter(({ table }) => table !== 'd1_migrations')
	const inserts = own.map(({ table, columns, rows }) =>
		db
			.prepare(
				`INSERT INTO ${quoted(table)} (${columns.map(quoted).join()}) SELECT ${columns.map((_, index) => `value ->> ${index}`).join()} FROM json_each(?) WHERE 1 ORDER BY key`,
			)
			.bind(JSON.stringify(rows)),
	)
	await db.batch([
		db.prepare('PRAGMA defer_foreign_keys = on'),
		...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${quoted(name)}`)),
		...own.map(({ table }) => db.prepare(`DELETE FROM ${quoted(table)}`)),
		// Codes are indexed with their user's name, so users come first.
		...inserts.toSorted((one, other) => place(own, inserts.indexOf(one)) - place(own, inserts.indexOf(other))),
		...triggers.map(({ sql }) => db.prepare(sql)),
	])
}

const place = (sections: { table: string }[], index: number) => (sections[index]?.table === 'users' ? 0 : 1)
