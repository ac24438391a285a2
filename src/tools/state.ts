import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { migrate } from './migrate.ts'
import { ROOT, STATE } from './settings.ts'

/** What a state holds: the database, and the bucket for backups and the archive. */
interface Local {
	db: D1Database
	bucket: R2Bucket
}

/**
 * Opens the state of `npm start`, or the one in the folder `state`, and closes it after `use`. No other process may be changing
 * its schema.
 */
export async function withLocalState<T>(use: (local: Local) => Promise<T>, state = STATE): Promise<T> {
	const text = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
	const id = /database_id = "([^"]+)"/.exec(text)?.[1]
	if (!id) throw new Error("wrangler.toml doesn't name a D1 database")
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script: 'export default {}',
			cf: false,
			d1Databases: { DB: id },
			r2Buckets: { ARCHIVE: /bucket_name = "([^"]+)"/.exec(text)?.[1] ?? 'plinth-archive' },
			resourcePersistencePath: state,
		}),
	)
	try {
		const [db, bucket] = [await miniflare.getD1Database('DB'), await miniflare.getR2Bucket('ARCHIVE')]
		return await use({ db, bucket: bucket as unknown as R2Bucket })
	} finally {
		await miniflare.dispose()
	}
}

/** Like `withLocalState`, for the D1 database only. */
export const withLocalD1 = <T>(use: (db: D1Database) => Promise<T>, state = STATE): Promise<T> =>
	withLocalState(({ db }) => use(db), state)

/**
 * Like `withLocalD1`, and again if workerd closes the connection of a call, which is a `TypeError` and happens on a busy machine. So
 * what `use` writes has to be one transaction.
 */
export async function onLocalD1<T>(use: (db: D1Database) => Promise<T>, tries = 3): Promise<T> {
	try {
		return await withLocalD1(use)
	} catch (error) {
		if (!(error instanceof TypeError) || tries === 1) throw error
		return onLocalD1(use, tries - 1)
	}
}

/** Migrates the local D1, and says so. */
export async function migrateLocalD1(): Promise<void> {
	const files = await onLocalD1(migrate)
	if (files.length > 0) console.log(`Applied ${files.length} migrations, up to ${files.at(-1)}.`)
}
