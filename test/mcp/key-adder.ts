import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that adds the key to each request, for a client that can't send one. All other headers, also `Host`, stay as they are. */
export async function keyAdder(base: string, key: string): Promise<{ url: string; close: () => void }> {
	const { hostname, port } = new URL(base)
	const server = createServer((asked, answer) => {
		const headers = { ...asked.headers, authorization: `Bearer ${key}` }
		const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers)
			response.pipe(answer)
		})
		passed.on('error', () => answer.destroy())
		asked.pipe(passed)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return { url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`, close: () => server.close() }
}
