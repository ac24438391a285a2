import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { bucketOf } from '../../ground/bucket/bucket.ts'
import { counters } from '../../ground/metrics/counters.ts'
import { unknownSecrets } from '../../ground/secrets/unknown.ts'
import { clearCounts } from '../../providers/config-entries/clear-values.ts'
import { selectAlerts } from '../vitals/read.ts'
import { jobStates, selectJobs } from './job-states.ts'

/** What `?verbose` shows to platform admins. One D1 call. */
export async function detailsOf({ env, var: { db } }: Context<App>) {
	const [jobs, [counted], alerts, [clear_secrets]] = await db.batch([
		selectJobs(db),
		db.select({ unknown_key_count: unknownSecrets(env).as('unknown_key_count') }).from(sql`(SELECT 1)`),
		selectAlerts(db),
		db.select(clearCounts).from(sql`(SELECT 1)`),
	])
	return {
		bucket: bucketOf(env) ? { is_bound: true, message: null } : UNBOUND,
		secrets: { unknown_key_count: counted?.unknown_key_count ?? 0 },
		database_bytes: counters.database_bytes ?? null,
		alerts,
		clear_secrets,
		jobs: jobStates(jobs),
	}
}

const UNBOUND = {
	is_bound: false,
	message: 'No bucket is bound, so no backups are made and no runs are archived.',
}
