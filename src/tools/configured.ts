import { join } from 'node:path'
import { type Unstable_Config, unstable_readConfig } from 'wrangler'
import { Failure } from './failure.ts'
import { ROOT } from './settings.ts'

/** The database and the bucket that `wrangler.toml` names, at its top level or for an environment. */
export function configured(env?: string): { database_id: string; bucket_name: string } {
	const path = join(ROOT, 'wrangler.toml')
	const config: Unstable_Config = unstable_readConfig({ config: path, ...(env && { env }) }, { hideWarnings: true })
	if (env !== undefined && !config.definedEnvironments?.includes(env))
		throw new Failure(`wrangler.toml has no environment ${env}.`)
	const database_id = config.d1_databases.find(({ binding }) => binding === 'DB')?.database_id
	const bucket_name = config.r2_buckets.find(({ binding }) => binding === 'ARCHIVE')?.bucket_name
	const where = env === undefined ? 'wrangler.toml' : `The environment ${env} of wrangler.toml`
	if (!database_id || !bucket_name) throw new Failure(`${where} doesn't name both a D1 database and a bucket.`)
	return { database_id, bucket_name }
}
