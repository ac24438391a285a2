import { and, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../ground/db/database.ts'
import { configEntries } from '../../ground/db/table.ts'
import { auditLogs, auditStates } from '../../ground/write/table.ts'
import { isWriteOnlyIn } from './rules.ts'

// 0.1.0 sealed only values whose keys end in `api_key`. The other secrets of that time are in clear in their entries, in the audit
// log and in the rows kept for reverts, until the job in `seal.ts` has sealed and masked them. Nothing shows them until then.

/** Entries whose values have to be sealed. */
export const isClear = and(isNotNull(configEntries.value), isWriteOnlyIn(sql`${configEntries.key}`)) as SQL

/** The state of a write-only entry for the audit log. */
export const stateWithoutValue = (key: string): SQL =>
	sql`(SELECT json_object('key', ${configEntries.key}, 'value', NULL, 'updated_at', ${configEntries.updated_at}) FROM ${configEntries} WHERE ${eq(configEntries.key, key)})`

const isOfWriteOnly = and(
	eq(auditLogs.target_type, 'config_entries'),
	isWriteOnlyIn(sql`${auditLogs.target_id}`),
) as SQL

const withoutValue = (state: SQLiteColumn) =>
	sql`iif(${state} ->> 'value' IS NULL, ${state}, json_set(${state}, '$.value', NULL))`

/** A state of an audit row, as the API returns it. */
export const shownState = <C extends SQLiteColumn>(state: C) =>
	sql<C['_']['data'] | null>`iif(${isOfWriteOnly}, ${withoutValue(state)}, ${state})`.mapWith(state)

const holdsValue = (before: SQLiteColumn, after: SQLiteColumn) =>
	sql`(${before} ->> 'value' IS NOT NULL OR ${after} ->> 'value' IS NOT NULL)`

/** Audit rows that show a secret. */
export const isShown = and(isOfWriteOnly, holdsValue(auditLogs.before, auditLogs.after)) as SQL

/** The statement that masks them, as far as they match `where`. */
export const maskAuditRows = (db: Database['reader'], where: SQL) =>
	db
		.update(auditLogs)
		.set({ before: withoutValue(auditLogs.before), after: withoutValue(auditLogs.after) })
		.where(and(where, isShown))

/**
 * Changes whose kept rows hold a secret, as a query of their ids. `among` is a condition on `audit_states`. A change that waits for
 * its confirmation is left out: it may have to be rolled back.
 */
export const keepingSecrets = (among: SQL): SQL =>
	sql`SELECT ${auditStates.audit_id} FROM ${auditStates} WHERE ${and(
		among,
		eq(auditStates.table_name, 'config_entries'),
		isWriteOnlyIn(sql`${auditStates.row_key} ->> 0`),
		holdsValue(auditStates.before, auditStates.after),
		sql`NOT EXISTS (SELECT 1 FROM unconfirmed_changes u WHERE u.audit_id = ${auditStates.audit_id} AND u.status = 'pending')`,
	)}`

/** Changes that may show or keep the value of an entry, whether alone or in a document: two ranges of the index by action. */
export const mayShow = or(
	...['config_entries', 'configuration_revisions'].map((table) =>
		and(gt(auditLogs.action, `${table}.`), sql`${auditLogs.action} < ${`${table}/`}`),
	),
) as SQL

/** How many entries and changes still hold a secret in clear, as columns of a query. */
export const clearCounts = {
	entry_count: sql<number>`(SELECT count(*) FROM ${configEntries} WHERE ${isClear})`.as('entry_count'),
	change_count:
		sql<number>`(SELECT count(*) FROM ${auditLogs} WHERE ${mayShow} AND (${isShown} OR EXISTS (${keepingSecrets(sql`${auditStates.audit_id} = ${auditLogs.id}`)})))`.as(
			'change_count',
		),
}
