import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * The targets of changes that may lock callers out. While one of these changes waits, an isolate caches a principal for just
 * a second.
 */
export const LOCKING = ['ip_rules', 'gateway_config', 'config_entries', 'configuration_revisions'] as const

const listed = LOCKING.map((target) => `'${target}'`).join(', ')

const waiting = (of: SQL) =>
	sql<number>`EXISTS (SELECT 1 FROM unconfirmed_changes w WHERE w.status = 'pending' AND w.target_type IN (${sql.raw(listed)}) AND ${of})`

/**
 * Whether a platform change that may lock callers out is waiting for its confirmation: 1 or 0, as a column of another query.
 * The result of such a query mustn't be cached for long, since the change may be rolled back at any moment.
 */
export const isAnyWaiting = waiting(sql`w.org_id IS NULL`)

/** Whether a change of the platform or of this org is waiting. Another org's change can't lock out the callers of this one. */
export const isAnyWaitingFor = (org_id: SQLiteColumn) => waiting(sql`(w.org_id IS NULL OR w.org_id = ${org_id})`)

/** What a change may be of that demands more of the sign-ins to an org, or to all of them. */
const OF_ORG = sql`w.target_type = 'sign_in_requirements'`
const OF_ALL = sql`w.target_type IN ('sign_in_requirements', 'config_entries', 'configuration_revisions')`

/** Whether a change that this user made, and that may refuse their own sign-in to an org, is waiting: 1 or 0. */
export const isMakerWaiting = (user_id: SQLiteColumn, org_id: SQLiteColumn) =>
	sql<number>`EXISTS (SELECT 1 FROM unconfirmed_changes w WHERE w.maker_user_id = ${user_id} AND w.status = 'pending'
		AND ((w.org_id = ${org_id} AND ${OF_ORG}) OR (w.org_id IS NULL AND ${OF_ALL})))`

/** How long an isolate caches what it read while such a change waits. */
export const KEPT_WHILE_WAITING_MS = 1_000
