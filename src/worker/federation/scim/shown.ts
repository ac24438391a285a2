import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { inOneCase, type Name, nameIn } from '../../ground/db/one-case.ts'
import { scimUsers } from '../../sign-in/identities/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { isInDomain } from './called.ts'
import type { Client } from './client.ts'

// What a client calls the row of `users`. No two people in its list have one name.

/** A name as it's spelled, or in one case. A name that the job hasn't filled, or that somebody shares, is one with its own spelling. */
type Form = (name: Name) => SQLWrapper
const spelled: Form = ({ name }) => name
const caseless: Form = ({ name, caseless: form }) => sql`coalesce(${form}, lower(${name}))`

const USER_NAME = { name: scimUsers.user_name, caseless: scimUsers.user_name_caseless }
const EMAIL = { name: users.email, caseless: users.email_caseless }
const LOGIN = { name: users.login, caseless: users.login_caseless }
const AT_PROVIDER = nameIn('i', 'email')

/** Whether the connection speaks for the address of the row of `users`. */
export const isSpokenFor = (client: Client) =>
	sql`(${users.email_verified} = 1 AND ${isInDomain(client, sql`${users.email}`)})`

/** Whether the client calls nobody else so. */
const isFree = ({ id }: Client, name: Name) => {
	const others = sql`SELECT 1 FROM scim_users f WHERE f.connection_id = ${id} AND f.user_id <> ${users.id} AND f.state <> 'deleted'`
	return sql`(NOT EXISTS (${others} AND f.user_name_caseless = ${name.caseless}) AND NOT EXISTS (${others} AND lower(f.user_name) = lower(${name.name})))`
}

/** The address in a proved domain by which the provider last knew the row of `users`. */
const addressAtProvider = (client: Client, form: Form, condition?: SQL) =>
	sql`(SELECT ${form(AT_PROVIDER)} FROM identities i WHERE i.user_id = ${users.id} AND i.connection_id = ${client.id}
		AND ${isInDomain(client, sql`i.email`)}${condition && sql` AND ${condition}`} ORDER BY i.last_used_at DESC LIMIT 1)`

/** Whether nobody else is known by that address, neither to the provider nor by their account. */
const isOneAddress = (client: Client) =>
	sql`(${isFree(client, AT_PROVIDER)}
		AND NOT EXISTS (SELECT 1 FROM identities o WHERE o.connection_id = ${client.id} AND lower(o.email) = lower(i.email) AND o.user_id <> ${users.id})
		AND NOT EXISTS (SELECT 1 FROM users u WHERE lower(u.email) = lower(i.email) AND u.email_verified AND u.id <> ${users.id}))`

const shown = (client: Client, form: Form) =>
	sql<string>`coalesce(${form(USER_NAME)}, iif(${isSpokenFor(client)} AND ${isFree(client, EMAIL)}, ${form(EMAIL)}, NULL),
		${addressAtProvider(client, form, isOneAddress(client))}, iif(${isFree(client, LOGIN)}, ${form(LOGIN)}, ${users.id}))`

/**
 * What a client calls the row of `users`. An org's client learns no address but those that its connection speaks for. Whoever has no
 * name of their own in its list is called by their id.
 */
export const nameOf = (client: Client) => shown(client, spelled)

const isOne = (forms: SQL[], name: string) =>
	sql`(${sql.join(
		forms.map((form) => sql`${form} IN (${inOneCase(name)}, lower(${name}))`),
		sql` OR `,
	)})`

/** Whether a name leads to the row of `users` for this client, which learns nothing from one that it may not see. */
export const isShownAs = (client: Client, name: string) =>
	isOne(
		[
			shown(client, caseless),
			addressAtProvider(client, caseless),
			sql`iif(${isSpokenFor(client)}, ${caseless(EMAIL)}, NULL)`,
		],
		name,
	)

/**
 * Whether the row of `users` keeps others from the name: the client calls them so, or it's their verified address. A login and an address
 * that people may edit at the provider make room.
 */
export const hasName = (client: Client, name: string) =>
	isOne([sql`coalesce(${caseless(USER_NAME)}, iif(${isSpokenFor(client)}, ${caseless(EMAIL)}, NULL))`], name)
