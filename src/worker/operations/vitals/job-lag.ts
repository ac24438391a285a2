/** Cron runs once a minute, and a killed job runs again within two. */
const GRACE_MS = 120_000

/**
 * How overdue a job is, in milliseconds; null before its first run. A job that nobody needs to look at has no lag. A start that lies
 * ahead by more than clocks differ is as much trouble as one that's long ago: nobody knows when the job really ran.
 */
export function lagOf(every_ms: number, last_started_at: string | null): number | null {
	if (last_started_at === null) return null
	const since = Date.now() - Date.parse(last_started_at)
	const lag = since < 0 ? -since : since - every_ms
	return lag > GRACE_MS ? lag : 0
}
