// The connection test. It talks to the configured server as an agent does, up to the list of tools, within the config's own
// call timeout and at most 15 seconds. It returns what it found or what went wrong. The result never contains the token. Of
// what the server says, it only contains the revision, name and version, and the names of the first tools.

import type * as z from 'zod'
import { type Denial, DENIALS } from '../../ground/outbound/policy.ts'
import { type Failure, OutboundError } from '../../ground/outbound/request.ts'
import { type Found, nothingFound, ProbeFailure } from './handshake.ts'
import type { RuntimeMcp } from './open.ts'
import type { McpConfigTest } from './schema.ts'
import { MAX_BYTES, type Server, serverOf } from './server.ts'
import { speakSse } from './sse.ts'
import { speakStreamableHttp } from './streamable-http.ts'

type Test = z.infer<typeof McpConfigTest>

const SPEAK = { streamable_http: speakStreamableHttp, http_sse: speakSse }
const OTHER = { streamable_http: 'http_sse', http_sse: 'streamable_http' } as const

/** Tests the connection to a config's server. Never throws: a failure is a result with `ok: false`. */
export async function probe(env: Env, config: RuntimeMcp): Promise<Test> {
	const { transport, url } = config
	const found = nothingFound()
	if (transport === 'stdio' || !url) {
		const message = transport === 'stdio' ? NOT_RUNNABLE : NO_URL
		return { ok: false, transport, ...found, latency_ms: 0, failure: 'not_runnable', message }
	}
	const started = Date.now()
	const server = serverOf(env, url, config)
	try {
		await SPEAK[transport](server, found)
		const { protocol_version, tool_count } = found
		const message = `The server speaks MCP ${protocol_version} and has ${tool_count} tool${tool_count === 1 ? '' : 's'}.`
		return { ok: true, transport, ...found, latency_ms: Date.now() - started, failure: null, message }
	} catch (error) {
		const fault = await hinted(faultOf(error), transport, server)
		return { ok: false, transport, ...found, latency_ms: Date.now() - started, ...fault }
	}
}

interface Fault {
	failure: NonNullable<Test['failure']>
	message: string
}

function faultOf(error: unknown): Fault {
	if (error instanceof ProbeFailure) return { failure: error.failure, message: error.message }
	if (!(error instanceof OutboundError)) throw error
	const { failure } = error
	return isDenial(failure)
		? { failure: 'blocked', message: `The URL policy doesn't allow this address. ${DENIALS[failure]}.` }
		: { failure, message: MESSAGES[failure] }
}

const isDenial = (failure: Failure): failure is Denial => failure in DENIALS

const MESSAGES: Record<Exclude<Failure, Denial>, string> = {
	dns: "The host name doesn't resolve.",
	tls: 'The TLS handshake failed.',
	unreachable: "Couldn't reach the server, or it closed the connection.",
	timeout: "The server didn't respond in time.",
	redirect: "The server sent a redirect, and the test doesn't follow redirects.",
	too_large: `The server's response was larger than ${MAX_BYTES} bytes.`,
}

const NO_URL = 'This config has no URL. Set one first.'

const NOT_RUNNABLE =
	"A stdio server runs on the agent's own machine, so test it there. This test only reaches HTTP servers."

/** If a server responds but doesn't speak this transport, tries the other one, and names it when it works. */
async function hinted(fault: Fault, transport: keyof typeof SPEAK, server: Server): Promise<Fault> {
	if (fault.failure !== 'not_found' && fault.failure !== 'not_mcp') return fault
	const other = OTHER[transport]
	const scratch: Found = nothingFound()
	try {
		await SPEAK[other](server, scratch)
	} catch {
		return fault
	}
	return {
		failure: 'wrong_transport',
		message: `This server uses the transport ${other}. Create a config with that transport.`,
	}
}
