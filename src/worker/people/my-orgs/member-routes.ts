import { and, desc, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { keeping, KeepQuery } from '../../sign-in/identities/confirm.ts'
import { membershipOf, rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { MANAGERS, may, MEMBERS } from '../../tenancy/orgs/doors.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { users } from '../../tenancy/users/table.ts'
import { changeRole, removeMember } from '../orgs/members.ts'
import { rankOf } from '../orgs/rank.ts'
import { OrgMember, UpdateMember } from './schema.ts'

export const orgMemberRoutes = routes()

const AT = '/:org_id/members/:user_id'

orgMemberRoutes.get(
	'/:org_id/members',
	may(MEMBERS),
	query(PageQuery),
	returns(200, z.array(OrgMember), 'List the members of an org'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const page = openPage(c, c.req.valid('query'))
		const { user_id } = memberships
		const members = selectMembers(c)
			.where(and(eq(memberships.org_id, org_id), page.before(user_id)))
			.orderBy(desc(user_id))
			.limit(page.limit)
		return c.json(page.close(await rowsOfOrg(c.var.db, org_id, members), (member) => member.user_id))
	},
)

orgMemberRoutes.get(AT, may(MEMBERS), returns(200, OrgMember, 'Read a member of an org'), async (c) => {
	const { org_id, user_id } = c.req.param()
	const [member] = await selectMembers(c).where(membershipOf(org_id, user_id)).limit(1)
	return taggedJson(c, existing(member, 'Member'))
})

orgMemberRoutes.patch(
	AT,
	may(MANAGERS),
	stepUp(),
	body(UpdateMember),
	returns(200, OrgMember, "Change a member's role"),
	refuses('members.owner', 'orgs.last_owner', 'roles.higher', 'roles.self'),
	async (c) => {
		const place = c.req.param()
		const { role, keep_connections } = c.req.valid('json')
		const by = rankOf(c, place, c.var.role, role)
		const shown = selectMembers(c).where(membershipOf(place.org_id, place.user_id)).limit(1)
		const [member] = await changeRole(c, { ...place, role }, by, keeping(c, keep_connections, place.user_id), shown)
		forgetPrincipals(c)
		return changedJson(c, member)
	},
)

orgMemberRoutes.delete(
	AT,
	may(MANAGERS),
	stepUp(),
	query(KeepQuery),
	returns(204, undefined, 'Remove a member, with the API keys that they created in the org'),
	refuses('members.owner', 'orgs.last_owner', 'users.last_platform_admin', 'roles.higher'),
	async (c) => {
		const place = c.req.param()
		const kept = keeping(c, c.req.valid('query').keep_connections, place.user_id)
		await removeMember(c, place, rankOf(c, place, c.var.role), kept)
		forgetPrincipals(c)
		return c.body(null, 204)
	},
)

/** The query for members as their colleagues see them: without addresses. */
const selectMembers = ({ var: { db } }: Context<SignedIn>) =>
	db
		.select({
			user_id: memberships.user_id,
			login: users.login,
			username: users.username,
			role: memberships.role,
			created_at: memberships.created_at,
		})
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.user_id))
