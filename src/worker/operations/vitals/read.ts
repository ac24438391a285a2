import { type SQL, sql } from 'drizzle-orm'
import { isUncountedOfPlatform } from '../../billing/costs/costing.ts'
import { bucketOf } from '../../ground/bucket/bucket.ts'
import { hotSince } from '../../ground/bucket/hot.ts'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import { idAt } from '../../ground/http/period.ts'
import { counters } from '../../ground/metrics/counters.ts'
import { unknownSecrets } from '../../ground/secrets/unknown.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { lagOf } from './job-lag.ts'

/** Beyond this a number only says "many": reading on would cost more than it tells. */
const COUNTED = 10_000

/** How far back, and at how many runs at most, we look for those that counted nothing. */
const UNPRICED_MS = 3_600_000
const LOOKED_AT = 2_000

/** How many of the oldest runs we look through for one that wasn't reported late. */
const LATE_RUNS = 1_000

/** Somebody attempts the deliveries of an endpoint if one failed this recently, or if an attempt is running, which takes so long at most. */
const ATTEMPTED_MS = 120_000
const CLAIMED_MS = 60_000

export interface JobVitals {
	name: string
	/** Null before the first run. */
	lag_ms: number | null
	last_error: string | null
	behind_since: string | null
}

export interface OpenAlert {
	id: string
	name: string
	message: string
	values: Record<string, unknown> | null
	opened_at: string
}

/** The numbers that tell whether the platform keeps up. Times are RFC 3339. */
export interface Vitals {
	jobs: JobVitals[]
	/** How many deliveries are due and wait, 10,000 at most. */
	due_deliveries: number
	/** Since when the oldest delivery is due to an endpoint that nobody attempts. A slow endpoint's backlog is its own. */
	oldest_due_at: string | null
	/** How long before the hot days the oldest run ended that is still in the database. 0 if there's none, or no bucket. */
	archive_backlog_ms: number
	/** When the newest backup was completed, or the database was made if there's none; null without a bucket. */
	backed_up_at: string | null
	/** How many reports accepted in the last 24 hours couldn't be written, 10,000 at most. */
	rejected_reports: number
	/** The platform's models on which runs of the last hour counted nothing for their tokens, and how many runs, 2,000 at most. */
	unpriced: { run_count: number; models: string[] }
	unknown_secrets: number
	database_bytes: number
	/** The open alerts, the oldest first. */
	alerts: OpenAlert[]
}

/**
 * Reads the vitals: one D1 call whose rows don't grow with the tables. `jobs` are those of this build, which stand above this
 * slice.
 */
export async function readVitals(
	env: Env,
	db: Database['reader'],
	jobs: readonly { name: string; every_ms: number }[],
): Promise<Vitals> {
	const [[numbers], rows, open] = await db.batch([selectNumbers(env, db), selectRuns(db), selectAlerts(db)])
	if (!numbers) throw new Error('The vitals have no row')
	const ran = new Map(rows.map((row) => [row.name, row]))
	const { backed_up_at, made_at, oldest_cold_at, unpriced, ...rest } = numbers
	const hasBucket = bucketOf(env) !== undefined
	return {
		...rest,
		unpriced: JSON.parse(unpriced) as Vitals['unpriced'],
		backed_up_at: hasBucket ? (backed_up_at ?? made_at) : null,
		archive_backlog_ms:
			hasBucket && oldest_cold_at
				? Math.min(Date.parse(hotSince(env)) - Date.parse(oldest_cold_at), Date.now() - Date.parse(made_at))
				: 0,
		alerts: open,
		// The call above told it.
		database_bytes: counters.database_bytes ?? 0,
		jobs: jobs.map(({ name, every_ms }) => {
			const { last_started_at = null, last_error = null, behind_since = null } = ran.get(name) ?? {}
			return { name, lag_ms: lagOf(every_ms, last_started_at), last_error, behind_since }
		}),
	}
}

const column = <T>(name: string) => sql<T>`${sql.identifier(name)}`.as(name)

function selectRuns(db: Database['reader']) {
	return db
		.select({
			name: column<string>('name'),
			last_started_at: column<string | null>('last_started_at'),
			last_error: column<string | null>('last_error'),
			behind_since: column<string | null>('behind_since'),
		})
		.from(sql`jobs`)
}

/** The query for the open alerts. Their table stands above this slice, too. */
export const selectAlerts = (db: Database['reader']) =>
	db
		.select({
			id: column<string>('id'),
			name: column<string>('name'),
			message: column<string>('message'),
			values: sql<string | null>`"values"`
				.mapWith((text: string) => JSON.parse(text) as Record<string, unknown>)
				.as('values'),
			opened_at: column<string>('opened_at'),
		})
		.from(sql`alerts WHERE ended_at IS NULL ORDER BY opened_at, name`)

function selectNumbers(env: Env, db: Database['reader']) {
	const at = now()
	const due = sql`webhook_endpoints e WHERE e.due_at <= ${at} AND e.enabled = 1 AND e.deleted_at IS NULL AND ${isOrgOpen(sql`e.org_id`)}`
	const isAttempted = sql`(coalesce(e.last_failure ->> 'at', '') > ${fromNow(-ATTEMPTED_MS)} OR EXISTS (SELECT 1 FROM webhook_deliveries d
		WHERE d.endpoint_id = e.id AND d.next_attempt_at BETWEEN ${at} AND ${fromNow(CLAIMED_MS)} AND d.claim IS NOT NULL))`
	const ofDay = idAt('rej', Date.now() - DAY_MS)
	return db
		.select({
			due_deliveries: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM (SELECT e.id FROM ${due}) AS e
				CROSS JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.next_attempt_at <= ${at} ${atMost}))`.as(
				'due_deliveries',
			),
			oldest_due_at: first(sql`SELECT e.due_at FROM ${due} AND NOT ${isAttempted} ORDER BY e.due_at`).as(
				'oldest_due_at',
			),
			oldest_cold_at: first(
				sql`SELECT completed_at FROM (SELECT completed_at, settled_by FROM runs WHERE completed_at < ${hotSince(env)} ORDER BY completed_at LIMIT ${LATE_RUNS})
					WHERE coalesce(settled_by, '') < ${idAt('rep', Date.now() - DAY_MS)}`,
			).as('oldest_cold_at'),
			backed_up_at: sql<string | null>`(SELECT max(completed_at) FROM backups WHERE status = 'completed')`.as(
				'backed_up_at',
			),
			made_at: sql<string>`(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', min(applied_at)) FROM d1_migrations)`.as('made_at'),
			rejected_reports: sql<number>`(SELECT count(*) FROM
				(SELECT 1 FROM rejected_reports WHERE id >= ${ofDay} ${atMost}))`.as('rejected_reports'),
			unpriced:
				sql<string>`(SELECT json_object('run_count', count(*), 'models', json_group_array(DISTINCT model)) FROM (SELECT * FROM runs
				WHERE completed_at >= ${fromNow(-UNPRICED_MS)} ORDER BY completed_at DESC LIMIT ${literal(LOOKED_AT)}) WHERE ${isUncountedOfPlatform})`.as(
					'unpriced',
				),
			unknown_secrets: unknownSecrets(env).as('unknown_secrets'),
		})
		.from(sql`(SELECT 1)`)
}

const atMost = sql`LIMIT ${literal(COUNTED)}`

const first = (query: SQL) => sql<string | null>`(${query} LIMIT 1)`
