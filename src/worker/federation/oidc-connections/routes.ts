import { and } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { App, SignedIn } from '../../context.ts'
import { stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { may, OWNERS, READERS } from '../../tenancy/orgs/doors.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { changeConnection, createConnection, deleteConnection } from './change.ts'
import { connectionOf, type Owner, ownedBy, selectConnections, toConnection } from './columns.ts'
import { confirmConnection } from './confirm.ts'
import { OidcConnection, ofOrg, ofPlatform, TestedConnection } from './schema.ts'
import { testConnection } from './test-connection.ts'

// A connection belongs to the platform or to an org. Both have the same operations.

async function read(c: Context<SignedIn>, owner: Owner, id: string) {
	const [row] = await selectConnections(c.var.db, connectionOf(owner, id))
	if (!row) throw notFound('OIDC connection')
	return toConnection(c, row)
}

const OF_ORG = '/:org_id/oidc-connections'

export const orgConnectionRoutes = new Hono<App>()
	.get(
		OF_ORG,
		may(READERS),
		query(PageQuery),
		returns(200, z.array(OidcConnection), "List an org's OIDC connections"),
		async (c) => {
			const org_id = c.req.param('org_id')
			const page = openPage(c, c.req.valid('query'))
			const where = and(ownedBy(org_id), page.before(oidcConnections.id))
			const rows = await rowsOfOrg(c.var.db, org_id, selectConnections(c.var.db, where, page.limit))
			return c.json(page.close(rows, ({ id }) => id).map((row) => toConnection(c, row)))
		},
	)
	.post(
		OF_ORG,
		may(OWNERS),
		stepUp(),
		body(ofOrg.Create),
		returns(201, OidcConnection, 'Connect an OpenID provider to an org'),
		refuses('limit.reached', ...DENIED),
		async (c) => {
			const org_id = c.req.param('org_id')
			return c.json(await createConnection(c, org_id, c.req.valid('json')), 201)
		},
	)
	.get(
		`${OF_ORG}/:connection_id`,
		may(READERS),
		returns(200, OidcConnection, 'Read an OIDC connection of an org'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			return taggedJson(c, await read(c, org_id, connection_id))
		},
	)
	.patch(
		`${OF_ORG}/:connection_id`,
		may(OWNERS),
		stepUp(),
		body(ofOrg.Update),
		returns(200, OidcConnection, 'Change an OIDC connection of an org'),
		refuses('sign_in.untried', 'change.not_confirmable', ...DENIED),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			return changedJson(c, await changeConnection(c, org_id, connection_id, c.req.valid('json')))
		},
	)
	.delete(
		`${OF_ORG}/:connection_id`,
		may(OWNERS),
		stepUp(),
		returns(204, undefined, 'Delete an OIDC connection of an org'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			await deleteConnection(c, org_id, connection_id)
			return c.body(null, 204)
		},
	)
	.post(
		`${OF_ORG}/:connection_id/test`,
		may(OWNERS),
		returns(200, TestedConnection, 'Test an OIDC connection of an org: what the provider says, and the TXT records'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			return c.json(await testConnection(c, org_id, connection_id))
		},
	)
	.post(
		`${OF_ORG}/:connection_id/confirm`,
		may(OWNERS),
		stepUp(),
		returns(200, OidcConnection, 'Confirm an OIDC connection of an org that waits, and decide on it from now on'),
		refuses('oidc.through_it', 'oidc.not_waiting'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			const connection = await confirmConnection(c, org_id, connection_id)
			forgetPrincipals(c)
			return c.json(connection)
		},
	)

export const platformConnectionRoutes = new Hono<App>()
	.get(
		'/',
		may(READERS),
		query(PageQuery),
		returns(200, z.array(OidcConnection), "List the platform's OIDC connections"),
		async (c) => {
			const page = openPage(c, c.req.valid('query'))
			const where = and(ownedBy(null), page.before(oidcConnections.id))
			const rows = await selectConnections(c.var.db, where, page.limit)
			return c.json(page.close(rows, ({ id }) => id).map((row) => toConnection(c, row)))
		},
	)
	.post(
		'/',
		may(OWNERS),
		stepUp(),
		body(ofPlatform.Create),
		returns(201, OidcConnection, 'Connect an OpenID provider to the platform'),
		refuses('limit.reached', ...DENIED),
		async (c) => c.json(await createConnection(c, null, c.req.valid('json')), 201),
	)
	.get(
		'/:connection_id',
		may(READERS),
		returns(200, OidcConnection, 'Read an OIDC connection of the platform'),
		async (c) => taggedJson(c, await read(c, null, c.req.param('connection_id'))),
	)
	.patch(
		'/:connection_id',
		may(OWNERS),
		stepUp(),
		body(ofPlatform.Update),
		returns(200, OidcConnection, 'Change an OIDC connection of the platform'),
		refuses('sign_in.untried', 'change.not_confirmable', ...DENIED),
		async (c) => changedJson(c, await changeConnection(c, null, c.req.param('connection_id'), c.req.valid('json'))),
	)
	.delete(
		'/:connection_id',
		may(OWNERS),
		stepUp(),
		returns(204, undefined, 'Delete an OIDC connection of the platform'),
		async (c) => {
			await deleteConnection(c, null, c.req.param('connection_id'))
			return c.body(null, 204)
		},
	)
	.post(
		'/:connection_id/test',
		may(OWNERS),
		returns(
			200,
			TestedConnection,
			'Test an OIDC connection of the platform: what the provider says, and the TXT records',
		),
		async (c) => c.json(await testConnection(c, null, c.req.param('connection_id'))),
	)
	.post(
		'/:connection_id/confirm',
		may(OWNERS),
		stepUp(),
		returns(200, OidcConnection, 'Confirm an OIDC connection of the platform that waits, and decide on it from now on'),
		refuses('oidc.through_it', 'oidc.not_waiting'),
		async (c) => {
			const connection = await confirmConnection(c, null, c.req.param('connection_id'))
			forgetPrincipals(c)
			return c.json(connection)
		},
	)
