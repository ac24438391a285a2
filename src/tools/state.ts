import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { migrate } from './migrate.ts'
import { ROOT, STATE } from './settings.ts'

/**
 * Opens the D1 of a state, which is that of `npm start` unless `state` names another folder, and closes it after `use`. No
 * other process may be changing its schema.
 */
export async function withLocalD1<T>(use: (db: D1Database) => Promise<T>, state = STATE): Promise<T> {
	const id = /database_id = "([^"]+)"/.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'))?.[1]
	if (!id) throw new Error('wrangler.toml names no D1 database')
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script: 'export default {}',
			cf: false,
			d1Databases: { DB: id },
			resourcePersistencePath: state,
		}),
	)
	try {
		return await use(await miniflare.getD1Database('DB'))
	} finally {
		await miniflare.dispose()
	}
}

/** Migrates the local D1, and says so in one line if there was something to do. */
export async function migrateLocalD1(): Promise<void> {
	const files = await withLocalD1(migrate)
	if (files.length > 0) console.log(`Applied ${files.length} migrations, up to ${files.at(-1)}.`)
}
