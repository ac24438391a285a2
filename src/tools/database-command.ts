import type { Readable } from '../worker/ground/bucket/bucket.ts'
import { sentenceOf } from '../worker/operations/backups/check.ts'
import type { Client } from '../worker/operations/backups/derive.ts'
import { configured } from './configured.ts'
import { Failure } from './failure.ts'
import { remoteAccount, remoteBucket, remoteD1 } from './remote.ts'
import { withLocalState } from './state.ts'

// What the commands share that work on a database.

/** Which database it is: the local one, or with `--remote` that of `wrangler.toml`. */
export const PLACE = { remote: { type: 'boolean', default: false }, env: { type: 'string' } } as const

interface Place {
	remote: boolean
	env?: string | undefined
}

/** Calls `use` with the database and the bucket of the place. What stops it is a sentence. */
export async function at(
	{ remote, env }: Place,
	use: (db: Client, bucket: Readable) => Promise<void>,
): Promise<number> {
	try {
		if (remote) {
			const account = remoteAccount()
			const { database_id, bucket_name } = configured(env)
			await use(remoteD1(account, database_id), remoteBucket(account, bucket_name))
		} else await withLocalState(({ db, bucket }) => use(db, bucket))
		return 0
	} catch (error) {
		throw error instanceof Failure ? error : new Failure(sentenceOf(error))
	}
}
