import { and } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { App, SignedIn } from '../../context.ts'
import { byPerson, requires, signedInUser, stepUp } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { changedJson, taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { DENIED } from '../../outbound/refusals.ts'
import { requireMembership, requireOwner, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { changeConnection, createConnection, deleteConnection } from './change.ts'
import { connectionOf, type Owner, ownedBy, selectConnections, toConnection } from './columns.ts'
import { OidcConnection, ofOrg, ofPlatform, TestedConnection } from './schema.ts'
import { oidcConnections } from './table.ts'
import { testConnection } from './test-connection.ts'

// A connection belongs to the platform or to an org. Both have the same operations.

async function read(c: Context<SignedIn>, owner: Owner, id: string) {
	const [row] = await selectConnections(c.var.db, connectionOf(owner, id))
	if (!row) throw notFound('OIDC connection')
	return toConnection(c, row)
}

const READS = ['org.settings', 'platform.read'] as const

const OF_ORG = '/:org_id/oidc-connections'

export const orgConnectionRoutes = new Hono<App>()
	.get(
		OF_ORG,
		requires(...READS),
		query(PageQuery),
		returns(200, z.array(OidcConnection), "List an org's OIDC connections"),
		async (c) => {
			const org_id = c.req.param('org_id')
			await requireMembership(c, org_id, ...READS)
			const page = openPage(c, c.req.valid('query'))
			const where = and(ownedBy(org_id), page.before(oidcConnections.id))
			const rows = await rowsOfOrg(c.var.db, org_id, selectConnections(c.var.db, where, page.limit))
			return c.json(page.close(rows, ({ id }) => id).map((row) => toConnection(c, row)))
		},
	)
	.post(
		OF_ORG,
		signedInUser(),
		stepUp(),
		body(ofOrg.Create),
		returns(201, OidcConnection, 'Connect an OpenID provider to an org'),
		refuses('orgs.owner_only', 'limit.reached', ...DENIED),
		async (c) => {
			const org_id = c.req.param('org_id')
			await requireOwner(c, org_id, 'platform_admin')
			return c.json(await createConnection(c, org_id, c.req.valid('json')), 201)
		},
	)
	.get(
		`${OF_ORG}/:connection_id`,
		requires(...READS),
		returns(200, OidcConnection, 'Read an OIDC connection of an org'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			await requireMembership(c, org_id, ...READS)
			return taggedJson(c, await read(c, org_id, connection_id))
		},
	)
	.patch(
		`${OF_ORG}/:connection_id`,
		signedInUser(),
		stepUp(),
		body(ofOrg.Update),
		returns(200, OidcConnection, 'Change an OIDC connection of an org'),
		refuses('orgs.owner_only', 'sign_in.untried', 'change.not_confirmable', ...DENIED),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			await requireOwner(c, org_id, 'platform_admin')
			return changedJson(c, await changeConnection(c, org_id, connection_id, c.req.valid('json')))
		},
	)
	.delete(
		`${OF_ORG}/:connection_id`,
		signedInUser(),
		stepUp(),
		returns(204, undefined, 'Delete an OIDC connection of an org'),
		refuses('orgs.owner_only'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			await requireOwner(c, org_id, 'platform_admin')
			await deleteConnection(c, org_id, connection_id)
			return c.body(null, 204)
		},
	)
	.post(
		`${OF_ORG}/:connection_id/test`,
		signedInUser(),
		returns(200, TestedConnection, 'Test an OIDC connection of an org: what the provider says, and the TXT records'),
		refuses('orgs.owner_only'),
		async (c) => {
			const { org_id, connection_id } = c.req.param()
			await requireOwner(c, org_id, 'platform_admin')
			return c.json(await testConnection(c, org_id, connection_id))
		},
	)

export const platformConnectionRoutes = new Hono<App>()
	.get(
		'/',
		requires('platform.read'),
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
		requires('platform_admin'),
		byPerson('platform_admin'),
		stepUp(),
		body(ofPlatform.Create),
		returns(201, OidcConnection, 'Connect an OpenID provider to the platform'),
		refuses('limit.reached', ...DENIED),
		async (c) => c.json(await createConnection(c, null, c.req.valid('json')), 201),
	)
	.get(
		'/:connection_id',
		requires('platform.read'),
		returns(200, OidcConnection, 'Read an OIDC connection of the platform'),
		async (c) => taggedJson(c, await read(c, null, c.req.param('connection_id'))),
	)
	.patch(
		'/:connection_id',
		requires('platform_admin'),
		byPerson('platform_admin'),
		stepUp(),
		body(ofPlatform.Update),
		returns(200, OidcConnection, 'Change an OIDC connection of the platform'),
		refuses('sign_in.untried', 'change.not_confirmable', ...DENIED),
		async (c) => changedJson(c, await changeConnection(c, null, c.req.param('connection_id'), c.req.valid('json'))),
	)
	.delete(
		'/:connection_id',
		requires('platform_admin'),
		byPerson('platform_admin'),
		stepUp(),
		returns(204, undefined, 'Delete an OIDC connection of the platform'),
		async (c) => {
			await deleteConnection(c, null, c.req.param('connection_id'))
			return c.body(null, 204)
		},
	)
	.post(
		'/:connection_id/test',
		requires('platform_admin'),
		byPerson('platform_admin'),
		returns(
			200,
			TestedConnection,
			'Test an OIDC connection of the platform: what the provider says, and the TXT records',
		),
		async (c) => c.json(await testConnection(c, null, c.req.param('connection_id'))),
	)
