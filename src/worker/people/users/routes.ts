import { desc } from 'drizzle-orm'
import * as z from 'zod'
import { requires, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage } from '../../ground/http/page.ts'
import type { Principal } from '../../principal.ts'
import { keeping, KeepQuery } from '../../sign-in/identities/confirm.ts'
import { orgsOf } from '../../tenancy/orgs/access.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { refuseOwnAccount } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { matching, present, userColumns } from '../../tenancy/users/visible.ts'
import { forgetOrgs } from '../orgs/forget.ts'
import { UpdateUser, User, UserQuery, UserWithOrgs } from './schema.ts'

export const userRoutes = routes()

userRoutes.get(
	'/',
	requires('platform.read'),
	query(UserQuery),
	returns(200, z.array(User), 'List users'),
	async (c) => {
		const { q, status, shares_name, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select({ seq: users.seq, ...userColumns })
			.from(users)
			.where(matching({ q, status, shares_name }, page))
			.orderBy(desc(users.seq))
			.limit(page.limit)
		return c.json(page.close(rows, ({ seq }) => seq).map(({ seq: _, ...user }) => user))
	},
)

userRoutes.get(
	'/:user_id',
	requires('platform.read'),
	returns(200, UserWithOrgs, 'Read a user with their orgs'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const [[user], memberOf] = await c.var.db.batch([
			c.var.db.select(userColumns).from(users).where(present(user_id)).limit(1),
			orgsOf(c.var.db, user_id),
		])
		if (!user) throw notFound('User')
		return taggedJson(c, { ...user, orgs: memberOf })
	},
)

userRoutes.patch(
	'/:user_id',
	requires('people.write'),
	body(UpdateUser),
	stepUp(
		'power',
		({ email, email_verified, keep_connections }: z.infer<typeof UpdateUser>) =>
			email !== undefined || email_verified !== undefined || keep_connections !== undefined,
	),
	returns(200, User, 'Change or suspend a user'),
	refuses('name.taken', 'users.self', 'users.last_platform_admin', 'roles.higher'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const { keep_connections, ...change } = c.req.valid('json')
		if (change.status === 'suspended') refuseSelf(c.var.principal, user_id)
		refuseOwnAccount(c.var.principal, user_id)
		const { changeUser } = await import('./change.ts')
		const { user, memberOf } = await changeUser(c, user_id, change, keeping(c, keep_connections, user_id))
		forgetPrincipals(c)
		return changedJson(c, user, { ...user, orgs: memberOf })
	},
)

userRoutes.delete(
	'/:user_id',
	requires('people.write'),
	stepUp('value'),
	query(KeepQuery),
	stepUp('power', (_, c) => new URL(c.req.url).searchParams.has('keep_connections')),
	returns(204, undefined, 'Delete a user and their personal data'),
	refuses('users.self', 'users.last_platform_admin', 'roles.higher'),
	async (c) => {
		const user_id = c.req.param('user_id')
		refuseSelf(c.var.principal, user_id)
		const { deleteUser } = await import('./deletion.ts')
		await deleteUser(c, user_id, keeping(c, c.req.valid('query').keep_connections, user_id))
		forgetOrgs(c)
		return c.body(null, 204)
	},
)

function refuseSelf(principal: Principal, user_id: string) {
	if (principal.user_id === user_id) throw conflict('users.self')
}
