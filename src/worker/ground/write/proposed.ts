import { eq, type SQL, sql } from 'drizzle-orm'
import type { Proposed } from '../../context.ts'
import type { Database } from '../db/database.ts'
import { isAudited, type Operation } from '../http/operations.ts'
import { offersDryRun } from './dry-run.ts'
import { auditLogs, auditStates } from './table.ts'

/** The media type of the response to a proposal. A program can tell it from the call's own without reading the body. */
export const PROPOSED_TYPE = 'application/json; proposed=true'

/** How much is kept of a proposal, of its body and of the rows that it touches. */
export const MOST_BYTES = 262_144

/** Whether a key that proposes gets a request instead of this change: it leaves an audit row, in one batch, and keys may make it. */
export const isProposable = (operation: Operation): boolean =>
	isAudited(operation) &&
	offersDryRun(operation) &&
	!operation.isInParts &&
	!operation.isInPerson &&
	!['user', 'anyone'].includes(operation.access ?? '')

/** What a batch touches, as it was before: the audited state, and each row that the change keeps. A row that it makes has no id yet. */
export const statesBefore = (audit_id: string): SQL => {
	const { table_name, row_key, before, audit_id: of } = auditStates
	const rows = sql`SELECT json_group_array(json_array(${table_name}, iif(${before} IS NULL, NULL, ${row_key}), ${before})
		ORDER BY ${table_name}, ${before} IS NULL, ${row_key}) FROM ${auditStates} WHERE ${eq(of, audit_id)}`
	const audited = sql`${auditLogs.target_type}, iif(${auditLogs.before} IS NULL, NULL, ${auditLogs.target_id}), ${auditLogs.before}`
	return sql`(SELECT json_array(${audited}, json((${rows}))) FROM ${auditLogs} WHERE ${eq(auditLogs.id, audit_id)})`
}

/** The query for it. */
export const selectStates = (db: Database['reader'], audit_id: string) =>
	db.select({ states: sql<string | null>`${statesBefore(audit_id)}`.as('states') }).from(sql`(SELECT 1)`)

const carried = new WeakMap<Request, Proposed>()

/** Marks a request that carries out a proposed call in this process. */
export function carrying(request: Request, proposed: Proposed): Request {
	carried.set(request, proposed)
	return request
}

export const carriedBy = (request: Request): Proposed | undefined => carried.get(request)
