import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { apiKeys } from '../api-keys/table.ts'
import { forgetPrincipals } from '../auth/principal.ts'
import { commit } from '../../write/commit.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { onPage } from '../../db/search.ts'
import { allOf } from '../../db/state.ts'
import type { App } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { conflict, invalid, notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { present } from '../users/present.ts'
import { users } from '../users/table.ts'
import { CreateOrg, Membership, Org, OrgQuery, OrgWithMembers, PutMembership } from './schema.ts'
import { memberships, orgs } from './table.ts'
import { requires } from '../../http/access.ts'
import { ensure, ensureChanged } from '../../write/guards.ts'

const { seq, id, name, created_at } = orgs

export const orgRoutes = new Hono<App>()

orgRoutes.get('/', requires('platform_admin'), query(OrgQuery), returns(200, z.array(Org), 'List orgs'), async (c) => {
	const { q, ...paging } = c.req.valid('query')
	const page = openPage(c, paging)
	const rows = await c.var.db
		.select({ seq, id, name, created_at })
		.from(orgs)
		.where(q ? onPage({ seq, index: 'orgs_search', q, columns: ['name'] }, page) : page.before(seq))
		.orderBy(desc(seq))
		.limit(page.limit)
	return c.json(page.close(rows, (row) => row.seq).map(({ seq: _, ...org }) => org))
})

orgRoutes.post('/', requires('platform_admin'), body(CreateOrg), returns(201, Org, 'Create an org'), async (c) => {
	const { name, owner_user_id } = c.req.valid('json')
	const org = { id: newId('org'), name, created_at: now() }
	const own = owner_user_id ? [ensure(c, isUser(owner_user_id)), join(c.var.db, org.id, owner_user_id, 'owner')] : []
	await commit(c, [c.var.db.insert(orgs).values(org), ...own], {
		audit: { action: 'orgs.create', target: orgs, target_id: org.id, org_id: org.id },
		answer: { status: 201, body: org },
		otherwise: invalid([{ path: 'owner_user_id', message: 'Is not a user' }]),
	})
	return c.json(org, 201)
})

orgRoutes.get(
	'/:org_id',
	requires('platform_admin'),
	returns(200, OrgWithMembers, 'Read an org and its members'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const [[org], members] = await c.var.db.batch([
			c.var.db.select({ id, name, created_at }).from(orgs).where(eq(id, org_id)).limit(1),
			c.var.db
				.select({ user_id: memberships.user_id, login: users.login, role: memberships.role })
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.user_id))
				.where(eq(memberships.org_id, org_id))
				.orderBy(asc(memberships.created_at), asc(memberships.user_id)),
		])
		if (!org) throw notFound('Org')
		return taggedJson(c, { ...org, members })
	},
)

orgRoutes.put(
	'/:org_id/members/:user_id',
	requires('platform_admin'),
	body(PutMembership),
	returns(200, Membership, 'Add a member or change a role'),
	async (c) => {
		const { org_id, user_id } = c.req.param()
		const { role } = c.req.valid('json')
		const exists = sql`${isUser(user_id)} AND EXISTS (SELECT 1 FROM ${orgs} WHERE ${eq(id, org_id)})`
		const keepsOwner = role === 'owner' ? sql`1` : keepsAnOwner(org_id, user_id)
		const put = join(c.var.db, org_id, user_id, role)
			.onConflictDoUpdate({ target: [memberships.org_id, memberships.user_id], set: { role } })
			.returning()
		const [, , [member]] = await commit(c, [ensure(c, exists), ensure(c, keepsOwner), put], {
			audit: auditOf('put', org_id, user_id),
			otherwise: () => whyNot(c.var.db, org_id, user_id),
		})
		forgetPrincipals()
		return c.json(member)
	},
)

orgRoutes.delete(
	'/:org_id/members/:user_id',
	requires('platform_admin'),
	returns(204, undefined, 'Remove a member'),
	async (c) => {
		const { org_id, user_id } = c.req.param()
		// A key lives no longer than the membership it was made under, and does not come back with another one.
		const keys = c.var.db.delete(apiKeys).where(and(eq(apiKeys.org_id, org_id), eq(apiKeys.user_id, user_id)))
		const remove = c.var.db.delete(memberships).where(membership(org_id, user_id))
		await commit(c, [ensure(c, keepsAnOwner(org_id, user_id)), keys, remove, ensureChanged(c)], {
			audit: auditOf('delete', org_id, user_id),
			otherwise: () => whyNot(c.var.db, org_id, user_id),
		})
		forgetPrincipals()
		return c.body(null, 204)
	},
)

const membership = (org_id: string, user_id: string) =>
	allOf(eq(memberships.org_id, org_id), eq(memberships.user_id, user_id))

const isUser = (user_id: string) => sql`EXISTS (SELECT 1 FROM ${users} WHERE ${present(user_id)})`

const join = (db: Database['reader'], org_id: string, user_id: string, role: z.infer<typeof PutMembership>['role']) =>
	db.insert(memberships).values({ org_id, user_id, role, created_at: now() })

// An org that has an owner keeps one: the user is no owner, or not the only one.
const keepsAnOwner = (org_id: string, user_id: string) =>
	sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${and(membership(org_id, user_id), eq(memberships.role, 'owner'))})
		OR EXISTS (SELECT 1 FROM ${memberships} WHERE ${and(eq(memberships.org_id, org_id), eq(memberships.role, 'owner'), ne(memberships.user_id, user_id))})`

async function whyNot(db: Database['reader'], org_id: string, user_id: string) {
	const [[org], [user], [member]] = await db.batch([
		db.select({ id }).from(orgs).where(eq(id, org_id)).limit(1),
		db.select({ status: users.status }).from(users).where(eq(users.id, user_id)).limit(1),
		db.select().from(memberships).where(membership(org_id, user_id)).limit(1),
	])
	if (!org) return notFound('Org')
	if (!user || user.status === 'deleted') return notFound('User')
	if (member?.role === 'owner')
		return conflict('The last owner of an org stays its owner', { reason: 'orgs.last_owner' })
	return notFound('Member')
}

const auditOf = (verb: string, org_id: string, user_id: string) => ({
	action: `memberships.${verb}`,
	target: memberships,
	target_id: user_id,
	where: membership(org_id, user_id),
	org_id,
})
