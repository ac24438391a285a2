import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { bucketOf, DamagedObject, getLines } from '../../ground/bucket/bucket.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { invalid, notFound, unavailable } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { must } from '../../ground/http/must.ts'
import { isBefore, type openPage } from '../../ground/http/page.ts'
import { within } from '../../ground/http/within.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { type Filters, hotPart, keyOf, passes, type Row, selectRun, selectRuns, toRun, UNNAMED } from '../runs/read.ts'
import { archivedRuns, runArchives } from './table.ts'

// Lists of runs cover the database and the archive. The table says which times each object covers, so a page only reads objects
// that may contain one of its runs.

/** The most objects that one request reads. */
const OBJECTS = 20
/** The most rows about objects that the list of all orgs looks at. An object has one for each of its orgs. */
const PARTS = 500
/** As long as a D1 call may take. A page that reads many objects takes longer only while each of them comes. */
const DEADLINE_MS = 5_000

type Page = ReturnType<typeof openPage>
type Key = [created_at: string, run_id: string]

const { key, sha256, first_line, run_count, newest_at, newest_id, oldest_at, oldest_id } = runArchives
const place = { key, sha256, first_line, run_count }

/** Where runs of an org are. */
type Part = Pick<typeof runArchives.$inferSelect, keyof typeof place>
type Archive = Part & Pick<typeof runArchives.$inferSelect, 'newest_at' | 'newest_id'>

/** The rows about objects that may contain runs of the page, newest first, and one more than may be read. */
const selectArchives = (db: Database['reader'], { org_id, since, from, to }: Filters, page: Page) =>
	db
		.select({ ...place, newest_at, newest_id })
		.from(runArchives)
		.where(
			and(
				org_id === undefined ? undefined : eq(runArchives.org_id, org_id),
				since === undefined ? undefined : gte(newest_at, since),
				from === undefined ? undefined : gte(newest_at, from),
				to === undefined ? undefined : lt(oldest_at, to),
				page.before(oldest_at, oldest_id),
			),
		)
		.orderBy(desc(newest_at), desc(newest_id))
		.limit((org_id === undefined ? PARTS : OBJECTS) + 1)

/** A page of the owner's runs, newest first. The platform's are those of all orgs, or of the one that it asks for. Throws 404 for a deleted org. */
export async function listRuns(c: Context<SignedIn>, asked: Filters, page: Page) {
	const { db, owner } = c.var
	const isOfOrg = owner !== PLATFORM
	const filters = isOfOrg ? { ...asked, org_id: owner } : asked
	const [[known], found, archives] = await db.batch([
		openOrg(db, { org_id: owner }),
		selectRuns(db, filters, page),
		selectArchives(db, filters, page),
	])
	if (isOfOrg && !known) throw notFound('Org')
	const hot = hotPart(found, filters, page)
	const merged = await withArchived(c.env, hot, archives, filters, page)
	return page.close(merged.rows, keyOf, merged.end).map(toRun)
}

/** Rows in order. They're complete down to `floor`, or without one down to the end of the list. */
interface Known {
	rows: Row[]
	floor: Key | undefined
}

const isAfter = (one: Key, other: Key) => isBefore(other, one)

/** The objects to read, in the order of their rows: for a list of all orgs whole ones, each of them once. */
function objectsIn(archives: Archive[], { org_id }: Filters): Archive[] {
	if (org_id !== undefined) return archives
	const seen = new Set<string>()
	return archives.flatMap((archive) => {
		if (seen.has(archive.key)) return []
		seen.add(archive.key)
		return [{ ...archive, first_line: 0, run_count: Infinity }]
	})
}

async function withArchived(env: Env, { rows, floor }: Known, archives: Archive[], filters: Filters, page: Page) {
	const all = [...rows]
	const last = archives[PARTS]
	let unread: Key | undefined = last && [last.newest_at, last.newest_id]
	for (const [index, archive] of objectsIn(archives, filters).entries()) {
		const newest: Key = [archive.newest_at, archive.newest_id]
		// The next rows in the order are known already, so this object and those after it have nothing for the page.
		const isFull = all.filter((row) => isAfter(keyOf(row), newest)).length >= page.limit
		if (isFull || (floor && isAfter(floor, newest))) {
			unread = undefined
			break
		}
		if (index === OBJECTS) {
			unread = newest
			break
		}
		all.push(...(await runsIn(env, archive)).filter((run) => passes(filters, run) && page.holds(...keyOf(run))))
	}
	all.sort((a, b) => (isAfter(keyOf(a), keyOf(b)) ? -1 : 1))
	const limits = [floor, unread && above(unread)].filter((bound) => bound !== undefined)
	const end = limits.reduce<Key | undefined>((high, bound) => (high && isAfter(high, bound) ? high : bound), undefined)
	// A cursor that doesn't move would loop forever. Only in the list of all orgs do so many objects overlap.
	if (unread && end && !page.holds(...end)) throw invalid([{ path: 'org_id', message: must.org_of_archive }])
	return { rows: end ? all.filter((row) => !isAfter(end, keyOf(row))) : all, end }
}

/** The place just before a key in a descending list: the row with that key is next. */
const above = ([created_at, run_id]: Key): Key => [created_at, `${run_id}\u0001`]

async function runsIn(env: Env, part: Part): Promise<Row[]> {
	const bucket = bucketOf(env)
	if (!bucket) throw unavailable('runs.no_bucket', 60)
	const lines = await readWithin(getLines(bucket, part))
	return lines
		.slice(part.first_line, part.first_line + part.run_count)
		.map((line) => toRow(JSON.parse(line) as Row & { settled_by: unknown }))
}

/** The result of a read, or 503 when the bucket fails or is slower than the deadline. What it holds may still be wrong: that's a 500. */
async function readWithin<T>(read: Promise<T>): Promise<T> {
	try {
		return await within(DEADLINE_MS, read, () => new Error('The bucket is silent'))
	} catch (error) {
		if (error instanceof DamagedObject) throw error
		logError({ bucket: 'archive', error: errorName(error) })
		throw unavailable('archive.unavailable', 10)
	}
}

// Objects from before these names existed don't have them.
const toRow = ({ settled_by: _, model_key: __, ...row }: Row & { settled_by: unknown; model_key?: unknown }): Row => ({
	...UNNAMED,
	...row,
})

/** One of the owner's runs; the platform has those of all orgs. Undefined if there's no such run. Reads at most one object. */
export async function readRun({ env, var: { db, owner } }: Context<SignedIn>, run_id: string) {
	const org_id = owner === PLATFORM ? undefined : owner
	const ofOwner = org_id === undefined ? undefined : eq(runArchives.org_id, org_id)
	const [[run], [archive]] = await db.batch([
		selectRun(db, run_id, org_id),
		db
			.select(place)
			.from(archivedRuns)
			.innerJoin(runArchives, eq(runArchives.number, archivedRuns.archive_number))
			.where(and(eq(archivedRuns.run_id, run_id), ofOwner))
			.limit(1),
	])
	if (run || !archive) return run && toRun(run)
	const found = (await runsIn(env, archive)).find((row) => row.run_id === run_id)
	return found && toRun(found)
}
