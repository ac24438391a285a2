import { inArray, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf, putLines, type Stored } from '../../ground/bucket/bucket.ts'
import { hotSince, mayMove, noBackupRuns } from '../../ground/bucket/hot.ts'
import { now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { ensure } from '../../ground/write/guards.ts'
import { keepPlace, type Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { runs } from '../runs/table.ts'
import { usedModel } from '../usage/add.ts'
import { archivedRuns, archivedUsage, runArchives } from './table.ts'
import { newestDay, type Position, type Run, runsFrom, toPosition, toText } from './walk.ts'

/** Runs in one object, and in the batch that deletes them. */
const RUNS_PER_OBJECT = 1_000
/** How long one tick works. A backlog takes several ticks. */
const TICK_MS = 30_000

/**
 * The job: moves ended runs that are older than `RUNS_HOT_DAYS` to the bucket. Without a bucket nothing moves. Returns whether
 * it stopped early.
 */
export async function archiveRuns(c: WorkContext, place: Place): Promise<boolean> {
	const bucket = bucketOf(c.env)
	if (!bucket) return false
	if (!(await mayMove(c))) return true
	const before = hotSince(c.env)
	const until = Date.now() + TICK_MS
	const isOver = () => Date.now() >= until || !hasStatementBudget(c)
	let at = toPosition(place.at) ?? (await newestDay(c.var.db, before))
	while (at) {
		const { moved, next } = await gather(c, at, before, isOver)
		if (moved.length === 0) await keepPlace(c, place, toText(next))
		else if (!(await move(c, bucket, moved, place, next))) return true
		if (isOver()) return true
		at = next ?? (await newestDay(c.var.db, before))
	}
	return false
}

/** The runs of the next object, by org and then by time. Fewer than fit when the day ends, or the time of the tick. */
async function gather(c: WorkContext, at: Position, before: string, isOver: () => boolean) {
	const moved: Run[] = []
	let next: Position | null = at
	do {
		const step: Awaited<ReturnType<typeof runsFrom>> = await runsFrom(
			c.var.db,
			next,
			before,
			RUNS_PER_OBJECT - moved.length,
		)
		moved.push(...step.found)
		next = step.next
	} while (next && moved.length < RUNS_PER_OBJECT && !isOver())
	return { moved, next }
}

/** Writes an object and then deletes its runs. False if nothing may move right now. */
async function move(c: WorkContext, bucket: R2Bucket, moved: Run[], place: Place, next: Position | null) {
	const day = (moved[0]?.created_at ?? '').slice(0, 10)
	const lines = moved.map((run) => JSON.stringify(run))
	const stored = await putLines(bucket, `runs/${day}/`, lines)
	return tryWrite(c, { ...statementsOf(c, day, moved, stored), place: place.move(toText(next)) })
}

/** Where each org's runs are in the object. */
function partsOf(moved: Run[]) {
	const parts = Map.groupBy(moved, ({ org_id }) => org_id)
	let line = 0
	return [...parts].map(([org_id, own]) => {
		const first_line = line
		line += own.length
		const [oldest, newest] = [own[0] as Run, own.at(-1) as Run]
		const [oldest_at, newest_at] = [oldest.created_at, newest.created_at]
		const ids = own.map(({ run_id }) => run_id)
		return { org_id, first_line, oldest_at, oldest_id: oldest.run_id, newest_at, newest_id: newest.run_id, ids }
	})
}

const given = (name: string) => sql.raw(`value ->> '${name}'`)

/** The batch that records an object and deletes its runs. It only commits if every one of the runs is still there. */
function statementsOf(c: WorkContext, day: string, moved: Run[], stored: Stored) {
	const { db } = c.var
	const parts = partsOf(moved)
	const json = JSON.stringify(parts)
	const ids = JSON.stringify(moved.map(({ run_id }) => run_id))
	// The rows of the object are the newest, in the order of its parts.
	const number = sql`(SELECT max(number) + 1 - ${sql.raw(String(parts.length))} FROM run_archives) + p.key`
	const ofRuns = sql`json_each(${json}) p JOIN json_each(p.value, '$.ids') i JOIN runs r ON r.run_id = i.value`
	return {
		allowed: ensure(c, noBackupRuns),
		booked: insertFrom(
			db,
			runArchives,
			{
				org_id: given('org_id'),
				day,
				...stored,
				first_line: given('first_line'),
				run_count: sql`json_array_length(value, '$.ids')`,
				oldest_at: given('oldest_at'),
				oldest_id: given('oldest_id'),
				newest_at: given('newest_at'),
				newest_id: given('newest_id'),
				created_at: now(),
			},
			sql`json_each(${json}) WHERE 1 ORDER BY key`,
		),
		usage: insertFrom(
			db,
			archivedUsage,
			{
				day: sql`substr(r.completed_at, 1, 10)`,
				archive_number: number,
				org_id: sql`r.org_id`,
				model: usedModel('r'),
				input_tokens: sql`sum(r.total_input_tokens)`,
				output_tokens: sql`sum(r.total_output_tokens)`,
				cost_microusd: sql`sum(r.cost_microusd)`,
				run_count: sql`count(*)`,
			},
			sql`${ofRuns} GROUP BY p.key, substr(r.completed_at, 1, 10), ${usedModel('r')}`,
		),
		places: insertFrom(
			db,
			archivedRuns,
			{
				run_id: sql`r.run_id`,
				archive_number: number,
				status: sql`r.status`,
				credits_used: sql`r.credits_used`,
				shortfall: sql`r.shortfall`,
			},
			ofRuns,
		),
		deleted: db.delete(runs).where(inArray(runs.run_id, sql`(SELECT value FROM json_each(${ids}))`)),
		// An ended run never changes. So if the numbers match, the deleted runs are those in the object.
		whole: ensure(c, sql`changes() = ${moved.length}`),
	}
}
