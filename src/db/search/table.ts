import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/**
 * What each character is for a search, by its code point: a row holds from `first` on, until the next row. `kind` is 0 for what
 * ends a word, 1 for a letter or digit, 2 for one of a script that is written without spaces. A migration fills it.
 */
export const searchCharacters = sqliteTable('search_characters', {
	first: integer().primaryKey(),
	kind: integer().notNull(),
})
