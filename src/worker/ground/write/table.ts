import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../db/columns.ts'

/**
 * Never holds a row: an insert fails its CHECK and with it the whole batch. A batch that inserts here `WHERE NOT condition`
 * is conditional. D1 has no other conditional transaction.
 */
export const guards = sqliteTable('guards', { failed: integer().notNull() }, (table) => [
	check('guard', sql`${table.failed} = 0`),
])

/**
 * Never holds a row: what a dry run notes here is rolled back with the rest. The row without a `part` ends the batch, by the
 * trigger `dry_runs_end` in `triggers.sql`. Without that trigger the CHECK would end it, so no dry run can commit.
 */
export const dryRuns = sqliteTable('dry_runs', { part: integer(), changes: integer(), result: text() }, (table) => [
	check('dry_run', sql`${table.part} IS NOT NULL`),
])

/**
 * The first response to each `Idempotency-Key`, written in the batch of its effect. `id` is a hash of caller, org, path and
 * key.
 */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		id: id(),
		fingerprint: text().notNull(),
		status: integer().notNull(),
		body: text().notNull(),
		/** The audit row of its effect. */
		audit_id: text(),
		created_at: createdAt(),
	},
	(table) => [index('idempotency_keys_created_at').on(table.created_at)],
)

/** Who changed which row, and its state before and after. Written in the batch of the change. */
export const auditLogs = sqliteTable(
	'audit_logs',
	{
		id: id(),
		action: text().notNull(),
		actor_user_id: text(),
		actor_api_key_id: text(),
		org_id: text(),
		target_type: text().notNull(),
		target_id: text().notNull(),
		before: json<Record<string, unknown>>(),
		after: json<Record<string, unknown>>(),
		client_address: text().notNull(),
		trace_id: text().notNull(),
		created_at: createdAt(),
		/** The audit row whose change this one reverted. */
		reverts: text(),
		/** The service account that acted. Then there's no user. */
		actor_service_account_id: text(),
		/** The user or service account whose key proposed it. */
		proposed_by: text(),
	},
	(table) => [
		index('audit_logs_reverts')
			.on(table.reverts)
			.where(sql`${table.reverts} IS NOT NULL`),
		index('audit_logs_service')
			.on(table.actor_service_account_id, table.id)
			.where(sql`${table.actor_service_account_id} IS NOT NULL`),
		index('audit_logs_action').on(table.action, table.id),
		index('audit_logs_actor').on(table.actor_user_id, table.id),
		index('audit_logs_org').on(table.org_id, table.id),
		index('audit_logs_target').on(table.target_id, table.id),
		index('audit_logs_trace').on(table.trace_id, table.id),
	],
)

/**
 * Every row that an audited change touched, whole, before and after the change. A revert restores it. No response and no log
 * shows it. NULL stands for a row that doesn't exist.
 */
export const auditStates = sqliteTable(
	'audit_states',
	{
		audit_id: text().notNull(),
		table_name: text().notNull(),
		/** The columns of the primary key, as a JSON array. */
		row_key: text().notNull(),
		before: text(),
		after: text(),
	},
	(table) => [primaryKey({ columns: [table.audit_id, table.table_name, table.row_key] })],
)

/** How many audit rows an org has left on its newest day, for `limit.audit_rows_per_day`. One row for each org. */
export const auditDays = sqliteTable('audit_days', {
	org_id: text().primaryKey(),
	day: text().notNull(),
	rows: integer().notNull(),
	/** The newest of them. */
	audit_id: text().notNull(),
})

/**
 * How much space the rows of a change take in `audit_states`. `start` is the sum of the same owner's earlier changes, so an
 * owner's total is the end of their newest change minus the start of their oldest. The triggers `undo_sizes_*` delete the
 * oldest ones. The table is WITHOUT ROWID, so a change writes just one more row.
 */
export const undoSizes = sqliteTable(
	'undo_sizes',
	{
		/** An org's id, or `platform`. */
		owner: text().notNull(),
		start: integer().notNull(),
		/** In bytes. */
		size: integer().notNull(),
		audit_id: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.owner, table.start] })],
)
