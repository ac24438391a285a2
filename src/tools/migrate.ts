import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../worker/operations/backups/derive.ts'
import { RECORDS } from './large-migrations.ts'
import { ROOT } from './settings.ts'

/** The folder of the migrations. */
export const MIGRATIONS = join(ROOT, 'drizzle')

/** Applies the migrations that the local `db` lacks, all or none, and records them as `wrangler d1 migrations apply` does. Returns their names. */
export async function migrate(db: Client): Promise<string[]> {
	await db.prepare(RECORDS).run()
	const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
	const applied = new Set(results.map(({ name }) => name))
	const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql') && !applied.has(file))
	// All are one transaction, and each file is one text: a call and a commit for each took most of the time.
	if (files.length > 0)
		await db.batch(
			files
				.toSorted()
				.flatMap((file) => [
					db.prepare(readFileSync(join(MIGRATIONS, file), 'utf8')),
					db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
				]),
		)
	return files.toSorted()
}
