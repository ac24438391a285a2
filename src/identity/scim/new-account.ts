import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { named } from '../../tenancy/users/visible.ts'
import { scimUsers } from '../oidc-connections/table.ts'
import { plainAddress } from '../oidc/address.ts'
import { loginFrom } from '../oidc/new-user.ts'
import { type Client, mayGive } from './client.ts'
import type { ScimUserInput } from './schema.ts'

/** The 400 of a value that we can't take (RFC 7644, section 3.12). */
export const invalidValue = (path: string, message: string) =>
	new ApiError(400, 'validation.error', `${path}: ${message}`, {
		...invalid([{ path, message }]).details,
		scimType: 'invalidValue',
	})

/**
 * Who has the address of a new person, and the statement of their account if nobody has. Throws 400 for an address that the connection
 * doesn't speak for. One D1 call.
 */
export async function newAccount(
	c: Context<App>,
	client: Client,
	{ userName, emails = [] }: z.infer<typeof ScimUserInput>,
) {
	const { db } = c.var
	const given = userName.includes('@') ? userName : (emails.find(({ primary }) => primary) ?? emails[0])?.value
	const address = plainAddress(given)
	if (!address) throw invalidValue('userName', 'Must be an email address in ASCII')
	const domain = address.slice(address.indexOf('@') + 1)
	const isProved = sql<number>`EXISTS (SELECT 1 FROM oidc_domains d WHERE d.connection_id = ${client.id} AND d.domain = ${domain} AND d.proved_at IS NOT NULL)`
	const [[proof], [known]] = await db.batch([
		db
			.select({ is_proved: isProved.as('is_proved'), may_give: mayGive(client).as('may_give') })
			.from(sql`(SELECT 1)`)
			.limit(1),
		db
			.select({
				user_id: users.id,
				email_verified: users.email_verified,
				role: memberships.role,
				state: scimUsers.state,
			})
			.from(users)
			.leftJoin(
				memberships,
				sql`${memberships.user_id} = ${users.id} AND ${memberships.org_id} = ${client.org_id ?? ''}`,
			)
			.leftJoin(scimUsers, sql`${scimUsers.user_id} = ${users.id} AND ${eq(scimUsers.connection_id, client.id)}`)
			.where(named(address))
			.limit(1),
	])
	if (proof?.is_proved !== 1)
		throw invalidValue(
			'userName',
			`Must be an address in a domain that the connection has proved, and ${domain} is not`,
		)
	return {
		known,
		may_give: proof.may_give,
		account: (user_id: string) => {
			const login = loginFrom(c, address)
			const at = now()
			return db
				.insert(users)
				.values({ id: user_id, login, username: login, email: address, email_verified: true, created_at: at })
		},
	}
}
