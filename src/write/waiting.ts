import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The targets of changes that may shut callers out. While one of them waits, an isolate keeps a principal for a second only. */
const LOCKING = ['ip_rules', 'gateway_config', 'configuration_revisions'] as const

const listed = LOCKING.map((target) => `'${target}'`).join(', ')

const waiting = (of: SQL) =>
	sql<number>`EXISTS (SELECT 1 FROM unconfirmed_changes w WHERE w.status = 'pending' AND w.target_type IN (${sql.raw(listed)}) AND ${of})`

/**
 * Whether a change of the platform that may shut callers out waits for its confirmation: 1 or 0, as a column of another query.
 * What such a query gives must not be kept for long, since the change may be rolled back at any moment.
 */
export const isAnyWaiting = waiting(sql`w.org_id IS NULL`)

/** Whether one of the platform or of this org waits. Another org's cannot shut out the callers of this one. */
export const isAnyWaitingFor = (org_id: SQLiteColumn) => waiting(sql`(w.org_id IS NULL OR w.org_id = ${org_id})`)

/** How long an isolate keeps what it read while such a change waits. */
export const KEPT_WHILE_WAITING_MS = 1_000
