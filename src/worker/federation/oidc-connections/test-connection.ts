import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { notFound } from '../../ground/http/errors.ts'
import { write } from '../../ground/write/write.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { connectionOf, domainsOf, type Owner, selectConnections, toConnection } from './columns.ts'
import { checked } from './proof.ts'
import { isProved } from './txt-record.ts'

/** Asks the provider about itself, looks for the records of the domains, and returns the connection. Throws 404. */
export async function testConnection(c: Context<SignedInUser>, owner: Owner, id: string) {
	const { db } = c.var
	const where = connectionOf(owner, id)
	const [row] = await selectConnections(db, where)
	if (!row) throw notFound('OIDC connection')
	const at = now()
	const { toldBy } = await import('./provider.ts')
	const [provider, ...found] = await Promise.all([
		toldBy(c.env, row),
		...domainsOf(row).map(async (domain) => ({ ...domain, isFound: await isProved(c.env, domain) })),
	])
	const { rows } = await write(
		c,
		{
			checked: found.map((domain) => checked(db, id, domain, at)),
			rows: selectConnections(db, where),
		},
		{
			audit: {
				action: 'oidc_connections.test',
				target: oidcConnections,
				target_id: id,
				where,
				org_id: owner,
			},
			response: { none: 'A repeat looks again' },
		},
	)
	if (!rows[0]) throw notFound('OIDC connection')
	return { ...toConnection(c, rows[0]), provider }
}
