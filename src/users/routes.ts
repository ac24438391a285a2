import { and, eq, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { requires } from '../auth/permissions.ts'
import { forgetPrincipals } from '../auth/principal.ts'
import { commit, ensure } from '../db/commit.ts'
import { now } from '../db/columns.ts'
import type { App } from '../http/context.ts'
import { returns } from '../http/contract.ts'
import { conflict, notFound } from '../http/errors.ts'
import { platformAdmins, users } from './table.ts'

export const userRoutes = new Hono<App>()

userRoutes.put(
	'/:user_id/platform-admin',
	requires('platform_admin'),
	returns(204, undefined, 'Make a user a platform admin'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const exists = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${and(eq(users.id, user_id), ne(users.status, 'deleted'))})`
		const grant = c.var.db.insert(platformAdmins).values({ user_id, created_at: now() }).onConflictDoNothing()
		await commit(c, [ensure(c, exists), grant], { audit: auditOf('grant', user_id), otherwise: notFound('User') })
		forgetPrincipals()
		return c.body(null, 204)
	},
)

userRoutes.delete(
	'/:user_id/platform-admin',
	requires('platform_admin'),
	returns(204, undefined, 'Take platform admin away'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const grant = eq(platformAdmins.user_id, user_id)
		const others = sql`EXISTS (SELECT 1 FROM ${platformAdmins} JOIN ${users} ON ${users.id} = ${platformAdmins.user_id}
		WHERE ${and(ne(platformAdmins.user_id, user_id), eq(users.status, 'active'))})`
		const isAdmin = sql`EXISTS (SELECT 1 FROM ${platformAdmins} WHERE ${grant})`
		await commit(c, [ensure(c, isAdmin), ensure(c, others), c.var.db.delete(platformAdmins).where(grant)], {
			audit: auditOf('revoke', user_id),
			otherwise: async () => {
				const [row] = await c.var.db.select().from(platformAdmins).where(grant).limit(1)
				if (!row) return notFound('Platform admin')
				return conflict('The last platform admin cannot be removed', { reason: 'users.last_platform_admin' })
			},
		})
		forgetPrincipals()
		return c.body(null, 204)
	},
)

const auditOf = (verb: string, user_id: string) => ({
	action: `platform_admins.${verb}`,
	target: platformAdmins,
	target_id: user_id,
	where: eq(platformAdmins.user_id, user_id),
})
