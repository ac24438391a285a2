import * as z from 'zod'
import { stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { may, READERS, type Who } from '../../tenancy/orgs/doors.ts'
import { DeclineRequest, GrantedRequest, GrantRequest, Request, RequestDetail, RequestQuery } from './schema.ts'

/** Who may decide: in an org its members, and platform admins. Other operators only read. */
const DECIDERS: Who = {
	platform: ['money.write', 'people.write', 'platform.write'],
	org: ['org.settings'],
	person: true,
}

/** At both doors: `/v1/admin/requests`, and `/v1/orgs/:org_id/requests`. */
export const requestRoutes = routes()

requestRoutes.get(
	'/',
	may(READERS),
	query(RequestQuery),
	returns(200, z.array(Request), {
		platform: 'List what waits for a decision of the platform, and what was decided',
		org: 'List what waits for a decision in an org, and what was decided',
	}),
	async (c) => {
		const { listRequests } = await import('./read.ts')
		return c.json(await listRequests(c, c.var.owner, c.req.valid('query')))
	},
)

requestRoutes.get(
	'/:request_id',
	may(READERS),
	returns(200, RequestDetail, { platform: 'Read a request to the platform', org: 'Read a request in an org' }),
	async (c) => {
		const { readRequest } = await import('./detail.ts')
		return taggedJson(c, await readRequest(c, c.var.owner, c.req.param('request_id')))
	},
)

requestRoutes.post(
	'/:request_id/decline',
	may(DECIDERS),
	stepUp(),
	body(DeclineRequest),
	returns(200, Request, { platform: 'Decline a request to the platform', org: 'Decline a request in an org' }),
	refuses('request.decided', 'request.lapsed', 'request.moved_on'),
	async (c) => {
		const { declineRequest } = await import('./decide.ts')
		return c.json(await declineRequest(c, c.req.param('request_id'), c.req.valid('json').reason ?? null))
	},
)

requestRoutes.post(
	'/:request_id/grant',
	may(DECIDERS),
	stepUp(),
	body(GrantRequest),
	returns(200, GrantedRequest, { platform: 'Grant a request to the platform', org: 'Grant a request in an org' }),
	refuses('request.decided', 'request.lapsed', 'request.moved_on', 'request.refused', 'secrets.key_missing'),
	async (c) => {
		const { grantRequest } = await import('./grant.ts')
		return c.json(await grantRequest(c, c.req.param('request_id'), c.req.valid('json')))
	},
)
