import { and } from 'drizzle-orm'
import * as z from 'zod'
import { stepUp } from '../../ground/http/access.ts'
import { bodyAt, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { may, OWNERS, READERS } from '../../tenancy/orgs/doors.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { changeConnection, createConnection, deleteConnection } from './change.ts'
import { connectionOf, ownedBy, ownerOf, selectConnections, toConnection } from './columns.ts'
import { confirmConnection } from './confirm.ts'
import { OidcConnection, ofOrg, ofPlatform, TestedConnection } from './schema.ts'
import { testConnection } from './test-connection.ts'

/** At both doors: `/v1/admin/oidc-connections`, and `/v1/orgs/:org_id/oidc-connections`. */
export const connectionRoutes = routes()

connectionRoutes.get(
	'/',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(OidcConnection), {
		platform: "List the platform's OIDC connections",
		org: "List an org's OIDC connections",
	}),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const where = and(ownedBy(ownerOf(c)), page.before(oidcConnections.id))
		const rows = await rowsOfOrg(c.var.db, c.var.owner, selectConnections(c.var.db, where, page.limit))
		return c.json(page.close(rows, ({ id }) => id).map((row) => toConnection(c, row)))
	},
)

connectionRoutes.post(
	'/',
	may(OWNERS),
	stepUp(),
	bodyAt({ platform: ofPlatform.Create, org: ofOrg.Create }),
	returns(201, OidcConnection, {
		platform: 'Connect an OpenID provider to the platform',
		org: 'Connect an OpenID provider to an org',
	}),
	refuses('limit.reached', ...DENIED),
	async (c) => c.json(await createConnection(c, ownerOf(c), c.req.valid('json')), 201),
)

connectionRoutes.get(
	'/:connection_id',
	may(READERS),
	returns(200, OidcConnection, {
		platform: 'Read an OIDC connection of the platform',
		org: 'Read an OIDC connection of an org',
	}),
	async (c) => {
		const [row] = await selectConnections(c.var.db, connectionOf(ownerOf(c), c.req.param('connection_id')))
		return taggedJson(c, toConnection(c, existing(row, 'OIDC connection')))
	},
)

connectionRoutes.patch(
	'/:connection_id',
	may(OWNERS),
	stepUp(),
	bodyAt({ platform: ofPlatform.Update, org: ofOrg.Update }),
	returns(200, OidcConnection, {
		platform: 'Change an OIDC connection of the platform',
		org: 'Change an OIDC connection of an org',
	}),
	refuses('sign_in.untried', 'change.not_confirmable', ...DENIED),
	async (c) => changedJson(c, await changeConnection(c, ownerOf(c), c.req.param('connection_id'), c.req.valid('json'))),
)

connectionRoutes.delete(
	'/:connection_id',
	may(OWNERS),
	stepUp(),
	returns(204, undefined, {
		platform: 'Delete an OIDC connection of the platform',
		org: 'Delete an OIDC connection of an org',
	}),
	async (c) => {
		await deleteConnection(c, ownerOf(c), c.req.param('connection_id'))
		return c.body(null, 204)
	},
)

connectionRoutes.post(
	'/:connection_id/test',
	may(OWNERS),
	returns(200, TestedConnection, {
		platform: 'Test an OIDC connection of the platform: what the provider says, and the TXT records',
		org: 'Test an OIDC connection of an org: what the provider says, and the TXT records',
	}),
	async (c) => c.json(await testConnection(c, ownerOf(c), c.req.param('connection_id'))),
)

connectionRoutes.post(
	'/:connection_id/confirm',
	may(OWNERS),
	stepUp(),
	returns(200, OidcConnection, {
		platform: 'Confirm an OIDC connection of the platform that waits, and decide on it from now on',
		org: 'Confirm an OIDC connection of an org that waits, and decide on it from now on',
	}),
	refuses('oidc.through_it', 'oidc.not_waiting'),
	async (c) => {
		const connection = await confirmConnection(c, ownerOf(c), c.req.param('connection_id'))
		forgetPrincipals(c)
		return c.json(connection)
	},
)
