// `npm run receiver`: an HTTPS server that prints the webhooks it receives, and whether their signatures are valid.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { NODE } from '../worker/operations/guides/webhook-snippets.ts'
import { certificate } from './certificate.ts'
import { RECEIVER } from './settings.ts'

type Verify = (public_key: string, headers: IncomingHttpHeaders, body: Buffer) => boolean

// The Node.js code from the guide, unchanged, so readers who copy it get what they see here.
const { verifyWebhook } = (await import(`data:text/javascript,${encodeURIComponent(NODE)}`)) as {
	verifyWebhook: Verify
}

/** How many times each event arrived. */
const attempts = new Map<string, number>()

const server = createServer(await certificate(), (request, response) => {
	receive(request, response).catch((error: unknown) => console.error('A request was cut off:', error))
})
server.on('error', (error: NodeJS.ErrnoException) => {
	console.error(
		`Can't use https://${RECEIVER}/ (${error.code}). Choose another port: RECEIVER_PORT=8789 npm run receiver`,
	)
	process.exit(1)
})
server.listen(Number(RECEIVER.split(':')[1]), '127.0.0.1', () => {
	console.log(`Receiving webhooks at https://${RECEIVER}/
  ?key=whpk_…     the public_key of the endpoint, to verify what arrives
  &status=503     responds with 503 instead of 204, to see the retries
  &wait_ms=20000  responds late
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
			? report({ id, headers: request.headers, body, query: searchParams, status })
			: `${time()}  not a webhook  → ${status}\n`,
	)
	await sleep(Number(searchParams.get('wait_ms')) || 0)
	response.writeHead(status).end()
}

interface Arrival {
	id: string
	headers: IncomingHttpHeaders
	body: Buffer
	query: URLSearchParams
	status: number
}

/** What's printed for a webhook. */
function report({ id, headers, body, query, status }: Arrival): string {
	const attempt = (attempts.get(id) ?? 0) + 1
	attempts.set(id, attempt)
	const { type, text } = parsed(body)
	return `${time()}  ${type}  ${id}  attempt ${attempt}  ${decision(headers, body, query.get('key'))}  → ${status}\n${text}\n`
}

function decision(headers: IncomingHttpHeaders, body: Buffer, key: string | null): string {
	if (key === null) return 'not verified'
	try {
		// In a query a plus means a space, but base64 means the plus itself.
		return verifyWebhook(key.replaceAll(' ', '+'), headers, body) ? 'verified' : 'DOES NOT VERIFY'
	} catch {
		return "not verified: ?key= isn't a public key"
	}
}

const statusOf = (asked: string | null) => (asked !== null && /^[2-5]\d\d$/.test(asked) ? Number(asked) : 204)

const time = () => new Date().toTimeString().slice(0, 8)

function parsed(body: Buffer): { type: string; text: string } {
	try {
		const message = JSON.parse(body.toString()) as { type: string }
		return { type: message.type, text: JSON.stringify(message, null, 2) }
	} catch {
		return { type: 'not JSON', text: body.toString() }
	}
}
