import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'drizzle')

/** Applies the migrations that `db` lacks, and records them as `wrangler d1 migrations apply` does. Returns their names. */
export async function migrate(db: D1Database): Promise<string[]> {
	await db.exec(
		'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
	)
	const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
	const applied = new Set(results.map(({ name }) => name))
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql') && !applied.has(file))
	for (const file of files.sort()) {
		const statements = readFileSync(join(FOLDER, file), 'utf8').split('--> statement-breakpoint')
		await db.batch([
			...statements.map((statement) => db.prepare(statement)),
			db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
		])
	}
	return files
}
