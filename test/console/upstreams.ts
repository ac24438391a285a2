import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of somebody else's on this machine, until the work is done. */
export async function withServer<T>(answer: RequestListener, work: (address: string) => Promise<T>): Promise<T> {
	const server = createServer(answer).listen(0, '127.0.0.1')
	await once(server, 'listening')
	try {
		return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
	} finally {
		server.closeAllConnections()
		server.close()
	}
}

/** A model vendor that offers these models to one key. */
export const vendor =
	(key: string, models: string[]): RequestListener =>
	(request, response) => {
		const isKnown = request.headers.authorization === `Bearer ${key}`
		response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' })
		response.end(JSON.stringify(isKnown ? { data: models.map((id) => ({ id })) } : {}))
	}
