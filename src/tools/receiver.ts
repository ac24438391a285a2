// `npm run receiver`: an HTTPS server that prints the webhooks it gets, and whether their signatures hold.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { NODE } from '../operations/docs/webhook-snippets.ts'
import { certificate } from './certificate.ts'
import { RECEIVER } from './settings.ts'

type Verify = (public_key: string, headers: IncomingHttpHeaders, body: Buffer) => boolean

// The guide's code for Node.js as it stands there, so that whoever pastes it gets what this does.
const { verifyWebhook } = (await import(`data:text/javascript,${encodeURIComponent(NODE)}`)) as {
	verifyWebhook: Verify
}

/** How often each event has come. */
const attempts = new Map<string, number>()

const server = createServer(await certificate(), (request, response) => {
	receive(request, response).catch((error: unknown) => console.error('Broken off:', error))
})
server.on('error', (error: NodeJS.ErrnoException) => {
	console.error(`https://${RECEIVER}/ cannot be used (${error.code}). Choose another port: RECEIVER_PORT=8789`)
	process.exit(1)
})
server.listen(Number(RECEIVER.split(':')[1]), '127.0.0.1', () => {
	console.log(`Receiving webhooks at https://${RECEIVER}/
  ?key=whpk_…     the public_key of the endpoint, to verify what arrives
  &status=503     answers so instead of 204, to see it tried again
  &wait_ms=20000  answers late
`)
})

async function receive(request: IncomingMessage, response: ServerResponse) {
	const { searchParams } = new URL(request.url ?? '/', `https://${RECEIVER}`)
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk as Buffer)
	const body = Buffer.concat(chunks)
	const id = request.headers['webhook-id']
	const status = typeof id === 'string' ? statusOf(searchParams.get('status')) : 400
	console.log(
		typeof id === 'string'
			? told(id, request.headers, body, searchParams, status)
			: `${time()}  no webhook  → ${status}\n`,
	)
	await sleep(Number(searchParams.get('wait_ms')) || 0)
	response.writeHead(status).end()
}

function told(id: string, headers: IncomingHttpHeaders, body: Buffer, query: URLSearchParams, status: number): string {
	const attempt = (attempts.get(id) ?? 0) + 1
	attempts.set(id, attempt)
	const { type, text } = shown(body)
	return `${time()}  ${type}  ${id}  attempt ${attempt}  ${verdict(headers, body, query.get('key'))}  → ${status}\n${text}\n`
}

function verdict(headers: IncomingHttpHeaders, body: Buffer, key: string | null): string {
	if (key === null) return 'not verified'
	try {
		// A plus in a query stands for a space; in a key it stands for itself.
		return verifyWebhook(key.replaceAll(' ', '+'), headers, body) ? 'verified' : 'DOES NOT VERIFY'
	} catch {
		return 'not verified: ?key= holds no public key'
	}
}

const statusOf = (asked: string | null) => (asked !== null && /^[2-5]\d\d$/.test(asked) ? Number(asked) : 204)

const time = () => new Date().toTimeString().slice(0, 8)

function shown(body: Buffer): { type: string; text: string } {
	try {
		const message = JSON.parse(body.toString()) as { type: string }
		return { type: message.type, text: JSON.stringify(message, null, 2) }
	} catch {
		return { type: 'no JSON', text: body.toString() }
	}
}
