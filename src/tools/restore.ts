// `npm run restore -- <backup>`: fills an empty instance from a backup in its bucket: the local one, unless `--remote` is given.
import type { Readable } from '../worker/ground/bucket/bucket.ts'
import { SCHEMA_VERSION } from '../worker/ground/db/schema-version.ts'
import { credentialsIn } from '../worker/operations/backups/brought.ts'
import { checkAll, keysNeeded, manifestIn } from '../worker/operations/backups/check.ts'
import type { Client } from '../worker/operations/backups/derive.ts'
import { restore } from '../worker/operations/backups/restore.ts'
import { optionsOf, run } from './command.ts'
import { at, PLACE } from './database-command.ts'
import { Failure } from './failure.ts'
import { migrate } from './migrate.ts'
import { devVars } from './settings.ts'

const USAGE = `npm run restore -- <backup>    fills an empty instance from a backup, for example bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S

  --check        only checks that every part of the backup is there and undamaged
  --remote       the D1 database and the bucket that wrangler.toml names. Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN
                 in the environment; the token needs to edit D1 and read R2. Migrate the database first. With SECRETS_KEYS
                 in the environment, it says which keys are missing.
  --env <name>   with --remote: the database and the bucket of that environment

Without --remote: the local instance, or the one in PERSIST_TO. Stop it first.`

let isRemote = false

await run(async () => {
	const { values, positionals } = optionsOf(
		{ options: { check: { type: 'boolean', default: false }, ...PLACE }, allowPositionals: true },
		USAGE,
	)
	const { check, remote, env } = values
	const [id] = positionals
	if (id === undefined || positionals.length > 1 || (env !== undefined && !remote)) throw new Failure(USAGE)
	isRemote = remote
	return at({ remote, env }, (db, bucket) => (check ? checked(bucket, id) : restored(db, bucket, id)))
})

function onCheckedPart(done: number, of: number) {
	console.log(`Checked ${done} of ${of} parts`)
}

function onPart(done: number, of: number) {
	console.log(`Restored ${done} of ${of} parts`)
}

async function checked(bucket: Readable, id: string) {
	onChecked(await checkAll(bucket, await manifestIn(bucket, id), onCheckedPart))
	console.log(`${id} is complete and undamaged.`)
}

async function restored(db: Client, bucket: Readable, id: string) {
	if (!isRemote) await migrate(db)
	const { rows, orphans } = await restore(db, bucket, id, SCHEMA_VERSION, { onCheckedPart, onChecked, onPart })
	const row_count = Object.values(rows).reduce((sum, count) => sum + count, 0)
	console.log(`Restored ${id}: ${row_count} rows in ${Object.keys(rows).length} tables.`)
	for (const [table, count] of Object.entries(orphans))
		console.log(`${table}: skipped ${count} rows whose parent was deleted while the backup ran.`)
	let credential_count = 0
	for await (const line of credentialsIn(db)) {
		if (credential_count === 0) console.log('These work again. Revoke those that were revoked after the backup:')
		credential_count += 1
		console.log(`  ${line}`)
	}
	console.log(`Brought back ${credential_count} keys and SCIM tokens, no session and no one-time token.`)
}

/** Says which keys the secrets of the backup need, and which of them are missing. */
function onChecked(keys: ReadonlyMap<string, number>) {
	const given = process.env.SECRETS_KEYS ?? (isRemote ? undefined : devVars().SECRETS_KEYS)
	const known = given === undefined ? undefined : (JSON.parse(given) as { id: string }[]).map(({ id }) => id)
	console.log(keysNeeded(keys, known) ?? 'SECRETS_KEYS has every key that the secrets need.')
}
