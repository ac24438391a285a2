import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { stepUp } from '../../ground/http/access.ts'
import { returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { hashOf, newLongLived } from '../../keys/auth/tokens.ts'
import { oidcConnections, scimTokens } from '../../sign-in/identities/table.ts'
import { may, OWNERS } from '../../tenancy/orgs/doors.ts'
import { connectionOf, type Owner, ownerOf } from '../oidc-connections/columns.ts'
import { baseOf, ScimToken } from './schema.ts'

// Whoever has a token of a connection decides who belongs to its org, or who can sign in. So it's made like the connection itself.

const auditOf = (owner: Owner, id: string, verb: 'make' | 'revoke') => ({
	action: `scim_tokens.${verb}` as const,
	target: scimTokens,
	target_id: id,
	where: eq(scimTokens.connection_id, id),
	org_id: owner,
})

async function make(c: Context<SignedInUser>, owner: Owner, id: string) {
	const { db, principal } = c.var
	const token = newLongLived('scim_token', c)
	const row = {
		token_hash: hashOf(token),
		created_by: principal.user_id,
		through_connection_id: principal.connection_id,
		created_at: now(),
		narrowed_at: null,
		told_at: null,
		refused: null,
	}
	await write(
		c,
		{
			found: ensureExists(c, oidcConnections, connectionOf(owner, id)),
			made: db
				.insert(scimTokens)
				.values({ connection_id: id, ...row })
				.onConflictDoUpdate({ target: scimTokens.connection_id, set: row }),
		},
		{
			audit: auditOf(owner, id, 'make'),
			response: { none: 'A token is shown once' },
			otherwise: notFound('OIDC connection'),
		},
	)
	return { token, base_url: baseOf(c), created_at: row.created_at }
}

async function revoke(c: Context<SignedInUser>, owner: Owner, id: string) {
	const isTheirs = sql`${scimTokens.connection_id} = ${id} AND EXISTS (SELECT 1 FROM ${oidcConnections} WHERE ${connectionOf(owner, id)})`
	await write(
		c,
		{ revoked: c.var.db.delete(scimTokens).where(isTheirs), found: ensureChanged(c) },
		{ audit: auditOf(owner, id, 'revoke'), otherwise: notFound('SCIM token') },
	)
}

/** At both doors of connections. */
export const tokenRoutes = routes()

tokenRoutes.post(
	'/:connection_id/scim-token',
	may(OWNERS),
	stepUp(),
	returns(201, ScimToken, {
		platform: "Make the SCIM token of a platform's connection. It ends the one before.",
		org: "Make the SCIM token of an org's connection. It ends the one before.",
	}),
	async (c) => c.json(await make(c, ownerOf(c), c.req.param('connection_id')), 201),
)

tokenRoutes.delete(
	'/:connection_id/scim-token',
	may(OWNERS),
	stepUp(),
	returns(204, undefined, {
		platform: "Revoke the SCIM token of a platform's connection",
		org: "Revoke the SCIM token of an org's connection",
	}),
	async (c) => {
		await revoke(c, ownerOf(c), c.req.param('connection_id'))
		return c.body(null, 204)
	},
)
