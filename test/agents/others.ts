// The servers of others that the agents call: a model that never has enough, and an MCP server.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startMcpServers } from '../support/mcp-servers.ts'

export const LLM_KEY = 'sk-of-the-model'
export const MCP_TOKEN = 'token-of-the-mcp-server'

/** What a step of the model uses: with the prices of `PRICES` that's 0.01 USD, which is 10 credits. */
const USAGE = { prompt_tokens: 1000, completion_tokens: 100 }
export const PRICES = { cost_per_1k_input: 0.005, cost_per_1k_output: 0.05 }

export interface Others {
	llm: string
	mcp: string
	/** What the model's server was told by its tools, and how often it was called with another key. */
	heard: string[]
	intruders: number
	stop: () => void
}

interface Chat {
	tools: { function: { name: string } }[]
	messages: { role: string; content?: string }[]
}

/** Starts both. Each refuses calls without the right credential. */
export async function startOthers(): Promise<Others> {
	const { ports, stop: stopMcp } = await startMcpServers()
	const others: Others = { llm: '', mcp: '', heard: [], intruders: 0, stop: () => undefined }
	const guarded = (credential: string, serve: (from: IncomingMessage, to: ServerResponse) => void) =>
		createServer((from, to) => {
			if (from.headers.authorization === `Bearer ${credential}`) return serve(from, to)
			others.intruders += 1
			to.writeHead(401).end()
		})
	const llm = guarded(LLM_KEY, (from, to) => void answer(from, to, others.heard))
	const mcp = guarded(MCP_TOKEN, (from, to) => {
		const { method, url: path, headers } = from
		const onward = request({ host: '127.0.0.1', port: ports.streamable_http, method, path, headers }, (came) => {
			to.writeHead(came.statusCode ?? 502, came.headers)
			came.pipe(to)
		})
		from.pipe(onward)
	})
	others.llm = `${await listening(llm)}/v1`
	others.mcp = `${await listening(mcp)}/mcp`
	others.stop = () => {
		stopMcp()
		llm.close()
		mcp.close()
	}
	return others
}

/** As OpenAI's chat completions: it always wants the tool `echo` once more. */
async function answer(from: IncomingMessage, to: ServerResponse, heard: string[]) {
	const { tools, messages } = JSON.parse(await text(from)) as Chat
	const last = messages.at(-1)
	if (last?.role === 'tool') heard.push(last.content ?? '')
	const echo = tools.find(({ function: { name } }) => name === 'echo')
	if (!echo) throw new Error('The agent has no tool echo')
	const called = { name: 'echo', arguments: JSON.stringify({ message: `Step ${messages.length}` }) }
	const message = {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: 'call_1', type: 'function', function: called }],
	}
	to.setHeader('Content-Type', 'application/json')
	to.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'tool_calls', message }], usage: USAGE }))
}

async function listening(server: Server): Promise<string> {
	await once(server.listen(0, '127.0.0.1'), 'listening')
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
