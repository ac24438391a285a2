import { and, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { App, SignedIn } from '../../context.ts'
import { requires, stepUp } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { changedJson, taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { requireMembership, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { RotateKey } from '../api-keys/schema.ts'
import {
	changeAccount,
	createAccount,
	deleteAccount,
	readAccount,
	rowsOfAccount,
	selectAccounts,
	toAccount,
} from './accounts.ts'
import { createKey, deleteKey, readKey, rotateServiceKey, selectKeys } from './keys.ts'
import { givenBy } from './permissions.ts'
import {
	CreatedServiceAccountKey,
	CreateServiceAccount,
	CreateServiceAccountKey,
	RotatedServiceAccountKey,
	ServiceAccount,
	ServiceAccountKey,
	UpdateServiceAccount,
} from './schema.ts'
import { serviceAccountKeys, serviceAccounts } from './table.ts'

const READS = ['org.settings', 'platform.read'] as const

const ALL = '/:org_id/service-accounts'
const ONE = `${ALL}/:account_id` as const
const KEYS = `${ONE}/keys` as const
const KEY = `${KEYS}/:key_id` as const

export const serviceAccountRoutes = new Hono<App>()

serviceAccountRoutes.get(
	ALL,
	requires(...READS),
	query(PageQuery),
	returns(200, z.array(ServiceAccount), "List an org's service accounts"),
	async (c) => {
		const org_id = c.req.param('org_id')
		await mayRead(c, org_id)
		const page = openPage(c, c.req.valid('query'))
		const where = and(eq(serviceAccounts.org_id, org_id), page.before(serviceAccounts.id))
		const rows = await rowsOfOrg(c.var.db, org_id, selectAccounts(c.var.db, where, page.limit))
		return c.json(page.close(rows, ({ id }) => id).map(toAccount))
	},
)

serviceAccountRoutes.post(
	ALL,
	requires('org.settings'),
	stepUp(),
	body(CreateServiceAccount),
	returns(201, ServiceAccount, 'Create a service account'),
	refuses('limit.reached'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const may = await mayWrite(c, org_id)
		return c.json(await createAccount(c, org_id, c.req.valid('json'), may), 201)
	},
)

serviceAccountRoutes.get(ONE, requires(...READS), returns(200, ServiceAccount, 'Read a service account'), async (c) => {
	const { org_id, account_id } = c.req.param()
	await mayRead(c, org_id)
	return taggedJson(c, await readAccount(c, org_id, account_id))
})

serviceAccountRoutes.patch(
	ONE,
	requires('org.settings'),
	stepUp(),
	body(UpdateServiceAccount),
	returns(200, ServiceAccount, 'Change a service account, or suspend it'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		const may = await mayWrite(c, org_id)
		const account = await changeAccount(c, org_id, account_id, c.req.valid('json'), may)
		forgetPrincipals(c)
		return changedJson(c, account)
	},
)

serviceAccountRoutes.delete(
	ONE,
	requires('org.settings'),
	stepUp(),
	returns(204, undefined, 'Delete a service account with its keys'),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		await mayWrite(c, org_id)
		await deleteAccount(c, org_id, account_id)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

serviceAccountRoutes.get(
	KEYS,
	requires(...READS),
	query(PageQuery),
	returns(200, z.array(ServiceAccountKey), "List a service account's keys"),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		await mayRead(c, org_id)
		const page = openPage(c, c.req.valid('query'))
		const where = and(eq(serviceAccountKeys.service_account_id, account_id), page.before(serviceAccountKeys.id))
		const rows = await rowsOfAccount(c, { org_id, account_id }, selectKeys(c.var.db, where, page.limit))
		return c.json(page.close(rows, ({ id }) => id))
	},
)

serviceAccountRoutes.post(
	KEYS,
	requires('org.settings'),
	stepUp(),
	body(CreateServiceAccountKey),
	returns(201, CreatedServiceAccountKey, 'Create a key of a service account'),
	refuses('limit.reached', 'service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		const may = await mayWrite(c, org_id)
		return c.json(await createKey(c, { org_id, account_id }, c.req.valid('json'), may), 201)
	},
)

serviceAccountRoutes.get(
	KEY,
	requires(...READS),
	returns(200, ServiceAccountKey, 'Read a key of a service account'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		await mayRead(c, org_id)
		return taggedJson(c, await readKey(c, { org_id, account_id }, key_id))
	},
)

serviceAccountRoutes.post(
	`${KEY}/rotate`,
	requires('org.settings'),
	stepUp(),
	body(RotateKey),
	returns(201, RotatedServiceAccountKey, 'Replace a key by a new one; the old one stays valid for a while'),
	refuses('api_keys.rotated', 'service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		const may = await mayWrite(c, org_id)
		const { overlap_s } = c.req.valid('json')
		return c.json(await rotateServiceKey(c, { org_id, account_id }, key_id, overlap_s, may), 201)
	},
)

serviceAccountRoutes.delete(
	KEY,
	requires('org.settings'),
	stepUp(),
	returns(204, undefined, 'Delete a key of a service account'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		await mayWrite(c, org_id)
		await deleteKey(c, { org_id, account_id }, key_id)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

/** Lets in who may read the org's settings, its members and operators. */
const mayRead = (c: Context<SignedIn>, org_id: string) => requireMembership(c, org_id, ...READS)

/** Lets in who may change the org's settings, and returns which permissions they may give there. */
const mayWrite = async (c: Context<SignedIn>, org_id: string) =>
	givenBy(c.var.principal, org_id, await requireMembership(c, org_id, 'org.settings'))
