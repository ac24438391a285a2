import * as z from 'zod'
import { byPerson, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { MANAGERS, may, READERS } from '../../tenancy/orgs/doors.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { rowsOfAccount } from '../service-accounts/accounts.ts'
import { givenBy } from '../service-accounts/permissions.ts'
import { EncryptionKey, PutEncryptionKey } from './schema.ts'

const ALL = '/:org_id/service-accounts/:account_id/encryption-keys'

const changes = () => import('./change.ts')

export const encryptionKeyRoutes = routes()

encryptionKeyRoutes.get(
	ALL,
	may(READERS),
	returns(200, z.array(EncryptionKey), "List a service account's encryption keys, oldest first"),
	async (c) => {
		const account = c.req.param()
		const { selectEncryptionKeys } = await changes()
		return c.json(await rowsOfAccount(c, account, selectEncryptionKeys(c, account)))
	},
)

encryptionKeyRoutes.put(
	ALL,
	may(MANAGERS),
	byPerson('data.secrets'),
	stepUp(),
	body(PutEncryptionKey),
	returns([201, 200], EncryptionKey, 'Add a public key that credentials are encrypted for', { isTagged: false }),
	refuses('runtime.private_key', 'limit.reached', 'service_accounts.of_platform'),
	async (c) => {
		const account = c.req.param()
		const given = givenBy(c.var.principal, c.var.owner, c.var.role)
		const { addEncryptionKey } = await changes()
		const { isNew, record } = await addEncryptionKey(c, account, c.req.valid('json'), given)
		forgetPrincipals(c)
		return c.json(record, isNew ? 201 : 200)
	},
)

encryptionKeyRoutes.delete(
	`${ALL}/:kid`,
	may(MANAGERS),
	byPerson('data.secrets'),
	stepUp(),
	returns(204, undefined, 'Remove an encryption key'),
	refuses('service_accounts.of_platform'),
	async (c) => {
		const { kid, ...account } = c.req.param()
		const { removeEncryptionKey } = await changes()
		await removeEncryptionKey(c, account, kid)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)
