import { sql } from 'drizzle-orm'

/** The targets of changes that may shut callers out. While one of them waits, an isolate keeps a principal for a second only. */
const LOCKING = ['ip_rules', 'gateway_config', 'configuration_revisions'] as const

const listed = LOCKING.map((target) => `'${target}'`).join(', ')

/**
 * Whether a change that may shut callers out waits for its confirmation: 1 or 0, as a column of another query. What such a query
 * gives must not be kept for long, since the change may be set back at any moment.
 */
export const isAnyWaiting = sql<number>`EXISTS (SELECT 1 FROM unconfirmed_changes WHERE status = 'pending' AND target_type IN (${sql.raw(listed)}))`

/** How long an isolate keeps what it read while such a change waits. */
export const KEPT_WHILE_WAITING_MS = 1_000
