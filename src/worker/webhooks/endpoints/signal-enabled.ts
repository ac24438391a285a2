import { sql } from 'drizzle-orm'
import type { AfterCommitHook } from '../../ground/write/after-commit.ts'
import type { Followed } from '../../ground/write/following.ts'
import { changedRows, prior } from '../../ground/write/kept-rows.ts'
import { auditStates } from '../../ground/write/table.ts'
import { signal } from './signal.ts'
import { webhookEndpoints } from './table.ts'

const { id, enabled, due_at } = webhookEndpoints

/** Signals the endpoints that a change enabled, or recreated while they still had something due. */
export const wakeEnabled = ({ audit_id }: Followed): AfterCommitHook => ({
	read: ({ var: { db } }) => {
		const wasOff = sql`(${prior(webhookEndpoints)('enabled')} = 0 OR (${auditStates.before} IS NULL AND ${due_at} IS NOT NULL))`
		return db
			.select({ id: sql<string>`${id}`.as('id') })
			.from(sql`${changedRows(audit_id, webhookEndpoints)} AND ${enabled} = 1 AND ${wasOff}`)
	},
	after: (c, rows) => {
		const signals = rows.map((row) => ({ endpoint_id: (row as { id: string }).id }))
		if (signals.length > 0) c.executionCtx.waitUntil(signal(c.env, signals))
	},
	effect: ({ length }) =>
		length > 1
			? { code: 'notifies_endpoints', values: { count: length } }
			: length === 1
				? { code: 'notifies_endpoint', values: {} }
				: undefined,
})
