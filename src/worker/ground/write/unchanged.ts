import { eq, type SQL, sql } from 'drizzle-orm'
import { preparedAll } from '../db/prepared.ts'
import { type Resource, stateFor } from './resource.ts'
import { auditLogs, auditStates } from './table.ts'

/** Whether a method says what should be, so that a repeat changes nothing. */
export const saysWhatIs = (method: string) => ['PATCH', 'PUT'].includes(method)

const { id, before, after } = auditLogs

const statements = preparedAll(['id'], (db, row) => ({
	log: db
		.delete(auditLogs)
		.where(
			sql`${eq(id, row.id)} AND ${before} IS ${after} AND NOT EXISTS (SELECT 1 FROM ${auditStates} WHERE ${auditStates.audit_id} = ${row.id} AND ${auditStates.before} IS NOT ${auditStates.after})`,
		),
	states: db
		.delete(auditStates)
		.where(
			sql`${auditStates.audit_id} = ${row.id} AND NOT EXISTS (SELECT 1 FROM ${auditLogs} WHERE ${eq(id, row.id)})`,
		),
}))

/**
 * The statements that take back the audit row of a change that changed nothing, with the rows that it keeps. What follows
 * from a change reads these, so it doesn't happen either. None for a call that does something each time.
 */
export const takenBack = (
	db: Parameters<typeof statements>[0],
	isSaying: boolean,
	audit_id: string,
): Partial<ReturnType<typeof statements>> => (isSaying ? statements(db, { id: audit_id }) : {})

/** Whether a change has moved its target by now, for a statement of the same batch. `audit_id` is the id of its audit row. */
export const hasMoved = (audit_id: string, resource: Resource): SQL =>
	sql`(SELECT ${before} FROM ${auditLogs} WHERE ${eq(id, audit_id)}) IS NOT ${stateFor(resource)}`
