import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { runArchives } from '../../billing/run-archive/table.ts'
import type { Row } from '../../billing/runs/read.ts'
import type { WorkContext } from '../../context.ts'
import { bucketOf, getLines, putLines } from '../../ground/bucket/bucket.ts'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { unavailable } from '../../ground/http/errors.ts'
import { keyOf } from '../../ground/write/undo.ts'
import type { Group } from '../../providers/tool-providers/catalogue.ts'
import { kvKey } from '../../providers/tool-providers/kv.ts'
import { toolGroups } from '../../providers/tool-providers/table.ts'
import { PERSONAL_IN_RUNS } from '../org-rows/billing.ts'
import { type OfOrg, of, rowsOf } from '../org-rows/decision.ts'
import { replacedObjects } from '../org-rows/table.ts'
import { TABLES } from '../org-rows/tables.ts'

// What an erasure does, table by table.

export const CHUNK = 1_000
/** As long as a backup may name an object: five weeks, and a day to complete. */
const NAMED_MS = 36 * DAY_MS

export const STEPS: string[] = Object.entries(TABLES).flatMap(([name, decision]) =>
	'platform' in decision || (decision.erased !== 'deleted' && !decision.erased.set && name !== 'run_archives')
		? []
		: [name],
)

/** The statement that erases at most `CHUNK` rows of an org in a table. */
export function erasing({ var: { db } }: WorkContext, name: string, org_id: string) {
	const decision = TABLES[name] as OfOrg
	const { table, erased } = decision
	const columns = sql.raw(String(keyOf(table).map((column) => column.name)))
	const rest = erased === 'deleted' || !erased.unless ? sql`` : sql` AND ${sql.raw(erased.unless)}`
	const some = sql`(${columns}) IN (SELECT ${columns} FROM ${table} WHERE ${of(rowsOf(decision), org_id)}${rest} LIMIT ${CHUNK})`
	if (erased === 'deleted') return db.delete(table).where(some)
	const values = Object.entries(erased.set ?? {}).map(([column, value]) => [column, sql.raw(value)])
	return db
		.update(table)
		.set(Object.fromEntries(values) as Record<string, SQL>)
		.where(some)
}

/** Deletes what KV holds of an org's tool groups. A read that misses KV asks D1. */
export async function forgetTools({ env, var: { db } }: WorkContext, org_id: string): Promise<void> {
	const groups = await db.select().from(toolGroups).where(eq(toolGroups.owner, org_id))
	for (const { group_name } of groups) await env.KV.delete(kvKey(org_id, group_name as Group))
}

/**
 * Writes the org's next object of the run archive again, without what is personal in its runs, and returns the statements that record
 * it. The lines of other orgs stay as they are. Undefined after the last object.
 */
export async function anonymiseObject({ env, var: { db } }: WorkContext, org_id: string, after: number) {
	const [object] = await db
		.select()
		.from(runArchives)
		.where(and(eq(runArchives.org_id, org_id), gt(runArchives.number, after)))
		.orderBy(asc(runArchives.number))
		.limit(1)
	if (!object) return undefined
	const bucket = bucketOf(env)
	if (!bucket) throw unavailable('runs.no_bucket', 60)
	const lines = await getLines(bucket, object)
	for (let line = object.first_line; line < object.first_line + object.run_count; line += 1)
		lines[line] = JSON.stringify({ ...(JSON.parse(lines[line] ?? '') as Row), ...NOBODY })
	const stored = await putLines(bucket, `runs/${object.day}/`, lines)
	const isNew = stored.key !== object.key
	return {
		number: object.number,
		statements: isNew
			? [
					insertFrom(
						db,
						replacedObjects,
						{ key: object.key, delete_at: fromNow(NAMED_MS) },
						sql`(SELECT 1) WHERE true`,
					).onConflictDoNothing(),
					db
						.update(runArchives)
						.set(stored)
						.where(and(eq(runArchives.key, object.key), eq(runArchives.day, object.day))),
				]
			: [],
	}
}

const NOBODY = Object.fromEntries(PERSONAL_IN_RUNS.map((name) => [name, null]))
