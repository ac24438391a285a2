import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/**
 * What a search takes each character for, by code point: a row applies from `first` up to the next row. `kind` is 0 for a
 * character that ends a word, 1 for a letter or digit, 2 for one of a script written without spaces. A migration fills it.
 */
export const searchCharacters = sqliteTable('search_characters', {
	first: integer().primaryKey(),
	kind: integer().notNull(),
})
