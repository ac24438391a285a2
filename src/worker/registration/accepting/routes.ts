import { anyone, signedInUser } from '../../ground/http/access.ts'
import { refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { isInvitation, selectOffer } from '../../people/invitations/offer.ts'
import { Membership } from '../../people/orgs/schema.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { accept } from './accept.ts'
import { Offer } from './schema.ts'

export const acceptingRoutes = routes()

acceptingRoutes.get('/:token', anyone(), returns(200, Offer, 'Read what an invitation offers'), async (c) => {
	const token = c.req.param('token')
	const [offer] = isInvitation(token) ? await selectOffer(c.var.db, token) : []
	if (!offer) throw notFound('Invitation')
	const { org_name, role, inviter_name, expires_at } = offer
	return taggedJson(c, { org_name, role, inviter_name, expires_at })
})

acceptingRoutes.post(
	'/:token/accept',
	signedInUser(),
	returns(200, Membership, 'Accept an invitation'),
	refuses('limit.reached', 'members.deactivated', 'oidc.through_org', 'roles.self', 'roles.higher'),
	async (c) => {
		const membership = await accept(c, c.req.param('token'))
		forgetPrincipals(c)
		return c.json(membership)
	},
)
