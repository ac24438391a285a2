import { type SQL, sql } from 'drizzle-orm'
import { users } from '../../tenancy/users/table.ts'
import { isAddressProved, named } from '../../tenancy/users/visible.ts'
import type { Client } from './client.ts'

// Whom a client means by a name, for the row of `users`: the person of its own row first, then whom the provider behind its connection
// calls so, then who has verified the address. An address that the provider didn't vouch for comes last: people may edit theirs.

/** What's set along with an address that a directory vouches for. */
export const VOUCHED = { email_verified: true, email_proved_by: 'directory', email_set_by_operator: false } as const

/** Whether the connection has proved the domain of an address. */
export const isInDomain = ({ id }: Client, address: SQL) =>
	sql`EXISTS (SELECT 1 FROM oidc_domains d WHERE d.connection_id = ${id} AND d.proved_at IS NOT NULL
		AND lower(substr(${address}, instr(${address}, '@') + 1)) = d.domain)`

/** The address in a proved domain by which the provider last knew the row of `users`. */
export const addressAtProvider = (client: Client) =>
	sql<string | null>`(SELECT i.email FROM identities i WHERE i.user_id = ${users.id} AND i.connection_id = ${client.id}
		AND ${isInDomain(client, sql`i.email`)} ORDER BY i.last_used_at DESC LIMIT 1)`

const isAmong = (query: SQL) => sql`${users.id} IN (${query})`

interface Called {
	name: string
	external_id?: string | null
}

/** The ids of all whom a client may mean, each found by an index, and who of them goes first. */
export function calledBy(client: Client, { name, external_id = null }: Called) {
	const { id } = client
	const ofDirectory = sql`SELECT s.user_id FROM scim_users s WHERE s.connection_id = ${id}`
	const byName = sql`lower(s.user_name) = lower(${name})`
	const own = [
		sql`${ofDirectory} AND s.external_id = ${external_id}`,
		sql`${ofDirectory} AND s.state <> 'deleted' AND ${byName}`,
		sql`${ofDirectory} AND s.state <> 'active' AND ${byName}`,
	]
	const atProvider = sql`SELECT i.user_id FROM identities i WHERE i.connection_id = ${id} AND lower(i.email) = lower(${name}) AND ${isInDomain(client, sql`i.email`)}`
	const vouchedFor = sql`${atProvider} AND i.email_verified = 1`
	const verified = sql`SELECT v.id FROM users v WHERE v.id IN (SELECT ${users.id} FROM ${users} WHERE ${named(name)} AND (${isAddressProved} OR instr(${name}, '@') = 0))`
	return {
		ids: sql.join([...own, atProvider, verified], sql` UNION `),
		rank: sql`CASE WHEN ${isAmong(sql.join(own, sql` UNION `))} THEN 0 WHEN ${isAmong(vouchedFor)} THEN 1 WHEN ${isAmong(verified)} THEN 2 ELSE 3 END`,
	}
}
