import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS } from '../db/columns.ts'

// What is too young to leave the database. Runs and the entries of their ledger leave together, so both ask here.

/** A restore adds up the usage of the last two days again, so these stay. */
const MIN_DAYS = 2
const DEFAULT_DAYS = 30

/** The beginning of the oldest UTC day whose runs stay in the database. */
export function hotSince(env: Env): string {
	const set = Number(env.RUNS_HOT_DAYS)
	const days = Number.isInteger(set) && set >= MIN_DAYS ? set : DEFAULT_DAYS
	return `${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`
}

/** Whether no backup reads the database: a row that moves while it is copied would be in neither place, or in both. */
export const noBackupRuns: SQL = sql`NOT EXISTS (SELECT 1 FROM backups WHERE status = 'running')`

/** Whether rows may move now. A job asks before it starts, or each of its batches would be refused. */
export async function mayMove({ var: { db } }: WorkContext): Promise<boolean> {
	const [found] = await db.select({ isQuiet: sql<number>`${noBackupRuns}` }).from(sql`(SELECT 1)`)
	return found?.isQuiet === 1
}
