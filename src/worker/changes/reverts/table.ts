import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../ground/db/columns.ts'

export const STATUSES = ['pending', 'confirmed', 'reverted', 'failed'] as const

/** The longest time to confirm a change, in seconds. */
export const MAX_S = 600

/** Changes made with `Confirm-Within`. A pending one is rolled back at `due_at` unless somebody confirms it. */
export const unconfirmedChanges = sqliteTable(
	'unconfirmed_changes',
	{
		id: id(),
		audit_id: text().notNull(),
		action: text().notNull(),
		target_type: text().notNull(),
		target_id: text().notNull(),
		org_id: text(),
		maker_user_id: text().notNull(),
		status: text({ enum: STATUSES }).notNull(),
		/** Why the revert failed: a `details.reason`. */
		reason: text(),
		reverted_by: text(),
		created_at: createdAt(),
		due_at: text().notNull(),
		/** When the change was confirmed or rolled back, or when the rollback failed. */
		ended_at: text(),
		/** How many other pending changes touch the same rows. Booking fails unless it's 0. */
		rival_count: integer().notNull(),
		/** The id of the request's `Idempotency-Key` record, so a replay can return the same `Confirm-Id`. */
		idempotency_id: text(),
	},
	(table) => [
		index('unconfirmed_changes_of_day').on(table.org_id, table.id),
		index('unconfirmed_changes_pending')
			.on(table.audit_id)
			.where(sql`${table.status} = 'pending'`),
		index('unconfirmed_changes_maker').on(table.maker_user_id, table.status, table.id),
		index('unconfirmed_changes_org').on(table.org_id, table.status, table.id),
		index('unconfirmed_changes_own').on(table.maker_user_id, table.org_id, table.status, table.id),
		index('unconfirmed_changes_status').on(table.status, table.id),
		index('unconfirmed_changes_due')
			.on(table.due_at)
			.where(sql`${table.status} = 'pending'`),
		index('unconfirmed_changes_idempotency')
			.on(table.idempotency_id)
			.where(sql`${table.idempotency_id} IS NOT NULL`),
		check('unconfirmed_changes_alone', sql`${table.rival_count} = 0`),
		check('unconfirmed_changes_status', sql`${table.status} IN ('pending', 'confirmed', 'reverted', 'failed')`),
	],
)
