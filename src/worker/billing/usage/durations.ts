import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../../ground/db/state.ts'

// A histogram of run durations, `{bucket: run_count}`, in the rows of usage. Medians can't be added up, histograms can. Eight
// buckets for each doubling keep a median within 4.5 percent.

const PER_DOUBLING = 8

/** The bucket of a duration in milliseconds; NULL for NULL. */
export const bucketOf = (duration_ms: SQL): SQL =>
	sql`CAST(${literal(PER_DOUBLING)} * log2(max(${duration_ms}, 1)) AS INTEGER)`

/** The duration in the middle of a bucket, in whole milliseconds. */
export const durationOf = (bucket: number): number => Math.round(2 ** ((bucket + 0.5) / PER_DOUBLING))

/**
 * The sum of two histograms. NULL means unknown, and stays NULL. It visits the buckets of `added` only: a report of one run has
 * one, while the row of a busy day has a hundred.
 */
export const mergedDurations = (known: SQL, added: SQL): SQL =>
	sql`json_patch(${known}, (SELECT json_group_object(key, value + coalesce(json_extract(${known}, '$."' || key || '"'), 0)) FROM json_each(${added})))`
