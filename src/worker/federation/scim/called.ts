import { type SQL, sql } from 'drizzle-orm'
import { typed } from '../../ground/db/one-case.ts'
import { named } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { isAddressProved } from '../../tenancy/users/visible.ts'
import type { Client } from './client.ts'

// Whom a client means by a name, for the row of `users`: the person of its own row first, then whom the provider behind its connection
// calls so, then who has verified the address. An address that the provider didn't vouch for comes last: people may edit theirs.

/** What's set along with an address that a directory vouches for. */
export const VOUCHED = { email_verified: true, email_proved_by: 'directory', email_set_by_operator: false } as const

/** Whether the connection has proved the domain of an address. */
export const isInDomain = ({ id }: Client, address: SQL) =>
	sql`EXISTS (SELECT 1 FROM oidc_domains d WHERE d.connection_id = ${id} AND d.proved_at IS NOT NULL
		AND lower(substr(${address}, instr(${address}, '@') + 1)) = d.domain)`

/** The ids of several queries. D1 takes five terms in a compound. */
const either = (...queries: SQL[]) => sql`SELECT * FROM (${sql.join(queries, sql` UNION `)})`

const isAmong = (query: SQL) => sql`${users.id} IN (${query})`

interface Called {
	name: string
	external_id?: string | null
}

/** The ids of all whom a client may mean, each found by an index, and who of them goes first. */
export function calledBy(client: Client, { name, external_id = null }: Called) {
	const { id } = client
	const { caseless } = typed(name)
	const ofDirectory = sql`SELECT s.user_id FROM scim_users s WHERE s.connection_id = ${id}`
	const isSpelled = sql`lower(s.user_name) = lower(${name})`
	const spelled = either(
		sql`${ofDirectory} AND s.external_id = ${external_id}`,
		sql`${ofDirectory} AND s.state <> 'deleted' AND ${isSpelled}`,
		sql`${ofDirectory} AND s.state <> 'active' AND ${isSpelled}`,
	)
	const inOneCase = sql`${ofDirectory} AND s.user_name_caseless = ${caseless}`
	const ofProvider = sql`SELECT i.user_id FROM identities i WHERE i.connection_id = ${id} AND ${isInDomain(client, sql`i.email`)}`
	const atProvider = (isVouchedFor = sql`1`) =>
		either(
			sql`${ofProvider} AND lower(i.email) = lower(${name}) AND ${isVouchedFor}`,
			sql`${ofProvider} AND i.email_caseless = ${caseless} AND ${isVouchedFor}`,
		)
	const verified = sql`SELECT v.id FROM users v WHERE v.id IN (SELECT ${users.id} FROM ${users} WHERE ${named(name)} AND (${isAddressProved} OR instr(${name}, '@') = 0))`
	return {
		ids: either(spelled, inOneCase, atProvider(), verified),
		rank: sql`CASE WHEN ${isAmong(spelled)} THEN 0 WHEN ${isAmong(inOneCase)} THEN 1 WHEN ${isAmong(atProvider(sql`i.email_verified = 1`))} THEN 2
			WHEN ${isAmong(verified)} THEN 3 ELSE 4 END`,
	}
}
