import * as z from 'zod'
import { query, returns, routes } from '../../ground/http/contract.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { SubjectQuery, SubjectUsage } from '../usage/schema.ts'

/** At both doors: `/v1/admin/usage` for all orgs, `/v1/orgs/:org_id/usage` for one. */
export const subjectUsageRoutes = routes().get(
	'/by-subject',
	may(READERS),
	query(SubjectQuery),
	returns(
		200,
		z.array(SubjectUsage),
		{
			platform: 'Read whose runs cost the most: by org, user, agent or API key',
			org: 'Read whose runs of an org cost the most: by user, agent or API key',
		},
		{
			headers: {
				'X-Is-Cut':
					'`true` if the days may have more runs than are added up: the newest 20,000 of the platform, or 2,000 of an org.',
			},
			isTagged: false,
		},
	),
	async (c) => {
		const { usageBySubject } = await import('./by-subject.ts')
		return c.json(await usageBySubject(c, c.req.valid('query')))
	},
)
