import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { ApiError, invalid, notFound } from '../../http/errors.ts'
import { publicUrlOf } from '../../http/public-url.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { scimUsers } from '../oidc-connections/table.ts'
import { type Client, mayGive } from './client.ts'
import { LIST, type ScimQuery, type ScimUser, type ScimUsers, USER } from './schema.ts'

const MAX_COUNT = 200

/** Whether the connection speaks for the address of the row of `users`. */
const isSpokenFor = ({ id }: Client) =>
	sql`(${users.email_verified} = 1 AND EXISTS (SELECT 1 FROM oidc_domains d WHERE d.connection_id = ${id} AND d.proved_at IS NOT NULL AND lower(substr(${users.email}, instr(${users.email}, '@') + 1)) = d.domain))`

/** What a client calls the row of `users`. An org's client learns no address but those that its connection speaks for. */
const nameOf = (client: Client) =>
	sql<string>`coalesce(${scimUsers.user_name}, iif(${isSpokenFor(client)}, ${users.email}, ${users.login}))`

/** The people a client sees: its org's members, or those whom the platform's connection speaks for, and everybody it made or joined. */
const selectPeople = ({ var: { db } }: Context<App>, client: Client, where: SQL | undefined) =>
	db
		.select({
			user_id: users.id,
			username: users.username,
			status: users.status,
			created_at: users.created_at,
			role: memberships.role,
			state: scimUsers.state,
			role_before: scimUsers.role,
			external_id: scimUsers.external_id,
			user_name: nameOf(client).as('user_name'),
			address: sql<string | null>`iif(${isSpokenFor(client)}, ${users.email}, NULL)`.as('address'),
			may_give: mayGive(client).as('may_give'),
			total: sql<number>`count(*) OVER ()`.as('total'),
		})
		.from(users)
		.leftJoin(memberships, and(eq(memberships.user_id, users.id), eq(memberships.org_id, client.org_id ?? '')))
		.leftJoin(scimUsers, and(eq(scimUsers.user_id, users.id), eq(scimUsers.connection_id, client.id)))
		.where(
			and(
				sql`${users.status} <> 'deleted' AND coalesce(${scimUsers.state}, '') <> 'deleted'`,
				sql`(${scimUsers.user_id} IS NOT NULL OR ${client.org_id === null ? isSpokenFor(client) : sql`${memberships.user_id} IS NOT NULL`})`,
				where,
			),
		)
		.orderBy(asc(users.seq))

export type Person = Awaited<ReturnType<typeof selectPeople>>[number]

/** One of them. Throws 404. */
export async function readPerson(c: Context<App>, client: Client, user_id: string): Promise<Person> {
	const [person] = await selectPeople(c, client, eq(users.id, user_id)).limit(1)
	if (!person) throw notFound('User')
	return person
}

/** The condition of a filter (RFC 7644, section 3.4.2.2). Throws 400 for one that we don't know. */
function conditionOf(client: Client, filter: string): SQL {
	const [, name = '', text = ''] = /^\s*(userName|externalId|id)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i.exec(filter) ?? []
	const value = text.replaceAll(/\\(.)/g, '$1')
	switch (name.toLowerCase()) {
		case 'id':
			return eq(users.id, value)
		case 'externalid':
			return eq(scimUsers.external_id, value)
		case 'username':
			return or(
				sql`lower(${nameOf(client)}) = lower(${value})`,
				and(isSpokenFor(client), sql`lower(${users.email}) = lower(${value})`),
			) as SQL
		default:
			throw new ApiError(400, 'validation.error', 'The filter must be userName eq "…" or externalId eq "…"', {
				...invalid([{ path: 'filter', message: 'Must be userName eq "…" or externalId eq "…"' }]).details,
				scimType: 'invalidFilter',
			})
	}
}

/** A page of them. */
export async function listPeople(
	c: Context<App>,
	client: Client,
	{ filter, startIndex = 1, count = MAX_COUNT }: z.infer<typeof ScimQuery>,
): Promise<z.infer<typeof ScimUsers>> {
	const start = Math.max(1, startIndex)
	const limit = Math.min(MAX_COUNT, Math.max(0, count))
	const where = filter === undefined ? undefined : conditionOf(client, filter)
	const people = await selectPeople(c, client, where)
		.limit(Math.max(1, limit))
		.offset(start - 1)
	const shown = people.slice(0, limit)
	return {
		schemas: [LIST],
		totalResults: people[0]?.total ?? 0,
		startIndex: start,
		itemsPerPage: shown.length,
		Resources: shown.map((person) => toScim(c, client, person)),
	}
}

/** Whether somebody may act in the org, or sign in at all. */
export const isActive = ({ org_id }: Client, { role, state, status }: Person) =>
	org_id === null ? status === 'active' : role !== null || state === 'active'

/** A person as SCIM shows them. */
export function toScim(c: Context<App>, client: Client, person: Person): z.infer<typeof ScimUser> {
	const { user_id, external_id, user_name, username, address, created_at } = person
	return {
		schemas: [USER],
		id: user_id,
		...(external_id === null ? {} : { externalId: external_id }),
		userName: user_name,
		displayName: username,
		active: isActive(client, person),
		emails: address === null ? [] : [{ value: address, primary: true }],
		meta: { resourceType: 'User', created: created_at, location: `${baseOf(c)}/Users/${user_id}` },
	}
}

/** Where SCIM is. */
export const baseOf = (c: { env: Env; req: { url: string } }) =>
	`${publicUrlOf(c.env) ?? new URL(c.req.url).origin}/scim/v2`
