import { and, eq, inArray, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, hasCome, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import type { Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { jobs } from './table.ts'

/**
 * How long a lease lasts unless it's renewed. A killed job's lease has lapsed by the second tick after the kill, even if that
 * tick comes early and the one after it comes late. So the job runs again within two minutes.
 */
const LEASE_MS = 45_000
/** Two renewals may fail before the lease lapses. */
const RENEWED_EVERY_MS = 15_000
/** A tick may come early after one that came late, so a job is due this long before its time. */
const EARLY_MS = 5_000
/** How often cron calls. */
const TICK_MS = 60_000

export interface Due {
	name: string
	every_ms: number
}

/** Claims every job in `all` that is due and that no other tick holds. Returns the place of each by its name. One D1 call. */
export async function claimDue(c: WorkContext, all: Due[], started_at: string): Promise<Map<string, string | null>> {
	const claim = { leased_until: fromNow(LEASE_MS), last_started_at: started_at }
	const claims = all.map(({ name, every_ms }) =>
		c.var.db
			.insert(jobs)
			.values({ name, next_run_at: started_at, ...claim })
			.onConflictDoUpdate({
				target: jobs.name,
				set: claim,
				setWhere: allOf(
					hasCome(jobs.leased_until, LEASE_MS, started_at),
					hasCome(jobs.next_run_at, every_ms, started_at),
				),
			})
			.returning({ name: jobs.name, place: jobs.place }),
	)
	const { claimed } = await write(c, { claimed: claims })
	return new Map(claimed.flat().map(({ name, place }) => [name, place]))
}

/** The job's row, unless another tick has taken the job since this one began at `started_at`. */
const heldSince = (name: string, started_at: string) => and(eq(jobs.name, name), eq(jobs.last_started_at, started_at))

/** Where the job `name` continues, and how its run that began at `started_at` moves on. */
export const placeOf = ({ var: { db } }: WorkContext, name: string, at: string | null, started_at: string): Place => ({
	at,
	move: (to) => db.update(jobs).set({ place: to }).where(heldSince(name, started_at)),
})

/** Renews the leases of `running`, which may shrink over time, until you call the returned function. */
export function keepLeases(c: WorkContext, running: ReadonlySet<string>, started_at: string): () => void {
	const renew = async () => {
		const held = and(eq(jobs.last_started_at, started_at), inArray(jobs.name, [...running]))
		try {
			await write(c, {
				renewed: c.var.db
					.update(jobs)
					.set({ leased_until: fromNow(LEASE_MS) })
					.where(held),
			})
		} catch (error) {
			// At worst the lease lapses, and another tick runs the job again.
			logError({ renewal: [...running], trace_id: c.var.trace_id, error: errorName(error) })
		}
	}
	const timer = setInterval(() => void renew(), RENEWED_EVERY_MS)
	return () => clearInterval(timer)
}

export interface Outcome {
	/** The class of the error that ended the run. */
	last_error: string | null
	/** Whether the run left work that was due; undefined if unknown. */
	isBehind: boolean | undefined
}

/**
 * Ends a run that began at `started_at`, unless another tick has taken the job since. The next run counts from that start. A job
 * that left work runs at the next tick.
 */
export async function endRun(
	c: WorkContext,
	{ name, every_ms }: Due,
	started_at: string,
	{ last_error, isBehind }: Outcome,
) {
	const nextAfter = (pause_ms: number) => new Date(Date.parse(started_at) + pause_ms - EARLY_MS).toISOString()
	const [soon, usual] = [nextAfter(Math.min(TICK_MS, every_ms)), nextAfter(every_ms)]
	// A run that failed in the middle of a walk continues at the next tick too.
	const next_run_at =
		isBehind === undefined ? sql`iif(${jobs.place} IS NULL, ${usual}, ${soon})` : isBehind ? soon : usual
	const behind =
		isBehind === undefined ? {} : { behind_since: isBehind ? sql`coalesce(behind_since, ${started_at})` : null }
	const done = { leased_until: now(), next_run_at, last_finished_at: now(), last_error, ...behind }
	await write(c, { ended: c.var.db.update(jobs).set(done).where(heldSince(name, started_at)) })
}
