import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { requires } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { openPage } from '../../ground/http/page.ts'
import { users } from '../../tenancy/users/table.ts'
import { Referral, ReferralQuery, ReferralTreeNode, ReferralTreeQuery } from './schema.ts'
import { referrals } from './table.ts'
import { treePage } from './tree.ts'

const { awaited_org_id: _, credited_at: __, ...columns } = getTableColumns(referrals)
const inviter = alias(users, 'inviter')
const invitee = alias(users, 'invitee')

export const referralRoutes = routes()

referralRoutes.get(
	'/',
	requires('platform.read'),
	query(ReferralQuery),
	returns(200, z.array(Referral), 'List referrals'),
	async (c) => {
		const { inviter_user_id, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const by = inviter_user_id === undefined ? undefined : eq(referrals.inviter_user_id, inviter_user_id)
		const rows = await c.var.db
			.select({ ...columns, inviter_login: inviter.login, invitee_login: invitee.login })
			.from(referrals)
			.innerJoin(inviter, eq(inviter.id, referrals.inviter_user_id))
			.innerJoin(invitee, eq(invitee.id, referrals.invitee_user_id))
			.where(and(by, page.before(referrals.id)))
			.orderBy(desc(referrals.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

referralRoutes.get(
	'/tree',
	requires('platform.read'),
	query(ReferralTreeQuery),
	returns(200, z.array(ReferralTreeNode), 'Read the users whom a user invited, directly and indirectly'),
	refuses(404),
	async (c) => {
		const { user_id, ...paging } = c.req.valid('query')
		const nodes = await treePage(c.var.db, user_id, openPage(c, paging))
		if (nodes.length === 0) throw notFound('User')
		return c.json(nodes)
	},
)
