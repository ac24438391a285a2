import { and, asc, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { ApiError, existing, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { scimUsers } from '../../sign-in/identities/table.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { calledBy } from './called.ts'
import { type Client, mayGive } from './client.ts'
import { baseOf, LIST, type ScimQuery, type ScimUser, type ScimUsers } from './schema.ts'
import { hasName, isShownAs, isSpokenFor, nameOf } from './shown.ts'
import { USER } from './spelling.ts'

const MAX_COUNT = 200

/** The people a client sees: its org's members, or those whom the platform's connection speaks for, and everybody it made or joined. */
const selectPeople = ({ var: { db } }: Context<App>, client: Client, where: SQL | undefined, rank?: SQL) =>
	db
		.select({
			user_id: users.id,
			username: users.username,
			status: users.status,
			created_at: users.created_at,
			role: memberships.role,
			given_role: memberships.given_role,
			state: scimUsers.state,
			role_before: sql<string | null>`${scimUsers.role}`.as('role_before'),
			external_id: scimUsers.external_id,
			user_name: nameOf(client).as('user_name'),
			address: sql<string | null>`iif(${isSpokenFor(client)}, ${users.email}, NULL)`.as('address'),
			may_give: mayGive(client).as('may_give'),
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
		.orderBy(...(rank ? [rank] : []), asc(users.seq))

export type Person = Awaited<ReturnType<typeof selectPeople>>[number]

export async function readPerson(c: Context<App>, client: Client, user_id: string): Promise<Person> {
	const [person] = await selectPeople(c, client, eq(users.id, user_id)).limit(1)
	return existing(person, 'User')
}

/** The people that a list is about, by ids that indexes find. No query reads all users. */
const idsOf = (...queries: SQL[]) => sql`${users.id} IN (${sql.join(queries, sql` UNION `)})`

const idsInDirectory = ({ id }: Client, condition?: SQL) =>
	sql`SELECT ${scimUsers.user_id} FROM ${scimUsers} WHERE ${allOf(eq(scimUsers.connection_id, id), condition ?? sql`1`)}`

/** Everybody. The platform's client finds whom it didn't make or join by their name only, because they may be a million. */
const everybody = (client: Client) =>
	client.org_id === null
		? idsOf(idsInDirectory(client))
		: idsOf(
				sql`SELECT ${memberships.user_id} FROM ${memberships} WHERE ${eq(memberships.org_id, client.org_id)}`,
				idsInDirectory(client),
			)

/** The people of a filter (RFC 7644, section 3.4.2.2), and how many they are at most. Throws 400 for a filter that we don't know. */
function filtered(c: Context<App>, client: Client, filter: string) {
	const [, name = '', text = ''] = FILTER.exec(filter) ?? []
	const value = textIn(text)
	switch (value === undefined ? '' : name.toLowerCase()) {
		case 'id':
			return { people: selectPeople(c, client, eq(users.id, value as string)), most: 1 }
		case 'externalid':
			return {
				people: selectPeople(c, client, idsOf(idsInDirectory(client, eq(scimUsers.external_id, value as string)))),
				most: MAX_COUNT,
			}
		case 'username': {
			const { ids, rank } = calledBy(client, { name: value as string })
			// A name has one person.
			return { people: selectPeople(c, client, allOf(idsOf(ids), isShownAs(client, value as string)), rank), most: 1 }
		}
		default:
			throw new ApiError(
				400,
				'validation.error',
				{ ...invalid([{ path: 'filter', message: must.scim_filter }]).details, scimType: 'invalidFilter' },
				{ said: 'The filter must be userName eq "…" or externalId eq "…"' },
			)
	}
}

/** Whether the client calls nobody but the user so. */
export const isFreeFor = (c: Context<App>, client: Client, name: string, user_id: string) =>
	sql`NOT EXISTS (${selectPeople(c, client, allOf(idsOf(calledBy(client, { name }).ids), hasName(client, name), ne(users.id, user_id))).getSQL()})`

const FILTER =
	/^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:User:)?(userName|externalId|id)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i

/** A text of a filter, which is written as in JSON; undefined if it's none. */
function textIn(json: string): string | undefined {
	try {
		return JSON.parse(json) as string
	} catch {
		return undefined
	}
}

export async function listPeople(
	c: Context<App>,
	client: Client,
	{ filter, startIndex = 1, count: wanted = MAX_COUNT }: z.infer<typeof ScimQuery>,
): Promise<z.infer<typeof ScimUsers>> {
	const start = Math.max(1, startIndex)
	const { people, most } =
		filter === undefined
			? { people: selectPeople(c, client, everybody(client)), most: MAX_COUNT }
			: filtered(c, client, filter)
	const all = people.as('people')
	const [[counted], shown] = await c.var.db.batch([
		c.var.db.select({ total: count() }).from(all),
		people.limit(Math.min(most, Math.max(0, wanted))).offset(start - 1),
	])
	const total = counted?.total ?? 0
	return {
		schemas: [LIST],
		totalResults: most === 1 ? Math.min(1, total) : total,
		startIndex: start,
		itemsPerPage: shown.length,
		Resources: shown.map((person) => toScim(c, client, person)),
	}
}

/** Whether somebody may act in the org, or sign in at all. */
export const isActive = ({ org_id }: Client, { role, state, status }: Person) =>
	org_id === null ? status === 'active' : role !== null || state === 'active'

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
