import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * A name that people see, in the form in which such names are compared: NFC, in lower case by Unicode. SQL's `lower()` only knows A–Z, so a
 * column next to the name has this form.
 */
export const inOneCase = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

/** A name, and the name in one case. In a column that's null until the job has filled it, or if another row had the name first. */
export interface Name {
	name: SQLWrapper
	caseless: SQLWrapper
}

/** A name that somebody typed or sent. */
export const typed = (name: string): Name => ({ name: sql`${name}`, caseless: sql`${inOneCase(name)}` })

/** The name in a column of the row `alias`. */
export const nameIn = (alias: string, column: string): Name => ({
	name: sql.raw(`${alias}.${column}`),
	caseless: sql.raw(`${alias}.${column}_caseless`),
})

/** A name of a column that only has ASCII, where SQL's lower case is enough. */
export const ascii = (name: SQLWrapper): Name => ({ name, caseless: sql`lower(${name})` })

/** Whether two names are one. Two names that were there before the rule differ, and each is one with its own spelling. */
export const isSameName = (one: Name, other: Name): SQL =>
	sql`(${one.caseless} = ${other.caseless} OR lower(${one.name}) = lower(${other.name}))`
