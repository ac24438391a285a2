import { and, desc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { requires, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { keeping, KeepQuery } from '../../sign-in/identities/confirm.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { users } from '../../tenancy/users/table.ts'
import { rowsOfUser } from '../../tenancy/users/visible.ts'
import { grantedTo, type HeldRole, heldBy, rolesOf } from './held.ts'
import { grantPlatformAdmin, revokePlatformAdmin } from './platform-admin.ts'
import { setRoles } from './roles.ts'
import { Operator, PutRoles, SetRoles, UserRoles } from './schema.ts'

export const operatorRoutes = routes().get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(Operator), 'List operators: who holds which platform roles, since when, and who granted them'),
	async (c) => {
		const { id, login, username, status, last_login_at } = users
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select({ user_id: id, login, username, status, last_login_at, granted: grantedTo(sql`users.id`) })
			.from(users)
			.where(and(sql`${id} IN (SELECT r.user_id FROM platform_roles r)`, page.before(id)))
			.orderBy(desc(id))
			.limit(page.limit)
		return c.json(
			page
				.close(rows, (row) => row.user_id)
				.map(({ granted, ...user }) => ({ ...user, ...rolesOf(user.user_id, JSON.parse(granted) as HeldRole[]) })),
		)
	},
)

export const userRoleRoutes = routes()

userRoleRoutes.get(
	'/:user_id/roles',
	requires('platform.read'),
	returns(200, UserRoles, "Read a user's platform roles"),
	async (c) => {
		const user_id = c.req.param('user_id')
		return taggedJson(c, rolesOf(user_id, await rowsOfUser(c.var.db, user_id, heldBy(c.var.db, user_id))))
	},
)

userRoleRoutes.put(
	'/:user_id/roles',
	requires('platform_admin'),
	stepUp(),
	body(PutRoles),
	returns(200, SetRoles, 'Set the platform roles of a user'),
	refuses('users.last_platform_admin'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const { roles, keep_connections } = c.req.valid('json')
		const { held, ...more } = await setRoles(c, user_id, roles, keeping(c, keep_connections, user_id))
		forgetPrincipals(c)
		return changedJson(c, { ...held, ...more }, held)
	},
)

userRoleRoutes.put(
	'/:user_id/platform-admin',
	requires('platform_admin'),
	stepUp(),
	returns(204, undefined, 'Grant a user platform admin'),
	async (c) => {
		await grantPlatformAdmin(c, c.req.param('user_id'))
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

userRoleRoutes.delete(
	'/:user_id/platform-admin',
	requires('platform_admin'),
	stepUp(),
	query(KeepQuery),
	returns(204, undefined, 'Revoke platform admin from a user'),
	refuses('users.last_platform_admin'),
	async (c) => {
		const user_id = c.req.param('user_id')
		await revokePlatformAdmin(c, user_id, keeping(c, c.req.valid('query').keep_connections, user_id))
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)
