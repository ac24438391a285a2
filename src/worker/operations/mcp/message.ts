import * as z from 'zod'
import { doc } from '#doc'

// What `POST /mcp` takes and returns, as the API document says it. The handler reads the message itself: what's wrong with one is an
// error of JSON-RPC, and none of the API's.

const jsonrpc = z.literal('2.0').meta(doc({ description: 'The version of JSON-RPC.' }))
const id = () => z.union([z.string(), z.int()])

export const McpMessage = z
	.object({
		jsonrpc,
		id: z.optional(id()).meta(
			doc({
				description: 'What the response repeats. Without it this is a notification, which gets 202.',
				example: 1,
			}),
		),
		method: z.string().meta(
			doc({
				description:
					'`tools/list`, `tools/call`, and by the revision `server/discover` (2026-07-28), or `initialize` with `protocolVersion`, and `ping` (2025-11-25, 2025-06-18, 2025-03-26).',
				example: 'tools/call',
			}),
		),
		params: z
			.looseObject({
				name: z
					.enum(['find', 'describe', 'read', 'write', 'undo', 'requests'])
					.optional()
					.meta(doc({ description: 'Of `tools/call`: the tool.', example: 'find' })),
				arguments: z.optional(z.record(z.string(), z.unknown())).meta(
					doc({
						description: 'Of `tools/call`: what the tool takes. `tools/list` has its schema.',
						example: { query: 'list plans' },
					}),
				),
				_meta: z.optional(z.record(z.string(), z.unknown())).meta(
					doc({
						description:
							'Of 2026-07-28: `io.modelcontextprotocol/protocolVersion` and `…/clientCapabilities`. The headers `MCP-Protocol-Version`, `Mcp-Method` and, for a tool, `Mcp-Name` repeat what the message says.',
						example: {
							'io.modelcontextprotocol/protocolVersion': '2026-07-28',
							'io.modelcontextprotocol/clientCapabilities': {},
						},
					}),
				),
			})
			.optional()
			.meta(doc({ description: 'What the method takes.' })),
	})
	.meta(doc({ id: 'McpMessage' }))

const inResponse = {
	jsonrpc,
	id: z
		.nullable(id())
		.meta(doc({ description: 'That of the message. Null if it has none that can be read.', example: 1 })),
}

const McpResult = z
	.object({
		...inResponse,
		result: z.record(z.string(), z.unknown()).meta(
			doc({
				description:
					'What the method gives. A tool whose call the API refuses gives `isError`, and the refusal in `structuredContent`.',
				example: { tools: [] },
			}),
		),
	})
	.meta(doc({ id: 'McpResult' }))

export const McpError = z
	.object({
		...inResponse,
		error: z
			.object({
				code: z.int().meta(doc({ description: 'The code of JSON-RPC or of MCP.', example: -32_601 })),
				message: z.string().meta(doc({ description: "What's wrong.", example: 'This server has no method x' })),
				data: z
					.optional(z.unknown())
					.meta(doc({ description: 'More of it, such as the revisions that the server speaks.', example: null })),
			})
			.meta(doc({ description: 'Why there is no result.' })),
	})
	.meta(doc({ id: 'McpError' }))

/** A method that isn't known is an error with 200 to clients with a handshake: they'd take a 404 for the end of a session. */
export const McpResponse = z.union([McpResult, McpError])
