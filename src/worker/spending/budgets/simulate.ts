import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import { notFound } from '../../ground/http/errors.ts'
import { boundedInRun, isSubject, tookOfRun, windowOf } from './match.ts'
import type { BudgetSimulation, CreateBudget } from './schema.ts'

/** How many runs a simulation looks at, the newest, and how many of them one query reads. */
const RUNS = 50_000
const AT_ONCE = 10_000

/** A response names so many subjects, those that would have been refused most first. */
const SUBJECTS = 1_000

interface Recorded {
	run_id: string
	created_at: string
	/** Whom the budget bounds in it; null if the budget doesn't apply to it. */
	subject: string | null
	window_start: string
	/** Null while it's live. */
	took: number | null
}

type Simulated = Omit<z.infer<typeof CreateBudget>, 'name'>

/** What a budget would have refused in the last days, had it been there. Throws 400 or 404 for an unknown org. */
export async function simulateBudget(
	c: WorkContext,
	org_id: string,
	budget: Simulated,
	days: number,
	bounds = { runs: RUNS, at_once: AT_ONCE },
): Promise<z.infer<typeof BudgetSimulation>> {
	const since = fromNow(-days * DAY_MS)
	const { runs, is_cut } = await recorded(c, org_id, budget, since, bounds)
	return { ...replayed(budget, runs), is_cut }
}

/** The newest runs of an org since then, oldest first, and whether there are more, here or in the archive. */
async function recorded(
	{ var: { db } }: WorkContext,
	org_id: string,
	budget: Simulated,
	since: string,
	{ runs: most, at_once }: { runs: number; at_once: number },
) {
	const read = (before: Recorded | undefined, limit: number) =>
		db.all<Recorded>(sql`SELECT r.run_id, r.created_at,
			iif(b.scope = 'run', r.run_id, iif(${isSubject(boundedInRun)}, ${boundedInRun}, NULL)) AS subject,
			${windowOf(sql`r.created_at`)} AS window_start,
			iif(r.settled_by IS NULL, NULL, ${tookOfRun}) AS took
			FROM (SELECT ${budget.scope} AS scope, ${budget.subject} AS subject, ${budget.unit} AS unit, ${budget.window} AS window) b CROSS JOIN runs r
			WHERE r.org_id = ${org_id} AND r.created_at >= ${since} AND (r.created_at, r.run_id) < (${before?.created_at ?? '~'}, ${before?.run_id ?? ''})
			ORDER BY r.created_at DESC, r.run_id DESC LIMIT ${limit}`)
	const archived = await db.get<{ is_known: number; is_archived: number }>(
		sql`SELECT EXISTS (SELECT 1 FROM orgs o WHERE o.id = ${org_id} AND o.deleted_at IS NULL) AS is_known,
			EXISTS (SELECT 1 FROM run_archives m WHERE m.org_id = ${org_id} AND m.newest_at >= ${since}) AS is_archived`,
	)
	if (!archived.is_known) throw notFound('Org')
	const runs: Recorded[] = []
	let more = true
	while (more && runs.length <= most) {
		// oxlint-disable-next-line no-await-in-loop -- each query continues where the last one ended
		const rows = await read(runs.at(-1), at_once + 1)
		more = rows.length > at_once
		runs.push(...rows.slice(0, at_once))
	}
	return { runs: runs.slice(0, most).toReversed(), is_cut: runs.length > most || archived.is_archived === 1 }
}

/**
 * Replays runs in their order. A run that would take more than the limit leaves is refused, and then counts nothing. What a run
 * took is known, so this is kinder than the limit itself, which knows only what a run holds.
 */
function replayed({ limit }: Simulated, runs: Recorded[]) {
	const used = new Map<string, number>()
	const subjects = new Map<string, { subject: string; would_refuse: number; peak: number }>()
	let count = 0
	for (const { subject, window_start, took } of runs) {
		if (subject === null || took === null) continue
		count += 1
		const state = `${window_start} ${subject}`
		const after = (used.get(state) ?? 0) + took
		const found = subjects.get(subject) ?? { subject, would_refuse: 0, peak: 0 }
		subjects.set(subject, found)
		if (after > limit) found.would_refuse += 1
		else {
			used.set(state, after)
			found.peak = Math.max(found.peak, after)
		}
	}
	const listed = [...subjects.values()].sort(
		(one, other) => other.would_refuse - one.would_refuse || other.peak - one.peak,
	)
	const would_refuse = listed.reduce((sum, one) => sum + one.would_refuse, 0)
	return { runs: count, would_refuse, subjects: listed.slice(0, SUBJECTS) }
}
