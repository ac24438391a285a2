import * as z from 'zod'
import { queryAt, returns, routes } from '../../ground/http/contract.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { Agent, AgentQuery, OrgAgentQuery } from './schema.ts'

/** At both doors: `/v1/admin/agents`, and `/v1/orgs/:org_id/agents`. */
export const agentRoutes = routes()

agentRoutes.get(
	'/',
	may(READERS),
	queryAt({ platform: AgentQuery, org: OrgAgentQuery }),
	returns(200, z.array(Agent), {
		platform: 'List the agents of all orgs, with their runs and costs',
		org: 'List the agents of an org, with their runs and costs',
	}),
	async (c) => {
		const { listAgents } = await import('./read.ts')
		return c.json(await listAgents(c, c.req.valid('query')))
	},
)
