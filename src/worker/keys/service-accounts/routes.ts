import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { mayAsk, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { MANAGERS, may, READERS } from '../../tenancy/orgs/doors.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { RotateKey, UpdateKey } from '../api-keys/schema.ts'
import {
	changeAccount,
	createAccount,
	deleteAccount,
	readAccount,
	rowsOfAccount,
	selectAccounts,
	toAccount,
} from './accounts.ts'
import { changeKey, createKey, deleteKey, readKey, rotateServiceKey, selectKeys } from './keys.ts'
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

const ALL = '/:org_id/service-accounts'
const ONE = `${ALL}/:account_id` as const
const KEYS = `${ONE}/keys` as const
const KEY = `${KEYS}/:key_id` as const

export const serviceAccountRoutes = routes()

serviceAccountRoutes.get(
	ALL,
	may(READERS),
	query(PageQuery),
	returns(200, z.array(ServiceAccount), "List an org's service accounts"),
	async (c) => {
		const org_id = c.req.param('org_id')
		const page = openPage(c, c.req.valid('query'))
		const where = and(eq(serviceAccounts.org_id, org_id), page.before(serviceAccounts.id))
		const rows = await rowsOfOrg(c.var.db, org_id, selectAccounts(c.var.db, where, page.limit))
		return c.json(page.close(rows, ({ id }) => id).map(toAccount))
	},
)

serviceAccountRoutes.post(
	ALL,
	may(MANAGERS),
	stepUp(),
	body(CreateServiceAccount),
	returns(201, ServiceAccount, 'Create a service account'),
	refuses('limit.reached'),
	async (c) => {
		const org_id = c.req.param('org_id')
		return c.json(await createAccount(c, org_id, c.req.valid('json'), givenThere(c)), 201)
	},
)

serviceAccountRoutes.get(ONE, may(READERS), returns(200, ServiceAccount, 'Read a service account'), async (c) => {
	const { org_id, account_id } = c.req.param()
	return taggedJson(c, await readAccount(c, org_id, account_id))
})

serviceAccountRoutes.patch(
	ONE,
	may(MANAGERS),
	stepUp(),
	body(UpdateServiceAccount),
	returns(200, ServiceAccount, 'Change a service account, or suspend it'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		const account = await changeAccount(c, org_id, account_id, c.req.valid('json'), givenThere(c))
		forgetPrincipals(c)
		return changedJson(c, account)
	},
)

serviceAccountRoutes.delete(
	ONE,
	may(MANAGERS),
	stepUp(),
	returns(204, undefined, 'Delete a service account with its keys'),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		await deleteAccount(c, org_id, account_id)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

serviceAccountRoutes.get(
	KEYS,
	may(READERS),
	query(PageQuery),
	returns(200, z.array(ServiceAccountKey), "List a service account's keys"),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		const page = openPage(c, c.req.valid('query'))
		const where = and(eq(serviceAccountKeys.service_account_id, account_id), page.before(serviceAccountKeys.id))
		const rows = await rowsOfAccount(c, { org_id, account_id }, selectKeys(c.var.db, where, page.limit))
		return c.json(page.close(rows, ({ id }) => id))
	},
)

serviceAccountRoutes.post(
	KEYS,
	may(MANAGERS),
	stepUp(),
	body(CreateServiceAccountKey),
	returns(201, CreatedServiceAccountKey, 'Create a key of a service account'),
	refuses('limit.reached', 'service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id } = c.req.param()
		return c.json(await createKey(c, { org_id, account_id }, c.req.valid('json'), givenThere(c)), 201)
	},
)

serviceAccountRoutes.get(
	KEY,
	may(READERS),
	returns(200, ServiceAccountKey, 'Read a key of a service account'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		return taggedJson(c, await readKey(c, { org_id, account_id }, key_id))
	},
)

serviceAccountRoutes.patch(
	KEY,
	may({ ...MANAGERS, person: 'key.persons_only' }),
	mayAsk('power'),
	body(UpdateKey),
	returns(200, ServiceAccountKey, 'Change the mode of a key. A wider one takes what making a key does'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		const { mode } = c.req.valid('json')
		return changedJson(c, await changeKey(c, { org_id, account_id }, key_id, mode, givenThere(c)))
	},
)

serviceAccountRoutes.post(
	`${KEY}/rotate`,
	may(MANAGERS),
	stepUp(),
	body(RotateKey),
	returns(201, RotatedServiceAccountKey, 'Replace a key by a new one; the old one stays valid for a while'),
	refuses('api_keys.rotated', 'service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		const { overlap_s } = c.req.valid('json')
		return c.json(await rotateServiceKey(c, { org_id, account_id }, key_id, overlap_s, givenThere(c)), 201)
	},
)

serviceAccountRoutes.delete(
	KEY,
	may(MANAGERS),
	stepUp(),
	returns(204, undefined, 'Delete a key of a service account'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { org_id, account_id, key_id } = c.req.param()
		await deleteKey(c, { org_id, account_id }, key_id)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

/** Which permissions the caller may give in the org. */
const givenThere = ({ var: { principal, owner, role } }: Pick<Context<SignedIn>, 'var'>) =>
	givenBy(principal, owner, role)
