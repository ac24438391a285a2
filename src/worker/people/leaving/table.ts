import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who left something in an org: a user, or a service account. The trigger `rights_lost_apply` writes a row, and a job deletes it once the owners were told. */
export const leavings = sqliteTable(
	'leavings',
	{
		user_id: text().notNull(),
		/** An org's id, or `platform`. */
		org_id: text().notNull(),
		left_at: text().notNull(),
		/** When the owners were told; null if they don't know yet. */
		told_at: text(),
	},
	(table) => [primaryKey({ columns: [table.user_id, table.org_id] }), index('leavings_told_at').on(table.told_at)],
)
