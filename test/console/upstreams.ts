import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { certificate } from '../../src/tools/certificate.ts'

/** A third-party server on this machine, until the work is done. */
export async function withServer<T>(reply: RequestListener, work: (address: string) => Promise<T>): Promise<T> {
	const server = createServer(reply).listen(0, '127.0.0.1')
	await once(server, 'listening')
	try {
		return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
	} finally {
		server.closeAllConnections()
		server.close()
	}
}

/** A webhook receiver on this machine, whose certificate the instance trusts. It responds with `state.status`. */
export async function withReceiver<T>(
	work: (receiver: { url: string; state: { status: number }; received: string[] }) => Promise<T>,
): Promise<T> {
	const state = { status: 204 }
	const received: string[] = []
	const server = createTlsServer(await certificate(), (request, response) => {
		request.resume()
		received.push(String(request.headers['webhook-id']))
		response.writeHead(state.status).end(state.status === 204 ? undefined : 'out of order')
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	try {
		return await work({ url: `https://localhost:${(server.address() as AddressInfo).port}/in`, state, received })
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

/** A mail server on this machine, without encryption. It records who each mail was for. */
export async function withMailServer<T>(
	work: (server: { port: number; receivers: string[] }) => Promise<T>,
): Promise<T> {
	const receivers: string[] = []
	const mail = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		logger: false,
		onData(stream, { envelope }, done) {
			receivers.push(...envelope.rcptTo.map(({ address }) => address))
			stream.resume().once('end', () => done())
		},
	})
	const server = mail.listen(0, '127.0.0.1')
	await once(server, 'listening')
	try {
		return await work({ port: (server.address() as AddressInfo).port, receivers })
	} finally {
		mail.close()
	}
}
