import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { conflict, forbidden, notFound } from '../../ground/http/errors.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { confirmed } from '../../sign-in/identities/confirm.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { waitsSince } from '../../tenancy/users/through.ts'
import { connectionOf, type Owner, selectConnections, toConnection } from './columns.ts'

/** Confirms a connection that waits, and returns it. Throws 404, 409 if it doesn't wait, 403 for who may not confirm it. */
export async function confirmConnection(c: Context<SignedInUser>, owner: Owner, id: string) {
	const { db, principal } = c.var
	const where = connectionOf(owner, id)
	const { rows } = await write(
		c,
		{
			confirmed: confirmed(c, allOf(where, sql`${waitsSince()} IS NOT NULL`)),
			found: ensureChanged(c),
			rows: selectConnections(db, where),
		},
		{
			audit: { action: 'oidc_connections.confirm', target: oidcConnections, target_id: id, where, org_id: owner },
			response: { none: 'A repeat finds nothing to confirm' },
			otherwise: async () => {
				const [row] = await selectConnections(db, where)
				if (!row) return notFound('OIDC connection')
				if (row.waits_since === null) return conflict('oidc.not_waiting')
				return forbidden(principal.connection_id === id ? 'oidc.through_it' : 'orgs.owner_only')
			},
		},
	)
	if (!rows[0]) throw notFound('OIDC connection')
	return toConnection(c, rows[0])
}
