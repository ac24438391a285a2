import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { said } from '../../ground/http/field-codes.ts'
import { must } from '../../ground/http/must.ts'
import { scimUsers } from '../../sign-in/identities/table.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { caselessOf } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { plainAddress } from '../oidc/address.ts'
import { loginFrom } from '../oidc/new-user.ts'
import { takeAddress, unverifiedHolderOf } from '../oidc/take-address.ts'
import { calledBy, isInDomain, VOUCHED } from './called.ts'
import { type Client, mayGive } from './client.ts'
import type { ScimUserInput } from './schema.ts'
import { invalidValue } from './spelling.ts'

/**
 * Who has the address of a new person, and the statement of their account if nobody has. Throws 400 for an address that the connection
 * doesn't speak for. One D1 call.
 */
export async function newAccount(
	c: Context<App>,
	client: Client,
	{ userName, externalId, emails = [] }: z.infer<typeof ScimUserInput>,
) {
	const { db } = c.var
	const given = userName.includes('@') ? userName : (emails.find(({ primary }) => primary) ?? emails[0])?.value
	const address = plainAddress(given)
	if (!address) throw invalidValue('userName', must.ascii_address)
	const isProved = sql<number>`${isInDomain(client, sql`${address}`)}`
	const { ids, rank } = calledBy(client, { name: address, external_id: externalId ?? null })
	const [[proof], [known], [holder]] = await db.batch([
		db
			.select({ is_proved: isProved.as('is_proved'), may_give: mayGive(client).as('may_give') })
			.from(sql`(SELECT 1)`)
			.limit(1),
		db
			.select({
				user_id: users.id,
				role: memberships.role,
				state: scimUsers.state,
			})
			.from(users)
			.leftJoin(
				memberships,
				sql`${memberships.user_id} = ${users.id} AND ${memberships.org_id} = ${client.org_id ?? ''}`,
			)
			.leftJoin(scimUsers, sql`${scimUsers.user_id} = ${users.id} AND ${eq(scimUsers.connection_id, client.id)}`)
			.where(sql`${users.id} IN (${ids}) AND ${users.status} <> 'deleted'`)
			.orderBy(rank)
			.limit(1),
		unverifiedHolderOf(db, address),
	])
	if (proof?.is_proved !== 1)
		throw invalidValue('userName', said('proved_domain', { domain: address.slice(address.indexOf('@') + 1) }))
	return {
		known,
		may_give: proof.may_give,
		/** The account that has the address unverified loses it: the directory vouches for it. */
		taken: takeAddress(c, address, holder),
		account: (user_id: string) => {
			const login = loginFrom(c, address)
			const names = { login, username: login, email: address }
			return db.insert(users).values({ id: user_id, ...names, ...caselessOf(names), ...VOUCHED, created_at: now() })
		},
	}
}
