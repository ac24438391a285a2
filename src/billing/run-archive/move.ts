import { and, asc, eq, getTableColumns, gte, inArray, lt, sql } from 'drizzle-orm'
import { bucketOf, putLines, type Stored } from '../../bucket/bucket.ts'
import { hotSince, mayMove, noBackupRuns } from '../../bucket/hot.ts'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { ensure } from '../../write/guards.ts'
import { hasStatementBudget } from '../../write/system.ts'
import { tryWrite } from '../../write/write.ts'
import { runs } from '../runs/table.ts'
import { archivedRuns, archivedUsage, runArchives } from './table.ts'

/** Runs in one object, and in the batch that deletes them. */
const RUNS_PER_OBJECT = 1_000
/** How long one tick works. A backlog takes several ticks. */
const TICK_MS = 30_000
/**
 * The job: moves ended runs that are older than `RUNS_HOT_DAYS` to the bucket. Without a bucket nothing moves. Returns whether
 * it stopped early.
 */
export async function archiveRuns(c: WorkContext): Promise<boolean> {
	const bucket = bucketOf(c.env)
	if (!bucket) return false
	if (!(await mayMove(c))) return true
	const before = hotSince(c.env)
	const until = Date.now() + TICK_MS
	while (await moveSome(c, bucket, before)) if (Date.now() >= until || !hasStatementBudget(c)) return true
	return false
}

/** Moves up to 1,000 runs of one org and day. False if there's nothing to move, or nothing may move right now. */
async function moveSome(c: WorkContext, bucket: R2Bucket, before: string): Promise<boolean> {
	const { db } = c.var
	const isOld = and(lt(runs.completed_at, before), lt(runs.created_at, before))
	const [oldest] = await db
		.select({ org_id: runs.org_id, created_at: runs.created_at })
		.from(runs)
		.where(isOld)
		.orderBy(asc(runs.completed_at), asc(runs.run_id))
		.limit(1)
	if (!oldest) return false
	const day = oldest.created_at.slice(0, 10)
	const moved = await db
		.select(getTableColumns(runs))
		.from(runs)
		.where(and(eq(runs.org_id, oldest.org_id), gte(runs.created_at, day), lt(runs.created_at, `${day}U`), isOld))
		.orderBy(asc(runs.created_at), asc(runs.run_id))
		.limit(RUNS_PER_OBJECT)
	const lines = moved.map((run) => JSON.stringify(run))
	const stored = await putLines(bucket, `runs/${oldest.org_id}/${day}/`, lines)
	return tryWrite(c, statementsOf(c, { ...oldest, day }, moved, stored))
}

type Run = typeof runs.$inferSelect

/** The batch that records an object and deletes its runs. It only commits if every one of the runs is still there. */
function statementsOf(c: WorkContext, { org_id, day }: { org_id: string; day: string }, moved: Run[], stored: Stored) {
	const { db } = c.var
	const [oldest, newest] = [moved.at(0), moved.at(-1)]
	const ids = JSON.stringify(moved.map(({ run_id }) => run_id))
	const number = sql`(SELECT a.number FROM run_archives a WHERE a.key = ${stored.key})`
	const ofRuns = sql`json_each(${ids}) JOIN runs r ON r.run_id = value`
	return {
		allowed: ensure(c, noBackupRuns),
		booked: db.insert(runArchives).values({
			org_id,
			day,
			...stored,
			run_count: moved.length,
			oldest_at: oldest?.created_at ?? '',
			oldest_id: oldest?.run_id ?? '',
			newest_at: newest?.created_at ?? '',
			newest_id: newest?.run_id ?? '',
			created_at: now(),
		}),
		usage: insertFrom(
			db,
			archivedUsage,
			{
				day: sql`substr(r.completed_at, 1, 10)`,
				archive_number: number,
				org_id: sql`r.org_id`,
				model: sql`coalesce(r.model, 'unknown')`,
				input_tokens: sql`sum(r.total_input_tokens)`,
				output_tokens: sql`sum(r.total_output_tokens)`,
				cost_microusd: sql`sum(r.cost_microusd)`,
				run_count: sql`count(*)`,
			},
			sql`${ofRuns} GROUP BY substr(r.completed_at, 1, 10), coalesce(r.model, 'unknown')`,
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
