import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import { onPage } from '../../ground/db/search/search.ts'
import { noChange } from '../../ground/db/state.ts'
import { requires, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, invalid, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { must } from '../../ground/http/must.ts'
import { openPage, WALKED, walkedBy } from '../../ground/http/page.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { grantsTo } from '../../plans/plans/granted.ts'
import { plans, subscriptions } from '../../plans/plans/table.ts'
import { keeping, KeepQuery } from '../../sign-in/identities/confirm.ts'
import { isOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { ensureInReach, mayDoEverything, outOfReach, refuseOwnMembership } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { createOrg } from './create.ts'
import { membershipColumns, putMember, removeMember } from './members.ts'
import { CreateOrg, ListedOrg, Membership, Org, OrgQuery, OrgWithMembers, PutMembership, UpdateOrg } from './schema.ts'

const { seq, id, name, created_at, deleted_at } = orgs
const planColumns = { id: plans.id, name: plans.name, display_name: plans.display_name }

const lacksOwner = sql`NOT EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${id} AND m.role = 'owner')`

export const orgRoutes = routes()

orgRoutes.get(
	'/',
	requires('platform.read'),
	query(OrgQuery),
	returns(200, z.array(ListedOrg), 'List orgs with their plans'),
	async (c) => {
		const { q, without_owner, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		// Who has an owner among those that a search finds takes no place on the page.
		const looked = without_owner === 'true' ? { ...page, limit: WALKED } : page
		const inOrder = and(
			isNull(deleted_at),
			q ? onPage({ seq, index: 'orgs_search', q, columns: ['name'] }, looked) : page.before(seq),
		)
		const columns = { seq, id, name, created_at, member_count: orgs.member_count, plan: planColumns }
		if (without_owner === 'true') {
			const walked = walkedBy(c.var.db, {
				table: orgs,
				id: seq,
				where: inOrder,
				order: [desc(seq)],
				passes: lacksOwner,
			})
			const found = await c.var.db
				.select({ ...columns, is_last: walked.is_last })
				.from(walked.from)
				// So that SQLite keeps the order.
				.crossJoin(orgs)
				.leftJoin(subscriptions, grantsTo(id))
				.leftJoin(plans, eq(plans.id, subscriptions.plan_id))
				.where(walked.isRow)
				.limit(page.limit)
			return c.json(page.closeWalked(found, (row) => row.seq).map(({ seq: _, ...org }) => org))
		}
		const rows = await c.var.db
			.select(columns)
			.from(orgs)
			.leftJoin(subscriptions, grantsTo(id))
			.leftJoin(plans, eq(plans.id, subscriptions.plan_id))
			.where(inOrder)
			.orderBy(desc(seq))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.seq).map(({ seq: _, ...org }) => org))
	},
)

orgRoutes.post(
	'/',
	requires('people.write'),
	body(CreateOrg),
	stepUp('power', ({ owner_user_id }: z.infer<typeof CreateOrg>) => owner_user_id !== undefined),
	returns(201, Org, 'Create an org'),
	refuses('roles.higher', 'roles.self'),
	async (c) => {
		const { name, owner_user_id } = c.req.valid('json')
		refuseOwnMembership(c.var.principal, owner_user_id)
		const org = await createOrg(c, {
			name,
			owner_user_id,
			isByOperator: !mayDoEverything(c.var.principal),
			guards: {
				inReach: owner_user_id && ensureInReach(c, owner_user_id),
				ownerExists: owner_user_id && ensureExists(c, users, present(owner_user_id)),
			},
			otherwise: async () =>
				(owner_user_id && (await outOfReach(c, owner_user_id))) ||
				invalid([{ path: 'owner_user_id', message: must.user_id }]),
		})
		return c.json(org, 201)
	},
)

orgRoutes.get(
	'/:org_id',
	requires('platform.read'),
	returns(200, OrgWithMembers, 'Read an org with its members'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const [[org], members] = await c.var.db.batch([
			c.var.db.select({ id, name, created_at, deleted_at }).from(orgs).where(eq(id, org_id)).limit(1),
			membersOf(c.var.db, org_id),
		])
		if (!org) throw notFound('Org')
		return taggedJson(c, { ...org, members })
	},
)

orgRoutes.patch(
	'/:org_id',
	requires('people.write'),
	body(UpdateOrg),
	returns(200, OrgWithMembers, 'Rename an org'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const change = { ...noChange(orgs.created_at), ...c.req.valid('json') }
		const { changed, members } = await write(
			c,
			{
				changed: c.var.db
					.update(orgs)
					.set(change)
					.where(isOpen(org_id))
					.returning({ id, name, created_at, deleted_at }),
				found: ensureChanged(c),
				members: membersOf(c.var.db, org_id),
			},
			{ audit: { action: 'orgs.update', target: orgs, target_id: org_id, org_id }, otherwise: notFound('Org') },
		)
		return changedJson(c, { ...changed[0], members })
	},
)

orgRoutes.get(
	'/:org_id/members/:user_id',
	requires('platform.read'),
	returns(200, Membership, "Read a member's role in an org"),
	async (c) => {
		const { org_id, user_id } = c.req.param()
		const [member] = await c.var.db
			.select(membershipColumns)
			.from(memberships)
			.where(membershipOf(org_id, user_id))
			.limit(1)
		return taggedJson(c, existing(member, 'Member'))
	},
)

orgRoutes.put(
	'/:org_id/members/:user_id',
	requires('people.write'),
	stepUp(),
	body(PutMembership),
	returns(200, Membership, "Add a member, or change a member's role"),
	refuses(
		'limit.reached',
		'members.deactivated',
		'orgs.last_owner',
		'users.last_platform_admin',
		'roles.higher',
		'roles.self',
	),
	async (c) => {
		refuseOwnMembership(c.var.principal, c.req.param('user_id'))
		const place = c.req.param()
		const { role, keep_connections } = c.req.valid('json')
		const kept = keeping(c, keep_connections, place.user_id)
		const member = await putMember(c, { ...place, role }, kept)
		forgetPrincipals(c)
		return changedJson(c, member)
	},
)

orgRoutes.delete(
	'/:org_id/members/:user_id',
	requires('people.write'),
	stepUp(),
	query(KeepQuery),
	returns(204, undefined, 'Remove a member'),
	refuses('orgs.last_owner', 'users.last_platform_admin', 'roles.higher'),
	async (c) => {
		const { org_id, user_id } = c.req.param()
		const kept = keeping(c, c.req.valid('query').keep_connections, user_id)
		await removeMember(c, { org_id, user_id }, { door: 'operator' }, kept)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

const membersOf = (db: Database['reader'], org_id: string) =>
	db
		.select({ user_id: memberships.user_id, login: users.login, role: memberships.role })
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.user_id))
		.where(eq(memberships.org_id, org_id))
		.orderBy(asc(memberships.created_at), asc(memberships.user_id))
