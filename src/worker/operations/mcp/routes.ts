import { Hono } from 'hono'
import type { App } from '../../context.ts'
import { signedInByKey } from '../../ground/http/access.ts'
import { refuses, returns } from '../../ground/http/contract.ts'
import { McpError, McpMessage, McpResponse } from './message.ts'

const SUMMARY = 'Call the tools of the MCP server'

/** What a tool calls goes through `app`, in process. */
export const mcpRoutes = (app: Hono<App>) =>
	new Hono<App>().post(
		'/',
		signedInByKey(),
		returns(200, McpResponse, SUMMARY, { changes: false, message: McpMessage }),
		returns([400, 404], McpError, SUMMARY),
		returns(202, undefined, SUMMARY),
		refuses(
			'auth.api_key_required',
			'auth.foreign_origin',
			'ip.blocked',
			'mcp.foreign_host',
			'risk.rejected',
			'database.full',
			'database.overloaded',
			'database.timeout',
			'database.unreachable',
			413,
			429,
		),
		async (c) => (await import('./respond.ts')).respond(c, app),
	)
