import { eq, getTableName, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../context.ts'
import { newId, now } from '../db/columns.ts'
import { stateOf } from '../db/state.ts'
import { auditLogs } from './table.ts'
import { keptRows, type Touched } from './undo.ts'

/** A row that a write changes. */
export interface Resource {
	/** The table of the changed row. */
	target: SQLiteTable & { id?: SQLiteColumn }
	/** The row's id. SQL where only the database knows it. D1 evaluates it before the change. */
	target_id: string | SQL
	/** The condition of the row, when its `id` is not enough. */
	where?: SQL
	/** The state to keep as JSON text, when it is more than the row. */
	state?: SQL
}

/** What the audit row of a change says. */
export interface Audit extends Resource {
	/** `<table>.<verb>`. SQL where the row decides the verb. */
	action: string | SQL
	/** What the log keeps of the state as JSON text, when it must not keep all of it. `If-Match` compares the whole state. */
	kept?: SQL
	/** The org whose settings change; null for those of the platform. */
	org_id?: string | SQL | null
	/** The user who acts, when nobody is signed in yet. */
	actor_user_id?: string
	/** The rows that the change touches. They are kept whole, so that a revert can set them back. */
	undo?: Touched[]
	/** The id of the audit row, where the caller must know it. */
	id?: string
	/** The audit row whose change this one sets back. */
	reverts?: string
}

/** The audited state as JSON text, or NULL while there is no such row. */
export const stateFor = ({ target, target_id, where, state }: Resource): SQL =>
	state ?? stateOf(target, where ?? eq(target.id as SQLiteColumn, target_id))

/**
 * The id of a new audit row, and the statements around its change. The leading ones write the row with the state before, the
 * trailing ones add the state after.
 */
export function auditRow({ var: { db, principal, trace_id, client_address } }: WorkContext, audit: Audit) {
	const id = audit.id ?? newId('aud')
	const rows = keptRows(db, id, audit.undo ?? [])
	const before = db.insert(auditLogs).values({
		id,
		action: audit.action,
		actor_user_id: audit.actor_user_id ?? principal?.user_id ?? null,
		actor_api_key_id: principal?.api_key_id ?? null,
		org_id: audit.org_id ?? null,
		target_type: getTableName(audit.target),
		target_id: audit.target_id,
		before: audit.kept ?? stateFor(audit),
		client_address,
		trace_id,
		created_at: now(),
		reverts: audit.reverts ?? null,
	})
	const after = db
		.update(auditLogs)
		.set({ after: audit.kept ?? stateFor(audit) })
		.where(eq(auditLogs.id, id))
	return { id, leading: [before, ...rows.before], trailing: [after, ...rows.after] }
}
