import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { memberships, orgs } from './table.ts'

// The org that registration makes for a user. It has the user's name until somebody renames it.

/** The name of the org that a user gets at registration. */
export const personalName = (username: string) => `${username}'s org`

/** Whether a name has the form of these names. */
export const isPersonalName = (name: SQLWrapper): SQL => sql`substr(${name}, -6) = '''s org'`

/** A query for the ids of a user's personal orgs. Orgs older than `personal_of` are known by their name and first membership. */
export const personalOrgs = (user_id: string) => sql`SELECT o.id FROM orgs o WHERE o.personal_of = ${user_id}
	UNION SELECT o.id FROM memberships m JOIN orgs o ON o.id = m.org_id
	WHERE m.user_id = ${user_id} AND m.role = 'owner' AND m.created_at = o.created_at AND o.personal_of IS NULL AND ${isPersonalName(sql`o.name`)}`

/** The same of a membership of the user, joined with its org, as a condition. */
export const isPersonal = (user_id: string) =>
	sql`(${orgs.personal_of} IS ${user_id} OR (${orgs.personal_of} IS NULL AND ${memberships.role} = 'owner' AND ${memberships.created_at} = ${orgs.created_at} AND ${isPersonalName(orgs.name)}))`
