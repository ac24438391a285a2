import * as z from 'zod'
import { stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { may, READERS, type Who } from '../../tenancy/orgs/doors.ts'
import { listInvitations, selectInvitation } from './columns.ts'
import { CreateInvitation, Invitation, SentInvitation } from './schema.ts'

/** Operators who write people invite into every org. */
const INVITERS: Who = { org: ['org.settings', 'people.write'] }

export const invitationRoutes = routes()

invitationRoutes.post(
	'/:org_id/invitations',
	may(INVITERS),
	stepUp(),
	body(CreateInvitation),
	returns(201, SentInvitation, 'Invite somebody into an org'),
	refuses('invitations.role', 'invitations.open', 'limit.reached', 'auth.too_many_requests'),
	async (c) => {
		const org_id = c.req.param('org_id')
		const { invite } = await import('./send.ts')
		return c.json(await invite(c, org_id, c.req.valid('json')), 201)
	},
)

invitationRoutes.get(
	'/:org_id/invitations',
	may(READERS),
	query(PageQuery),
	returns(200, z.array(Invitation), "List an org's invitations, and those that ended in the last 30 days"),
	async (c) => {
		const org_id = c.req.param('org_id')
		const page = openPage(c, c.req.valid('query'))
		const rows = await rowsOfOrg(c.var.db, org_id, listInvitations(c.var.db, org_id, page))
		return c.json(page.close(rows, ({ id }) => id))
	},
)

invitationRoutes.get(
	'/:org_id/invitations/:id',
	may(READERS),
	returns(200, Invitation, 'Read an invitation'),
	async (c) => {
		const { org_id, id } = c.req.param()
		const [invitation] = await selectInvitation(c.var.db, org_id, id)
		return taggedJson(c, existing(invitation, 'Invitation'))
	},
)

invitationRoutes.delete(
	'/:org_id/invitations/:id',
	may(INVITERS),
	stepUp(),
	returns(204, undefined, 'Withdraw an invitation'),
	refuses('invitations.role', 'invitations.accepted'),
	async (c) => {
		const { org_id, id } = c.req.param()
		const { withdraw } = await import('./withdraw.ts')
		await withdraw(c, org_id, id)
		return c.body(null, 204)
	},
)

invitationRoutes.post(
	'/:org_id/invitations/:id/resend',
	may(INVITERS),
	stepUp(),
	returns(200, SentInvitation, 'Send an invitation again, with a new token, for another seven days'),
	refuses('invitations.role', 'invitations.accepted', 'limit.reached', 'auth.too_many_requests'),
	async (c) => {
		const { org_id, id } = c.req.param()
		const { resend } = await import('./send.ts')
		return c.json(await resend(c, org_id, id))
	},
)
