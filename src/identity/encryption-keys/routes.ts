import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { byPerson, requires, stepUp } from '../../http/access.ts'
import { body, refuses, returns } from '../../http/contract.ts'
import { requireMembership } from '../../tenancy/orgs/access.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { rowsOfAccount } from '../service-accounts/accounts.ts'
import { givenBy } from '../service-accounts/permissions.ts'
import { EncryptionKey, PutEncryptionKey } from './schema.ts'

const ALL = '/:org_id/service-accounts/:account_id/encryption-keys'

const changes = () => import('./change.ts')

export const encryptionKeyRoutes = new Hono<App>()

encryptionKeyRoutes.get(
	ALL,
	requires('org.settings', 'platform.read'),
	returns(200, z.array(EncryptionKey), "List a service account's encryption keys, oldest first"),
	async (c) => {
		const account = c.req.param()
		await requireMembership(c, account.org_id, 'org.settings', 'platform.read')
		const { selectEncryptionKeys } = await changes()
		return c.json(await rowsOfAccount(c, account, selectEncryptionKeys(c, account)))
	},
)

encryptionKeyRoutes.put(
	ALL,
	requires('org.settings'),
	byPerson('data.secrets'),
	stepUp(),
	body(PutEncryptionKey),
	returns([201, 200], EncryptionKey, 'Add a public key that credentials are encrypted for', { isTagged: false }),
	refuses('runtime.private_key', 'limit.reached', 'service_accounts.of_platform'),
	async (c) => {
		const account = c.req.param()
		const role = await requireMembership(c, account.org_id, 'org.settings')
		const may = givenBy(c.var.principal, account.org_id, role)
		const { addEncryptionKey } = await changes()
		const { isNew, record } = await addEncryptionKey(c, account, c.req.valid('json'), may)
		forgetPrincipals(c)
		return c.json(record, isNew ? 201 : 200)
	},
)

encryptionKeyRoutes.delete(
	`${ALL}/:kid`,
	requires('org.settings'),
	byPerson('data.secrets'),
	stepUp(),
	returns(204, undefined, 'Remove an encryption key'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { kid, ...account } = c.req.param()
		await requireMembership(c, account.org_id, 'org.settings')
		const { removeEncryptionKey } = await changes()
		await removeEncryptionKey(c, account, kid)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)
