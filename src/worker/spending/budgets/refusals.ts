import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The view `budget_refusals`, as something to insert into: its trigger counts each row as a refusal. */
export const budgetRefusals = sqliteTable('budget_refusals', {
	budget_id: text().notNull(),
	scope: text().notNull(),
	org_id: text().notNull(),
	subject: text().notNull(),
	window_start: text().notNull(),
	used: integer().notNull(),
	held: integer().notNull(),
	at: text().notNull(),
})
