import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'drizzle')

/** Applies the migrations that the local `db` lacks, all or none, and records them as `wrangler d1 migrations apply` does. Returns their names. */
export async function migrate(db: D1Database): Promise<string[]> {
	await db.exec(
		'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
	)
	const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
	const applied = new Set(results.map(({ name }) => name))
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql') && !applied.has(file))
	// All are one transaction, and each file is one text: a call and a commit for each took most of the time.
	if (files.length > 0)
		await db.batch(
			files
				.toSorted()
				.flatMap((file) => [
					db.prepare(readFileSync(join(FOLDER, file), 'utf8')),
					db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
				]),
		)
	return files.toSorted()
}
