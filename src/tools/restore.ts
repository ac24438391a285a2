// `npm run restore -- <backup>`: fills an empty instance from a backup in its bucket: the local one, unless `--remote` is given.
import { parseArgs } from 'node:util'
import { SCHEMA_VERSION } from '../db/schema-version.ts'
import { Refusal, restore } from '../operations/backups/restore.ts'
import { migrate } from './migrate.ts'
import { configured, remoteBucket, remoteD1 } from './remote.ts'
import { withLocalState } from './state.ts'

const USAGE = `npm run restore -- <backup>    fills an empty instance from a backup, for example bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S

  --remote    the D1 database and the bucket that wrangler.toml names. Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN
              in the environment; the token needs to edit D1 and read R2. Migrate the database first.

Without --remote: the local instance, or the one in PERSIST_TO. Stop it first.`

const { values, positionals } = parseArgs({
	options: { remote: { type: 'boolean', default: false } },
	allowPositionals: true,
})
const [backup_id] = positionals

const say = (done: number, of: number) => console.log(`${done} of ${of} parts`)

if (backup_id === undefined || positionals.length > 1) {
	console.error(USAGE)
	process.exit(1)
}
try {
	const { rows, orphans } = values.remote ? await fromRemote(backup_id) : await fromLocal(backup_id)
	const row_count = Object.values(rows).reduce((sum, count) => sum + count, 0)
	console.log(`Restored ${backup_id}: ${row_count} rows in ${Object.keys(rows).length} tables.`)
	for (const [table, count] of Object.entries(orphans))
		console.log(`${table}: skipped ${count} rows whose parent was deleted while the backup ran.`)
} catch (error) {
	if (!(error instanceof Refusal)) throw error
	console.error(error.message)
	process.exitCode = 1
}

function fromLocal(id: string) {
	return withLocalState(async ({ db, bucket }) => {
		await migrate(db)
		return restore(db, bucket, id, SCHEMA_VERSION, say)
	})
}

function fromRemote(id: string) {
	const { CLOUDFLARE_ACCOUNT_ID: account_id, CLOUDFLARE_API_TOKEN: token } = process.env
	if (!account_id || !token) throw new Refusal('Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN.')
	const base = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4'
	const account = { address: `${base}/accounts/${account_id}`, token }
	const { database_id, bucket_name } = configured()
	return restore(remoteD1(account, database_id), remoteBucket(account, bucket_name), id, SCHEMA_VERSION, say)
}
