import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { apiKeys } from '../api-keys/table.ts'
import { forgetPrincipals } from '../auth/principal.ts'
import { write } from '../../write/write.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { onPage } from '../../db/search.ts'
import { allOf, exists } from '../../db/state.ts'
import type { App, Role, WorkContext } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { conflict, invalid, notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { present } from '../users/visible.ts'
import { users } from '../users/table.ts'
import { CreateOrg, Membership, Org, OrgQuery, OrgWithMembers, PutMembership } from './schema.ts'
import { memberships, orgs } from './table.ts'
import { requires } from '../../http/access.ts'
import { ensure, ensureChanged, ensureExists } from '../../write/guards.ts'

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
	await write(
		c,
		{
			insert: c.var.db.insert(orgs).values(org),
			ownerExists: owner_user_id && ensureExists(c, users, present(owner_user_id)),
			ownership: owner_user_id && insertMember(c, { org_id: org.id, user_id: owner_user_id, role: 'owner' }),
		},
		{
			audit: { action: 'orgs.create', target: orgs, target_id: org.id, org_id: org.id },
			answer: { status: 201, body: org },
			otherwise: invalid([{ path: 'owner_user_id', message: 'Must be the id of a user' }]),
		},
	)
	return c.json(org, 201)
})

orgRoutes.get(
	'/:org_id',
	requires('platform_admin'),
	returns(200, OrgWithMembers, 'Read an org with its members'),
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
	returns(200, Membership, 'Add a member, or change the role of one'),
	async (c) => {
		const { org_id, user_id } = c.req.param()
		const { role } = c.req.valid('json')
		const put = insertMember(c, { org_id, user_id, role })
			.onConflictDoUpdate({ target: [memberships.org_id, memberships.user_id], set: { role } })
			.returning()
		const results = await write(
			c,
			{
				userExists: ensureExists(c, users, present(user_id)),
				orgExists: ensureExists(c, orgs, eq(id, org_id)),
				keepsOwner: role !== 'owner' && ensure(c, keepsAnOwner(org_id, user_id)),
				members: put,
			},
			{ audit: auditOf('put', org_id, user_id), otherwise: () => memberRefusal(c.var.db, org_id, user_id) },
		)
		forgetPrincipals()
		return c.json(results.members[0])
	},
)

orgRoutes.delete(
	'/:org_id/members/:user_id',
	requires('platform_admin'),
	returns(204, undefined, 'Remove a member'),
	async (c) => {
		const { org_id, user_id } = c.req.param()
		// A key ends with the membership under which it was made, and does not return with a new one.
		const keys = c.var.db.delete(apiKeys).where(and(eq(apiKeys.org_id, org_id), eq(apiKeys.user_id, user_id)))
		const remove = c.var.db.delete(memberships).where(membership(org_id, user_id))
		await write(
			c,
			{ keepsOwner: ensure(c, keepsAnOwner(org_id, user_id)), keys, remove, found: ensureChanged(c) },
			{ audit: auditOf('delete', org_id, user_id), otherwise: () => memberRefusal(c.var.db, org_id, user_id) },
		)
		forgetPrincipals()
		return c.body(null, 204)
	},
)

const membership = (org_id: string, user_id: string) =>
	allOf(eq(memberships.org_id, org_id), eq(memberships.user_id, user_id))

interface Member {
	org_id: string
	user_id: string
	role: Role
}

const insertMember = ({ var: { db } }: WorkContext, member: Member) =>
	db.insert(memberships).values({ ...member, created_at: now() })

/** An org that has an owner keeps one: the user is no owner, or not the only one. */
function keepsAnOwner(org_id: string, user_id: string): SQL {
	const isOwner = allOf(membership(org_id, user_id), eq(memberships.role, 'owner'))
	const isOther = allOf(eq(memberships.org_id, org_id), eq(memberships.role, 'owner'), ne(memberships.user_id, user_id))
	return sql`NOT ${exists(memberships, isOwner)} OR ${exists(memberships, isOther)}`
}

async function memberRefusal(db: Database['reader'], org_id: string, user_id: string) {
	const [[org], [user], [member]] = await db.batch([
		db.select({ id }).from(orgs).where(eq(id, org_id)).limit(1),
		db.select({ status: users.status }).from(users).where(eq(users.id, user_id)).limit(1),
		db.select().from(memberships).where(membership(org_id, user_id)).limit(1),
	])
	if (!org) return notFound('Org')
	if (!user || user.status === 'deleted') return notFound('User')
	if (member?.role === 'owner')
		return conflict('The last owner of an org must stay. Make another member an owner first.', {
			reason: 'orgs.last_owner',
		})
	return notFound('Member')
}

const auditOf = (verb: string, org_id: string, user_id: string) => ({
	action: `memberships.${verb}`,
	target: memberships,
	target_id: user_id,
	where: membership(org_id, user_id),
	org_id,
})
