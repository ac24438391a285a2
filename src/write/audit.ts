import { eq, getTableName, type Placeholder, SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../context.ts'
import { newId, now } from '../db/columns.ts'
import { prepared } from '../db/prepared.ts'
import { stateOf } from '../db/state.ts'
import { auditLogs } from './table.ts'
import { keptRows, newRows, type Touched } from './undo.ts'

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
	/** The change makes the row. It has no state before, so the audit row is written once, after the change. */
	isNew?: boolean
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
 * trailing ones add the state after. For a new row of the target there are trailing ones only.
 */
export function auditRow({ var: { db, principal, trace_id, client_address } }: WorkContext, audit: Audit) {
	const id = audit.id ?? newId('aud')
	const { target_id } = audit
	const row = {
		id,
		action: audit.action,
		actor_user_id: audit.actor_user_id ?? principal?.user_id ?? null,
		actor_api_key_id: principal?.api_key_id ?? null,
		org_id: audit.org_id ?? null,
		target_type: getTableName(audit.target),
		target_id,
		client_address,
		trace_id,
		created_at: now(),
		reverts: audit.reverts ?? null,
	}
	const known = isPlain(audit, row) ? statementsOf(audit.target) : undefined
	if (audit.isNew) {
		const whole = known
			? known.whole(db, row)
			: db.insert(auditLogs).values({ ...row, after: audit.kept ?? stateFor(audit) })
		return { id, leading: [], trailing: [whole, ...newRows(db, id, audit.undo ?? [])] }
	}
	const rows = keptRows(db, id, audit.undo ?? [])
	const before = known
		? known.before(db, row)
		: db.insert(auditLogs).values({ ...row, before: audit.kept ?? stateFor(audit) })
	const after = known
		? known.after(db, { id, target_id })
		: db
				.update(auditLogs)
				.set({ after: audit.kept ?? stateFor(audit) })
				.where(eq(auditLogs.id, id))
	return { id, leading: [before, ...rows.before], trailing: [after, ...rows.after] }
}

/** Whether nothing in the audit row is SQL of its own: most changes are of one row, which its id finds. */
const isPlain = ({ where, state, kept }: Audit, row: object) =>
	!where && !state && !kept && !Object.values(row).some((value) => value instanceof SQL)

const VALUES = [
	'id',
	'action',
	'actor_user_id',
	'actor_api_key_id',
	'org_id',
	'target_type',
	'target_id',
	'client_address',
	'trace_id',
	'created_at',
	'reverts',
] as const

const statements = new Map<Resource['target'], ReturnType<typeof plainRowOf>>()

/** The statements of a plain audit row of `target`, prepared once. */
function statementsOf(target: Resource['target']) {
	const known = statements.get(target) ?? plainRowOf(target)
	statements.set(target, known)
	return known
}

/** Prepares them. Each table has its own, because the state names its columns. */
export function plainRowOf(target: Resource['target']) {
	const state = (target_id: Placeholder) => stateFor({ target, target_id: target_id.getSQL() })
	return {
		before: prepared(VALUES, (db, row) => db.insert(auditLogs).values({ ...row, before: state(row.target_id) })),
		whole: prepared(VALUES, (db, row) => db.insert(auditLogs).values({ ...row, after: state(row.target_id) })),
		after: prepared(['id', 'target_id'], (db, { id, target_id }) =>
			db
				.update(auditLogs)
				.set({ after: state(target_id) })
				.where(eq(auditLogs.id, id)),
		),
	}
}
