import { type SQL, sql } from 'drizzle-orm'

// The durations of runs as a histogram, `{bucket: run_count}`, in the rows of usage. A median is not a sum, so it needs all
// values or a histogram. Eight buckets double a duration: a duration that is read back is less than 4.5 percent off.

const PER_DOUBLING = 8

/** The bucket of a duration in milliseconds; NULL for NULL. */
export const bucketOf = (duration_ms: SQL): SQL =>
	sql`CAST(${sql.raw(String(PER_DOUBLING))} * log2(max(${duration_ms}, 1)) AS INTEGER)`

/** The duration in the middle of a bucket, in whole milliseconds. */
export const durationOf = (bucket: number): number => Math.round(2 ** ((bucket + 0.5) / PER_DOUBLING))

/**
 * The sum of two histograms. NULL, which is not known, stays NULL. Only the buckets of `added` are visited: a report of one run
 * has one, and the row of a busy day a hundred.
 */
export const mergedDurations = (known: SQL, added: SQL): SQL =>
	sql`json_patch(${known}, (SELECT json_group_object(key, value + coalesce(json_extract(${known}, '$."' || key || '"'), 0)) FROM json_each(${added})))`
