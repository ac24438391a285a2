import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { Running } from './servers.ts'

// Real MCP servers for the connection test: the protocol's own reference server, once for each transport over HTTP.

/** The ports of the reference server on 127.0.0.1. */
export interface McpPorts {
	streamable_http: number
	http_sse: number
}

const LAST_RESORT_MS = 120_000

export async function startMcpServers(): Promise<Running<McpPorts>> {
	const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')
	const main = join(manifest, '../dist/index.js')
	const children: ChildProcess[] = []
	const start = async (mode: string) => {
		const port = await freePort()
		children.push(spawn(process.execPath, [main, mode], { env: { ...process.env, PORT: `${port}` }, stdio: 'ignore' }))
		await listening(port)
		return port
	}
	const stop = () => children.forEach((child) => child.kill('SIGKILL'))
	try {
		const [streamable_http, http_sse] = await Promise.all([start('streamableHttp'), start('sse')])
		return { ports: { streamable_http, http_sse }, stop }
	} catch (error) {
		stop()
		throw error
	}
}

async function listening(port: number): Promise<void> {
	const until = Date.now() + LAST_RESORT_MS
	while (Date.now() < until) {
		const socket = connect(port, '127.0.0.1')
		const isUp = await once(socket, 'connect').then(
			() => true,
			() => false,
		)
		socket.destroy()
		if (isUp) return
		await sleep(50)
	}
	throw new Error('An MCP server did not start')
}
