import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedInUser } from '../../context.ts'
import { ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import type { UserPrincipal } from '../../principal.ts'
import { membershipOf } from '../../tenancy/orgs/access.ts'
import { isPersonal } from '../../tenancy/orgs/personal.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { removeMember } from '../orgs/members.ts'
import { MyOrg } from './schema.ts'

export const myOrgRoutes = routes()

const { org_id, user_id, created_at } = memberships

myOrgRoutes.get(
	'/',
	signedInUser(),
	query(PageQuery),
	returns(200, z.array(MyOrg), 'List the orgs that you belong to'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await selectMine(c)
			.where(and(eq(user_id, c.var.principal.user_id), inReachOf(c.var.principal), page.before(created_at, org_id)))
			.orderBy(desc(created_at), desc(org_id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => [row.joined_at, row.org_id]).map(toMyOrg))
	},
)

myOrgRoutes.get('/:org_id', signedInUser(), returns(200, MyOrg, 'Read one of your orgs'), async (c) => {
	const [row] = await selectMine(c)
		.where(and(membershipOf(c.req.param('org_id'), c.var.principal.user_id), inReachOf(c.var.principal)))
		.limit(1)
	return taggedJson(c, toMyOrg(existing(row, 'Org')))
})

myOrgRoutes.delete(
	'/:org_id',
	signedInUser(),
	ownSignIn(),
	stepUp(),
	returns(204, undefined, 'Leave an org, with the API keys that you created in it'),
	refuses('orgs.last_owner', 'orgs.only_one', 'users.last_platform_admin'),
	async (c) => {
		const place = { org_id: c.req.param('org_id'), user_id: c.var.principal.user_id }
		await removeMember(c, place, { door: 'member' })
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

/** The orgs that this sign-in reaches: all of the user's, or that of the connection. */
const inReachOf = (principal: UserPrincipal) => (principal.is_confined ? eq(org_id, principal.org_id) : undefined)

const selectMine = ({ var: { db, principal } }: Context<SignedInUser>) =>
	db
		.select({
			org_id,
			name: orgs.name,
			role: memberships.role,
			member_count: orgs.member_count,
			is_personal: sql<number>`${isPersonal(principal.user_id)}`.as('is_personal'),
			joined_at: created_at,
		})
		.from(memberships)
		.innerJoin(orgs, and(eq(orgs.id, org_id), isNull(orgs.deleted_at)))

const toMyOrg = <Row extends { is_personal: number }>(row: Row) => ({ ...row, is_personal: row.is_personal === 1 })
