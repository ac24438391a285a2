import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The platform's plain settings. The value of a write-only key is in `secrets`, and null here. */
export const configEntries = sqliteTable('config_entries', {
	key: text().primaryKey(),
	value: text(),
	updated_at: text().notNull(),
})

/** Where the value of a write-only entry is sealed. */
export const entryPlace = (key: string) => ({ table: 'config_entries', row: key, column: 'value' })
