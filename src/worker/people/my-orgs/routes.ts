import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { noChange } from '../../ground/db/state.ts'
import { ownSignIn, signedInUser, stepUp } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { demanding, isDemanded, requireAlone } from '../../sign-in/requirements/demand.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { MANAGERS, may, MEMBERS, requireOwner } from '../../tenancy/orgs/doors.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { createOwnOrg } from './create.ts'
import { CreateOwnOrg, OwnOrg, UpdateOwnOrg } from './schema.ts'

export const ownOrgRoutes = routes()

ownOrgRoutes.post(
	'/',
	signedInUser(),
	ownSignIn(),
	body(CreateOwnOrg),
	returns(201, OwnOrg, 'Create an org that you own'),
	refuses('limit.reached', 'auth.too_many_requests'),
	async (c) => c.json(await createOwnOrg(c, c.var.principal, c.req.valid('json').name), 201),
)

ownOrgRoutes.get('/:org_id', may(MEMBERS), returns(200, OwnOrg, 'Read an org that you belong to'), async (c) => {
	const org_id = c.req.param('org_id')
	const [org] = await selectOwn(c, org_id)
	return taggedJson(c, existing(org, 'Org'))
})

ownOrgRoutes.patch(
	'/:org_id',
	may(MANAGERS),
	body(UpdateOwnOrg),
	stepUp('power', ({ second_factor_required }: z.infer<typeof UpdateOwnOrg>) => second_factor_required !== undefined),
	returns(200, OwnOrg, 'Change an org that you manage'),
	refuses('sign_in.untried', 'orgs.owner_only', 'change.not_confirmable'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const { second_factor_required, ...rest } = c.req.valid('json')
		requireAlone(c, c.req.valid('json'), 'second_factor_required')
		if (second_factor_required !== undefined) requireOwner(c, 'platform_admin')
		const change = { ...noChange(orgs.created_at), ...rest }
		const factor = { owner: org_id, connection_id: null }
		const demanded = second_factor_required === undefined ? undefined : demanding(c, factor, second_factor_required)
		const { shown } = await write(
			c,
			{
				changed: c.var.db.update(orgs).set(change).where(isOpen(org_id)),
				found: ensureChanged(c),
				demanded: demanded?.statement,
				shown: selectOwn(c, org_id),
			},
			{
				audit: demanded?.audit ?? { action: 'orgs.update', target: orgs, target_id: org_id, org_id },
				otherwise: notFound('Org'),
			},
		)
		return changedJson(c, shown[0])
	},
)

const selectOwn = ({ var: { db, principal } }: Context<SignedIn>, org_id: string) =>
	db
		.select({
			id: orgs.id,
			name: orgs.name,
			created_at: orgs.created_at,
			member_count: orgs.member_count,
			role: memberships.role,
			second_factor_required: isDemanded({ owner: org_id, connection_id: null })
				.mapWith(Boolean)
				.as('second_factor_required'),
		})
		.from(orgs)
		.leftJoin(memberships, and(eq(memberships.org_id, orgs.id), eq(memberships.user_id, principal.user_id ?? '')))
		.where(isOpen(org_id))
		.limit(1)
