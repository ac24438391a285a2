import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { requires, stepUp } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { rowsOfUser } from '../../tenancy/users/visible.ts'
import { deleteKey, keyColumns, readKey } from './keys.ts'
import { ApiKey } from './schema.ts'
import { apiKeys } from './table.ts'

export const userKeyRoutes = routes()

userKeyRoutes.get(
	'/:user_id/api-keys',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(ApiKey), "List a user's API keys"),
	async (c) => {
		const user_id = c.req.param('user_id')
		const page = openPage(c, c.req.valid('query'))
		const keys = c.var.db
			.select(keyColumns)
			.from(apiKeys)
			.where(and(eq(apiKeys.user_id, user_id), page.before(apiKeys.id)))
			.orderBy(desc(apiKeys.id))
			.limit(page.limit)
		return c.json(page.close(await rowsOfUser(c.var.db, user_id, keys), ({ id }) => id))
	},
)

userKeyRoutes.get(
	'/:user_id/api-keys/:id',
	requires('platform.read'),
	returns(200, ApiKey, "Read one of a user's API keys"),
	async (c) => taggedJson(c, await readKey(c, { user_id: c.req.param('user_id') }, c.req.param('id'))),
)

userKeyRoutes.delete(
	'/:user_id/api-keys/:id',
	requires('people.write'),
	stepUp(),
	returns(204, undefined, "Delete one of a user's API keys, effective immediately"),
	refuses('roles.higher'),
	async (c) => {
		const { user_id, id } = c.req.param()
		await deleteKey(c, { user_id }, id)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)
