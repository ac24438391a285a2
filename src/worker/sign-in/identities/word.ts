import { type SQLWrapper, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { type Name, nameIn } from '../../ground/db/one-case.ts'
import { conflict } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'

// What an org's directory says of people outlives the way they came by. It holds for the person that it names, and for whom one of
// the org's connections knows by the same address.

type Value = SQLWrapper | string | null

/** A word that somebody is out: any, or one that was said after this time. */
const isOut = (since: Value) => sql`s.state <> 'active' AND (${since} IS NULL OR s.updated_at > ${since})`

/** Whether a row of `scim_users` has a name. One side repeats the state of the index that finds it. */
const isCalled = (row: 's' | 'n', { name, caseless }: Name, isNot: 'active' | 'deleted') => {
	const own = nameIn(row, 'user_name')
	return sql`(${own.caseless} = ${caseless} OR (${sql.raw(`${row}.state <> '${isNot}'`)} AND lower(${own.name}) = lower(${name})))`
}

/** Whether a directory of the org, or of the platform for null, says of this address that its person is out, and no other person has it in that directory by now. */
export const isAddressOut = (org_id: Value, address: Name, since: Value = null) =>
	sql`EXISTS (SELECT 1 FROM oidc_connections o CROSS JOIN scim_users s ON s.connection_id = o.id
		WHERE o.org_id IS ${org_id} AND ${isOut(since)} AND ${isCalled('s', address, 'active')}
			AND NOT EXISTS (SELECT 1 FROM scim_users n WHERE n.connection_id = s.connection_id AND n.state = 'active'
				AND ${isCalled('n', nameIn('s', 'user_name'), 'deleted')}))`

/** Whether a directory of the org says that the user is out. */
export const isSaidOut = (org_id: Value, user_id: Value, since: Value = null) =>
	sql`(EXISTS (SELECT 1 FROM scim_users s JOIN oidc_connections o ON o.id = s.connection_id
			WHERE s.user_id = ${user_id} AND o.org_id = ${org_id} AND ${isOut(since)})
		OR EXISTS (SELECT 1 FROM identities i JOIN oidc_connections k ON k.id = i.connection_id
			WHERE i.user_id = ${user_id} AND k.org_id = ${org_id} AND ${isAddressOut(org_id, nameIn('i', 'email'), since)}))`

/**
 * Whether a directory's word keeps a user out of an org: it says that they're out, and no owner has let them in since. Anyone who is a
 * member was let in.
 */
export const isKeptOut = (org_id: Value, user_id: Value) =>
	sql`(${isSaidOut(org_id, user_id)}
		AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.user_id = ${user_id}))`

/**
 * The same of whoever comes by a provider that calls them so: the account may be another one than the directory's, and unknown to its
 * connection. Nobody is out whom a directory names as active, or who is a member.
 */
export const isKeptOutAs = (org_id: Value, user_id: Value, address: Name) =>
	sql`(${isAddressOut(org_id, address)}
		AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.user_id = ${user_id})
		AND NOT EXISTS (SELECT 1 FROM scim_users s JOIN oidc_connections o ON o.id = s.connection_id
			WHERE s.user_id = ${user_id} AND o.org_id IS ${org_id} AND s.state = 'active'))`

/** The guard of each batch that makes somebody a member, unless an owner lets them in by name. */
export const ensureLetIn = (c: WorkContext, org_id: string, user_id: string, byOwner = sql`0`) =>
	ensure(c, sql`(NOT ${isKeptOut(org_id, user_id)} OR ${byOwner})`)

/** The 409 of that guard. */
export const deactivated = () => conflict('members.deactivated')

/** That 409 if it's why a batch was refused. */
export async function outOf({ var: { db } }: WorkContext, org_id: string, user_id: string) {
	const { is_out } = await db.get<{ is_out: number }>(sql`SELECT ${isKeptOut(org_id, user_id)} AS is_out`)
	return is_out === 1 ? deactivated() : undefined
}
