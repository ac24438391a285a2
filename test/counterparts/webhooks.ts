// Webhooks that Plinth sent, verified by svix and standardwebhooks in Node.js, and by Python as the public text of Standard Webhooks
// describes it, with Debian's python3-cryptography.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'
import { counterpart, debian, packages } from './packages.ts'
import { withPlinth } from './plinth.ts'

interface Received {
	headers: Record<string, string>
	body: string
}

interface Verifier {
	verify: (body: string, headers: Record<string, string>) => unknown
}

/** Prints "yes" or "no" for each of the two signatures, from what it gets as JSON. */
const PYTHON = `
import base64, hashlib, hmac, json, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
given = json.load(sys.stdin)
h, signatures = given["headers"], [one.split(",", 1) for one in given["headers"]["webhook-signature"].split(" ")]
content = f'{h["webhook-id"]}.{h["webhook-timestamp"]}.{given["body"]}'.encode()
secret = base64.b64decode(given["secret"].removeprefix("whsec_"))
mac = base64.b64encode(hmac.new(secret, content, hashlib.sha256).digest()).decode()
public = Ed25519PublicKey.from_public_bytes(base64.b64decode(given["public_key"].removeprefix("whpk_")))
def signed(value):
    try:
        public.verify(base64.b64decode(value), content)
        return True
    except Exception:
        return False
print("yes" if ["v1", mac] in signatures else "no", "yes" if any(signed(v) for k, v in signatures if k == "v1a") else "no")
`

await counterpart('webhooks', async () => {
	const { require } = packages('svix', 'standardwebhooks')
	debian('/usr/bin/python3 -c "import cryptography"', 'python3-cryptography')
	const received: Received[] = []
	const receiver = createServer(await certificate(), (request, response) => {
		void textOf(request).then((body) => {
			received.push({ headers: request.headers as Record<string, string>, body })
			response.writeHead(204).end()
		})
	})
	await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
	const host = `localhost:${(receiver.address() as AddressInfo).port}`
	const secret = `whsec_${randomBytes(24).toString('base64')}`
	const public_key = await withPlinth({ OUTBOUND_ALLOWLIST: host }, async ({ call }) => {
		const endpoint = await call('POST', '/v1/webhook-endpoints', { url: `https://${host}/`, events: ['*'], secret })
		const { org_id } = endpoint
		for (const thread_id of ['plain', 'Ünal 😀 日本語 "quoted" \\ \u2028', '<&>\u007F'])
			await call('POST', '/v1/runtime/runs', { run_id: crypto.randomUUID(), org_id, status: 'completed', thread_id })
		for (let waited = 0; received.length < 3; waited += 100) {
			assert(waited < 30_000, `Only ${received.length} webhooks arrived in 30 s`)
			await sleep(100)
		}
		return String(endpoint.public_key)
	})
	receiver.close()
	const inPython = (one: Received, its = secret) => {
		const input = JSON.stringify({ ...one, secret: its, public_key })
		return execFileSync('/usr/bin/python3', ['-c', PYTHON], { input, encoding: 'utf8' }).trim()
	}
	const other = `whsec_${randomBytes(24).toString('base64')}`
	for (const name of ['svix', 'standardwebhooks']) {
		const { Webhook } = require(name) as { Webhook: new (secret: string) => Verifier }
		for (const { headers, body } of received) {
			assert.doesNotThrow(() => new Webhook(secret).verify(body, headers), name)
			assert.throws(() => new Webhook(secret).verify(`${body} `, headers), name)
			assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_other' }), name)
			assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-timestamp': '1' }), name)
			assert.throws(() => new Webhook(other).verify(body, headers), name)
		}
	}
	for (const one of received) {
		assert.equal(inPython(one), 'yes yes')
		assert.equal(inPython({ ...one, body: `${one.body} ` }), 'no no')
		assert.equal(inPython(one, other), 'no yes')
	}
	return [
		`${received.length} webhooks verify as v1 with svix and standardwebhooks in Node.js and in Python, and as v1a in Python`,
		'changed bodies, ids and times, and another secret, do not',
	]
})
