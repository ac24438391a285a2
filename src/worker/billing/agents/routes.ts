import * as z from 'zod'
import { query, returns, routes } from '../../ground/http/contract.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { Agent, AgentQuery, OrgAgentQuery } from './schema.ts'

export const platformAgentRoutes = routes()

platformAgentRoutes.get(
	'/',
	may(READERS),
	query(AgentQuery),
	returns(200, z.array(Agent), 'List the agents of all orgs, with their runs and costs'),
	async (c) => {
		const { listAgents } = await import('./read.ts')
		const { org_id, ...filters } = c.req.valid('query')
		return c.json(await listAgents(c, org_id, filters))
	},
)

export const orgAgentRoutes = routes()

orgAgentRoutes.get(
	'/',
	may(READERS),
	query(OrgAgentQuery),
	returns(200, z.array(Agent), 'List the agents of an org, with their runs and costs'),
	async (c) => {
		const { listAgents } = await import('./read.ts')
		return c.json(await listAgents(c, c.var.owner, c.req.valid('query')))
	},
)
