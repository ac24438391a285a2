import { requires } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { SealedMcp, SealedModel, SealedTool } from '../../spending/admission/schema.ts'
import { McpQuestion, ModelQuestion, ToolQuestion } from './schema.ts'

/** Loads with the first question, so that no isolate evaluates it at its start. */
export const asking = () => import('./ask.ts')

export const questionRoutes = routes()

const REFUSED = [404, 'runtime.no_encryption_key', 'runtime.too_large'] as const
const PAUSED = { status: 403, code: 'run.paused' } as const

questionRoutes.post(
	'/tools/resolve',
	requires('runtime.resolve'),
	body(ToolQuestion),
	returns(200, SealedTool, "Resolve an org's provider of a tool group, with sealed credentials", { isAudited: false }),
	refuses(...REFUSED, 'tool.not_configured', PAUSED),
	async (c) => c.json(await (await asking()).tool(c, c.req.valid('json'))),
)

questionRoutes.post(
	'/models/resolve',
	requires('runtime.resolve'),
	body(ModelQuestion),
	returns(200, SealedModel, "Resolve a model of an org, with its provider's key sealed", { isAudited: false }),
	refuses(...REFUSED, 'routing.model_not_found', 'model.not_entitled', PAUSED),
	async (c) => c.json(await (await asking()).model(c, c.req.valid('json'))),
)

questionRoutes.post(
	'/mcp/resolve',
	requires('runtime.resolve'),
	body(McpQuestion),
	returns(200, SealedMcp, "List an org's active MCP servers, with sealed credentials", { isAudited: false }),
	refuses(...REFUSED, PAUSED),
	async (c) => c.json(await (await asking()).mcp(c, c.req.valid('json'))),
)
