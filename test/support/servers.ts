import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'

// A few files test against real servers. Such a file requests them over HTTP, and then they start. Every request starts a new
// set, because two files that run at the same time must not see each other's connections.

declare module 'vitest' {
	interface ProvidedContext {
		/** The port on 127.0.0.1 where a POST to `/mcp` or `/smtp` starts these servers and returns their ports. */
		servers: number
		/** `wrangler.toml`, as Wrangler reads it. */
		wrangler: object
	}
}

/** The ports of servers that run, and a function that stops them. */
export interface Running<Ports> {
	ports: Ports
	stop: () => void
}

const STARTERS: Record<string, () => Promise<Running<unknown>>> = {
	'/mcp': async () => (await import('./mcp-servers.ts')).startMcpServers(),
	'/oidc': async () => (await import('./oidc-servers.ts')).startOidcServer(),
	'/smtp': async () => (await import('./smtp-servers.ts')).startSmtpServers(),
}

/** Listens before the first test. Stops all servers after the last one. */
export default async function setup(project: TestProject) {
	const stops: (() => void)[] = []
	const stop = () => stops.splice(0).forEach((one) => one())
	const start = async (request: IncomingMessage, response: ServerResponse) => {
		try {
			const running = await STARTERS[request.url ?? '']?.()
			if (running) stops.push(running.stop)
			response.end(JSON.stringify(running?.ports))
		} catch (error) {
			response.writeHead(500).end(String(error))
		}
	}
	const server = createServer((request, response) => void start(request, response)).listen(0, '127.0.0.1')
	stops.push(() => server.close())
	process.once('exit', stop)
	await once(server, 'listening')
	project.provide('servers', (server.address() as AddressInfo).port)
	return stop
}
