import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { Plinth } from './plinth.ts'

/** Listens on loopback, and returns the port. */
export async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
	return (server.address() as AddressInfo).port
}

/** What verifies the domain of one connection after the other: DNS over HTTPS with the record that was last said. */
export async function resolver() {
	let record = ''
	const server = createServer((_, response) => {
		response.writeHead(200, { 'Content-Type': 'application/dns-json' })
		response.end(JSON.stringify({ Status: 0, Answer: [{ type: 16, data: `"${record}"` }] }))
	})
	const host = `localhost:${await listening(server)}`
	return {
		host,
		/** The Worker's variable: two resolvers have to agree. */
		urls: `http://${host}/one,http://${host}/other`,
		say: (value: string) => void (record = value),
		close: () => server.close(),
	}
}

interface Directory {
	connection: { id: string; redirect_uri: string }
	/** A call of its SCIM. */
	scim: (method: string, at: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>
}

interface Wanted {
	issuer: string
	domain: string
	say: (value: string) => void
}

/** A connection of a new org, with a verified domain. */
export async function directory({ url, call }: Plinth, { issuer, domain, say }: Wanted): Promise<Directory> {
	const { id: org_id } = await call('POST', '/v1/orgs', { name: 'Directory' })
	const path = `/v1/orgs/${org_id}/oidc-connections`
	const connection = await call('POST', path, {
		name: 'Directory',
		issuer,
		client_id: 'plinth',
		client_secret: 'a-secret-of-the-provider',
		domains: [domain],
		default_role: 'member',
	})
	say(connection.domains[0].value)
	await call('POST', `${path}/${connection.id}/test`)
	const { token } = await call('POST', `${path}/${connection.id}/scim-token`)
	const scim: Directory['scim'] = async (method, at, body) => {
		const headers = { 'Content-Type': 'application/scim+json', Authorization: `Bearer ${token}` }
		const response = await fetch(`${url}/scim/v2${at}`, {
			method,
			headers,
			...(body && { body: JSON.stringify(body) }),
		})
		const text = await response.text()
		return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
	}
	return { connection, scim }
}
