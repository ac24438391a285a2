import * as z from 'zod'
import { doc } from '#doc'
import { refusing, said } from '../../ground/http/field-codes.ts'
import { id, named, nonBlankText, text, timestamp, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { secretInput } from '../../ground/secrets/input.ts'
import { entitlementInput, shownEntitlement } from '../layers/entitlement.ts'
import { TRANSPORTS } from './table.ts'

export const McpConfig = named('McpConfig', {
	id: id('mcp'),
	org_id: id('org'),
	name: z.string().meta(doc({ example: 'issue-tracker' })),
	transport: z.enum(TRANSPORTS).meta(doc({ example: 'streamable_http' })),
	url: z
		.string()
		.nullable()
		.meta(doc({ example: 'https://mcp.example.com/mcp' })),
	has_auth: z
		.boolean()
		.meta(doc({ description: 'Whether a bearer token is stored. The token itself is never shown.' })),
	command: z.string().meta(doc({ description: 'Empty unless the transport is `stdio`.', example: '' })),
	args: z.array(z.string()).meta(doc({ example: [] })),
	cwd: z.nullable(z.string()).meta(doc({ example: null })),
	inherit_parent_env: z.boolean().meta(doc({ example: false })),
	call_timeout_ms: z.int().meta(doc({ example: 10_000 })),
	is_active: z.boolean(),
	created_at: timestamp(),
	updated_at: timestamp(),
	entitlement: shownEntitlement(),
})

const Name = nonBlankText(128)
	.trim()
	.meta(doc({ example: 'issue-tracker' }))
const CallTimeout = z.int().min(100).max(600_000)
const BearerToken = secretInput().meta(doc({ example: 'mcp-token-3f9a7c21', writeOnly: true }))

/** Checks a URL's spelling. The URL policy needs the environment, so the handler asks it whether the URL may be called. */
const Url = text(2048)
	.trim()
	.refine((value) => /^\S*$/.test(value), must.without_spaces)
	.meta(
		doc({ description: 'http or https, public, without user and fragment.', example: 'https://mcp.example.com/mcp' }),
	)

const MAX_TOTAL = 16_384
const isNotTooMuch = (values: string[]) => values.reduce((sum, { length }) => sum + length, 0) <= MAX_TOTAL
const TOO_MUCH = refusing(said('characters_in_all', { most: MAX_TOTAL }))

const Args = z.array(text(4096)).max(100).refine(isNotTooMuch, TOO_MUCH)

const EnvName = z
	.string()
	.max(128)
	.regex(/^[^=\0]+$/)
const EnvValue = z.union([z.string(), z.number(), z.boolean()], must.literal).transform(String).pipe(text(4096))

const EnvValues = z
	.record(EnvName, EnvValue, {
		error: ({ code }) => (code === 'invalid_key' ? must.variable_name : undefined),
	})
	.refine((values) => Object.keys(values).length <= 100, refusing(said('variables_at_most', { most: 100 })))
	.refine((values) => isNotTooMuch(Object.values(values)), TOO_MUCH)

// A Zod record silently drops this one name.
const namesNoPrototype = (value: unknown) =>
	typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__')

const EnvInput = z
	.unknown()
	.refine(namesNoPrototype, { error: must.without_proto, abort: true })
	.pipe(EnvValues)
	.meta(
		doc({
			type: 'object',
			additionalProperties: { type: ['string', 'number', 'boolean'] },
			description:
				'Additional environment variables for the process. Numbers and booleans become text. Stored encrypted and never shown.',
			writeOnly: true,
			example: { LOG_LEVEL: 'info' },
		}),
	)

export const CreateMcpConfig = z
	.object({
		name: Name,
		transport: z.enum(TRANSPORTS),
		url: Url.nullish(),
		bearer_token: BearerToken.nullish(),
		command: withDefault(text(4096), ''),
		args: withDefault(Args, []),
		cwd: nonBlankText(4096).nullish(),
		env: EnvInput.nullish(),
		inherit_parent_env: withDefault(z.boolean(), false),
		call_timeout_ms: withDefault(CallTimeout, 10_000),
		entitlement: entitlementInput().default(null),
	})
	.superRefine((config, context) => {
		for (const [field, message] of misfits(config)) context.addIssue({ code: 'custom', path: [field], message })
	})
	.meta(
		doc({
			id: 'CreateMcpConfig',
			description:
				'The HTTP transports need `url`, and `stdio` needs `command`. `url` and `bearer_token` have no effect on `stdio`.',
			example: {
				name: 'issue-tracker',
				transport: 'streamable_http',
				url: 'https://mcp.example.com/mcp',
				bearer_token: 'mcp-token-3f9a7c21',
				call_timeout_ms: 10_000,
			},
		}),
	)

type Given = Pick<z.infer<typeof CreateMcpConfig>, 'transport' | 'url' | 'command'>

/** The fields that the transport needs and that are missing, each with its message. */
export function misfits({ transport, url, command }: Given): [string, string][] {
	if (transport === 'stdio') return command.trim() === '' ? [['command', NEEDS_COMMAND]] : []
	return url == null ? [['url', NEEDS_URL]] : []
}

const NEEDS_URL = must.required_for_http
export const NEEDS_COMMAND = must.required_for_stdio

export const UpdateMcpConfig = z
	.object({
		name: Name,
		url: Url.nullable(),
		bearer_token: BearerToken.nullable().meta(doc({ description: '`null` deletes the stored one.' })),
		command: text(4096).meta(doc({ description: '`stdio` needs one.', example: 'npx' })),
		args: Args.meta(doc({ example: ['-y', 'server'] })),
		cwd: z.nullable(nonBlankText(4096)).meta(doc({ example: null })),
		env: EnvInput.nullable().meta(doc({ description: 'Replaces all stored variables. `null` deletes them.' })),
		inherit_parent_env: z.boolean(),
		call_timeout_ms: CallTimeout.meta(doc({ example: 30_000 })),
		is_active: z.boolean(),
		entitlement: entitlementInput(),
	})
	.partial()
	.meta(
		doc({
			id: 'UpdateMcpConfig',
			description: 'The transport cannot change. Without a `url`, runs do not get a config of an HTTP transport.',
		}),
	)

export const TestMcpConfig = named('TestMcpConfig', {})

const FAILURES = [
	'dns',
	'tls',
	'unreachable',
	'timeout',
	'unauthorized',
	'not_found',
	'not_mcp',
	'wrong_transport',
	'blocked',
	'redirect',
	'too_large',
	'server_error',
	'not_runnable',
] as const

export const McpConfigTest = named('McpConfigTest', {
	ok: z.boolean(),
	transport: z.enum(TRANSPORTS).meta(doc({ example: 'streamable_http' })),
	protocol_version: z.nullable(z.string()).meta(doc({ example: '2025-11-25' })),
	server_name: z.nullable(z.string()).meta(doc({ example: 'issue-tracker' })),
	server_version: z.nullable(z.string()).meta(doc({ example: '2.1.0' })),
	tool_count: z.nullable(z.int()).meta(doc({ example: 13 })),
	tool_names: z.nullable(z.array(z.string())).meta(
		doc({
			description: 'The names of the first 100 tools, in the order of the server. Null when it did not list them.',
			example: ['search_issues', 'create_issue'],
		}),
	),
	latency_ms: z.int().meta(doc({ description: 'The duration of the whole test.', example: 84 })),
	failure: z.nullable(z.enum(FAILURES)).meta(doc({ example: null })),
	message: z.string().meta(doc({ example: 'The server speaks MCP 2025-11-25 and has 13 tools.' })),
})
