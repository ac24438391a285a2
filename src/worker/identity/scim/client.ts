import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { ApiError } from '../../ground/http/errors.ts'
import { isOrgOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { formOf, hashOf } from '../auth/tokens.ts'
import { oidcConnections, scimTokens } from '../oidc-connections/table.ts'

/** The connection whose SCIM client calls. */
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
}

/**
 * The connection of the token in the `Authorization` header (RFC 6750). Throws 401 for an unknown token, and for one of a connection that
 * is inactive or whose org is deleted. One D1 call.
 */
export async function clientOf(c: Context<App>): Promise<Client> {
	const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
	const { id, org_id, default_role, decided_by, waits_since } = oidcConnections
	const [client] =
		token !== undefined && formOf('scim_token', token)
			? await c.var.db
					.select({ id, org_id, default_role, decided_by, waits_since, narrowed_at: scimTokens.narrowed_at })
					.from(scimTokens)
					.innerJoin(oidcConnections, eq(id, scimTokens.connection_id))
					.where(
						allOf(eq(scimTokens.token_hash, hashOf(token)), eq(oidcConnections.is_active, true), isOrgOpen(org_id)),
					)
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
