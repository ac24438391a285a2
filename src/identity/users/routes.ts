import { desc, eq, getTableColumns } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { forgetPrincipals } from '../auth/principal.ts'
import { write } from '../../write/write.ts'
import { now } from '../../db/columns.ts'
import type { App, Principal } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { orgsOf } from '../orgs/access.ts'
import { assignmentsOf, changeRefusal, changesStatus, endAccess, isVerifiable } from './change.ts'
import { deletionRefusal, removalOf, stateWithMemberships, toAnonymous } from './deletion.ts'
import { hasOtherAdmin, keepsPlatformAdmin, revocationRefusal } from './platform-admins.ts'
import { matching, present } from './visible.ts'
import { UpdateUser, User, UserQuery, UserWithOrgs } from './schema.ts'
import { platformAdmins, users } from './table.ts'
import { requires } from '../../http/access.ts'
import { ensure, ensureChanged, ensureExists } from '../../write/guards.ts'
import { takenField } from './fields.ts'

const { seq: _, ...columns } = getTableColumns(users)

export const userRoutes = new Hono<App>()

userRoutes.get(
	'/',
	requires('platform_admin'),
	query(UserQuery),
	returns(200, z.array(User), 'List users'),
	async (c) => {
		const { q, status, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select()
			.from(users)
			.where(matching({ q, status }, page))
			.orderBy(desc(users.seq))
			.limit(page.limit)
		return c.json(page.close(rows, ({ seq }) => seq).map(({ seq: _, ...user }) => user))
	},
)

userRoutes.get(
	'/:user_id',
	requires('platform_admin'),
	returns(200, UserWithOrgs, 'Read a user with its orgs'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const [[user], memberOf] = await c.var.db.batch([
			c.var.db.select(columns).from(users).where(present(user_id)).limit(1),
			orgsOf(c.var.db, user_id),
		])
		if (!user) throw notFound('User')
		return taggedJson(c, { ...user, orgs: memberOf })
	},
)

userRoutes.patch(
	'/:user_id',
	requires('platform_admin'),
	body(UpdateUser),
	returns(200, User, 'Change or suspend a user'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const change = c.req.valid('json')
		if (change.status === 'suspended') refuseSelf(c.var.principal, user_id)
		const results = await write(
			c,
			{
				keepsAdmin: change.status === 'suspended' && ensure(c, keepsPlatformAdmin(user_id)),
				access: endAccess(c.var.db, user_id, changesStatus(user_id, change)),
				users: c.var.db.update(users).set(assignmentsOf(change)).where(present(user_id)).returning(columns),
				found: ensureChanged(c),
				verifiable: ensure(c, isVerifiable(user_id)),
			},
			{
				audit: { action: 'users.update', target: users, target_id: user_id },
				duplicate: takenField,
				otherwise: () => changeRefusal(c.var.db, user_id, change),
			},
		)
		forgetPrincipals()
		return c.json(results.users[0])
	},
)

userRoutes.delete(
	'/:user_id',
	requires('platform_admin'),
	returns(204, undefined, 'Delete a user and everything personal about it'),
	async (c) => {
		const user_id = c.req.param('user_id')
		refuseSelf(c.var.principal, user_id)
		await write(
			c,
			{
				anonymise: c.var.db.update(users).set(toAnonymous(user_id)).where(present(user_id)),
				found: ensureChanged(c),
				keepsAdmin: ensure(c, keepsPlatformAdmin(user_id)),
				remove: removalOf(c.var.db, user_id),
			},
			{
				audit: { action: 'users.delete', target: users, target_id: user_id, state: stateWithMemberships(user_id) },
				otherwise: () => deletionRefusal(c.var.db, user_id),
			},
		)
		forgetPrincipals()
		return c.body(null, 204)
	},
)

userRoutes.put(
	'/:user_id/platform-admin',
	requires('platform_admin'),
	returns(204, undefined, 'Make a user a platform admin'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const grant = c.var.db.insert(platformAdmins).values({ user_id, created_at: now() }).onConflictDoNothing()
		await write(
			c,
			{ exists: ensureExists(c, users, present(user_id)), grant },
			{ audit: auditOf('grant', user_id), otherwise: notFound('User') },
		)
		forgetPrincipals()
		return c.body(null, 204)
	},
)

userRoutes.delete(
	'/:user_id/platform-admin',
	requires('platform_admin'),
	returns(204, undefined, 'Revoke platform admin from a user'),
	async (c) => {
		const user_id = c.req.param('user_id')
		const grant = eq(platformAdmins.user_id, user_id)
		await write(
			c,
			{
				isAdmin: ensureExists(c, platformAdmins, grant),
				hasOtherAdmin: ensure(c, hasOtherAdmin(user_id)),
				revoke: c.var.db.delete(platformAdmins).where(grant),
			},
			{ audit: auditOf('revoke', user_id), otherwise: () => revocationRefusal(c.var.db, user_id) },
		)
		forgetPrincipals()
		return c.body(null, 204)
	},
)

function refuseSelf(principal: Principal, user_id: string) {
	if (principal.user_id === user_id) throw conflict('You cannot suspend or delete yourself.', { reason: 'users.self' })
}

const auditOf = (verb: string, user_id: string) => ({
	action: `platform_admins.${verb}`,
	target: platformAdmins,
	target_id: user_id,
	where: eq(platformAdmins.user_id, user_id),
})
