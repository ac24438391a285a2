import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { ApiError } from '../../ground/http/errors.ts'
import { formOf, hashOf } from '../../keys/auth/tokens.ts'
import { oidcConnections, scimTokens } from '../../sign-in/identities/table.ts'
import { isOrgOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { distrustedSince, waitsSince } from '../../tenancy/users/through.ts'

export interface Client {
	id: string
	/** Null for the platform's. */
	org_id: string | null
	default_role: string | null
	decided_by: string
	/** Since when the connection waits for a confirmation; null if it doesn't. */
	waits_since: string | null
	/** Since when the token does little more than read; null if it's whole. */
	narrowed_at: string | null
	token_hash: string
}

/** Since when a token does little more than read: its maker may make none any longer, or may not be who made it. */
const narrowedSince = sql<
	string | null
>`coalesce(${scimTokens.narrowed_at}, ${distrustedSince(scimTokens.through_connection_id, scimTokens.created_at)})`

/** The token whose connection is active, and whose org isn't deleted. */
const isClient = (token_hash: string) =>
	allOf(eq(scimTokens.token_hash, token_hash), eq(oidcConnections.is_active, true), isOrgOpen(oidcConnections.org_id))

/** Whether the client may still do what it might when it was read, in SQL. */
export const isAsRead = ({ token_hash, default_role, decided_by, waits_since, narrowed_at }: Client) =>
	sql`EXISTS (SELECT 1 FROM ${scimTokens} JOIN ${oidcConnections} ON ${oidcConnections.id} = ${scimTokens.connection_id}
		WHERE ${isClient(token_hash)} AND ${oidcConnections.default_role} IS ${default_role} AND ${oidcConnections.decided_by} = ${decided_by}
		AND ${waitsSince()} IS ${waits_since} AND ${narrowedSince} IS ${narrowed_at})`

const hasMoved = new Error('What the client may do has changed')

/** Throws what makes `asClient` begin again, if a batch was refused because the client may do something else by now. */
export async function requireAsRead({ var: { db } }: Context<App>, client: Client): Promise<void> {
	const { so } = await db.get<{ so: number }>(sql`SELECT ${isAsRead(client)} AS so`)
	if (so !== 1) throw hasMoved
}

/** Does what the client of the request says. Begins again if the client may do something else by the time that it's written. */
export async function asClient<T>(c: Context<App>, work: (client: Client) => Promise<T>): Promise<T> {
	try {
		return await work(await clientOf(c))
	} catch (error) {
		if (error !== hasMoved) throw error
		return asClient(c, work)
	}
}

/**
 * The connection of the token in the `Authorization` header (RFC 6750). Throws 401 for an unknown token, and for one of a connection that
 * is inactive or whose org is deleted. One D1 call.
 */
export async function clientOf(c: Context<App>): Promise<Client> {
	const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
	const { id, org_id, default_role, decided_by } = oidcConnections
	const { token_hash } = scimTokens
	const [waits_since, narrowed_at] = [waitsSince().as('waits_since'), narrowedSince.as('narrowed_at')]
	const [client] =
		token !== undefined && formOf('scim_token', token)
			? await c.var.db
					.select({ id, org_id, default_role, decided_by, waits_since, narrowed_at, token_hash })
					.from(scimTokens)
					.innerJoin(oidcConnections, eq(id, scimTokens.connection_id))
					.where(isClient(hashOf(token)))
					.limit(1)
			: []
	if (!client)
		throw new ApiError(
			401,
			'auth.unauthorized',
			{},
			{ said: 'A valid SCIM token is required', headers: { 'WWW-Authenticate': 'Bearer' } },
		)
	return client
}

/** What the maker of a connection may give in its org now, in SQL: `owner`, `admin`, or null. */
export const mayGive = ({ org_id, decided_by, waits_since }: Client) =>
	sql<
		string | null
	>`CASE WHEN ${waits_since} IS NOT NULL THEN NULL WHEN EXISTS (SELECT 1 FROM platform_admins a JOIN users u ON u.id = a.user_id WHERE u.id = ${decided_by} AND u.status = 'active') THEN 'owner'
		ELSE (SELECT iif(memberships.role = 'member', NULL, memberships.role) FROM memberships JOIN users u ON u.id = memberships.user_id AND u.status = 'active' WHERE ${membershipOf(org_id ?? '', decided_by)}) END`
