import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { inOneCase, nameIn } from '../../ground/db/one-case.ts'
import { users } from './table.ts'

// Logins, usernames and addresses are one in NFC and in any case by Unicode.

const FIELDS = ['login', 'username', 'email'] as const
type Field = (typeof FIELDS)[number]

type Names = { [F in Field]?: string | null | undefined }
type Caseless = { [F in Field as `${F}_caseless`]?: string | null }

/** Those of the names that are given, in one case, for a new row. */
export const caselessOf = (names: Names): Caseless => {
	const given = FIELDS.flatMap((field) => (names[field] === undefined ? [] : [[field, names[field]] as const]))
	return Object.fromEntries(given.map(([field, name]) => [`${field}_caseless`, name === null ? null : inOneCase(name)]))
}

const claimsOf = (field: Field, name: string) =>
	sql`SELECT 1 FROM name_claims c WHERE c.field = ${field} AND c.connection_id = '' AND c.name = ${inOneCase(name)}`

/**
 * The statement after one that renames a user: a trigger takes away what a changed name was in one case. It refuses the batch if somebody
 * else has the name. None if nothing is renamed; `condition` says whether it was, where that depends. A user who shares their name with another may keep it as it is.
 */
export function renamed(db: Database['reader'], user_id: string, names: Names, condition?: SQL) {
	const given = FIELDS.filter((field) => names[field] !== undefined)
	const caseless = caselessOf(names)
	const set = given.map((field) => {
		const column = `${field}_caseless` as const
		const name = names[field] ?? ''
		return [
			column,
			sql`iif(EXISTS (${claimsOf(field, name)} AND c.user_id = ${user_id}), ${users[column]}, ${caseless[column]})`,
		]
	})
	if (given.length === 0) return []
	const values = Object.fromEntries(set) as Record<keyof Caseless, SQL>
	return [
		db
			.update(users)
			.set(values)
			.where(and(eq(users.id, user_id), condition)),
	]
}

/** Whether somebody other than `user_id` has the name, or shares it with one who did. */
export const isTaken = (field: Field, name: string, user_id = ''): SQL => {
	const { name: spelled, caseless } = nameIn('t', field)
	const other = sql`t.id <> ${user_id}`
	return sql`(EXISTS (SELECT 1 FROM users t WHERE ${caseless} = ${inOneCase(name)} AND ${other})
		OR EXISTS (SELECT 1 FROM users t WHERE lower(${spelled}) = lower(${name}) AND ${other})
		OR EXISTS (${claimsOf(field, name)} AND c.user_id <> ${user_id}))`
}

/** The condition of the one user with this name. Of users who share a name, each is found by their own spelling. */
export const isCalled = (field: Field, name: string): SQL => {
	const { name: spelled, caseless } = nameIn('n', field)
	return sql`${users.id} = coalesce((SELECT n.id FROM users n WHERE lower(${spelled}) = lower(${name})),
		(SELECT n.id FROM users n WHERE ${caseless} = ${inOneCase(name)}))`
}

/** The condition of the user with this login or e-mail address. A login has no `@`, so a text is one or the other. */
export const named = (login: string) => isCalled(login.includes('@') ? 'email' : 'login', login)
