import * as crypto from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { type EventType } from '../../src/worker/webhooks/endpoints/event-names.ts'
import { send } from '../support/api.ts'
import { holdLinks } from '../support/guide.ts'
import { shown as copied } from '../support/page.ts'
import { EVENT_TYPES, EXAMPLE, bodyOf, delayAfter, signatureOf } from '../support/program.ts'
import { world } from '../support/world.ts'

const { id, timestamp, body, public_key, private_key, secret, v1a, v1 } = EXAMPLE
const headers = {
	'webhook-id': id,
	'webhook-timestamp': String(timestamp),
	'webhook-signature': `${v1a} ${v1}`,
}
const signed = `${id}.${timestamp}.${body}`

/** What readers copy from the guide's block with that id. */
const shown = (block: string) => copied('/docs/webhooks', block)

type Verify = (public_key: string, headers: object, body: string | Uint8Array, now?: number) => boolean

/** The page's Node.js code as it is, except for its import and export, which `new Function` doesn't allow. */
async function pasted(): Promise<Verify> {
	const source = (await shown('verify-node'))
		.replace(/^import (\{.+\}) from 'node:crypto'$/m, 'const $1 = crypto')
		.replace('export function', 'return function')
	expect(source).not.toMatch(/\b(import|export)\b/)
	// oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval, no-new-func -- this tests exactly what readers will run
	return new Function('crypto', source)(crypto) as Verify
}

describe("the guide's example", () => {
	test('is what we would send, with the signatures that we would make', async () => {
		const { type, timestamp: created_at, data } = JSON.parse(body)
		expect(bodyOf({ type, created_at, data })).toBe(body)
		expect(EVENT_TYPES[type as EventType].data.parse(data)).toEqual(data)
		const signers = { keys: [private_key], secrets: [secret] }
		expect(await signatureOf(signers, { id, timestamp, body })).toBe(`${v1a} ${v1}`)
	})

	test("verifies with an independent implementation, and other bytes don't", () => {
		const x = Buffer.from(public_key.slice(5), 'base64').toString('base64url')
		const key = crypto.createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
		const holds = (text: string) =>
			crypto.verify(null, Buffer.from(text), key, Buffer.from(v1a.slice('v1a,'.length), 'base64'))
		expect(holds(signed)).toBe(true)
		expect(holds(`${signed} `)).toBe(false)
	})

	test("verifies with the Standard Webhooks library, while it's recent", () => {
		const library = new Webhook(secret)
		expect(() => library.verify(body, headers)).toThrow('timestamp')
		vi.spyOn(Date, 'now').mockReturnValue(timestamp * 1000)
		expect(library.verify(body, headers)).toEqual(JSON.parse(body))
		expect(() => library.verify(`${body} `, headers)).toThrow('No matching signature')
	})

	test('is on the page byte for byte, with a warning that everybody has its key', async () => {
		expect(await shown('example-signed')).toBe(signed)
		const [head, sent] = (await shown('example-request')).split('\n\n')
		expect(sent).toBe(body)
		for (const [name, value] of Object.entries(headers)) expect(head).toContain(`${name}: ${value}`)
		expect(await shown('example-private-key')).toBe(private_key)
		expect((await send('GET', '/docs/webhooks')).body).toContain('Everybody has them, so never trust them')
	})
})

describe("the guide's Node.js code", () => {
	test('accepts the example, as text and as bytes', async () => {
		const verify = await pasted()
		expect(verify(public_key, headers, body, timestamp)).toBe(true)
		expect(verify(public_key, headers, Buffer.from(body), timestamp + 299)).toBe(true)
		const rotated = { ...headers, 'webhook-signature': `v1a,${Buffer.alloc(64).toString('base64')} ${v1a}` }
		expect(verify(public_key, rotated, body, timestamp)).toBe(true)
	})

	test.for([
		['another body', headers, `${body} `, 0],
		['another id', { ...headers, 'webhook-id': `${id}x` }, body, 0],
		['another timestamp', { ...headers, 'webhook-timestamp': String(timestamp + 1) }, body, 0],
		['a message that is too old', headers, body, 301],
		['a message from the future', headers, body, -301],
		['no signature', { ...headers, 'webhook-signature': undefined }, body, 0],
		['only an HMAC', { ...headers, 'webhook-signature': v1 }, body, 0],
		['a version without a signature', { ...headers, 'webhook-signature': 'v1a' }, body, 0],
		["something that isn't a signature", { ...headers, 'webhook-signature': 'v1a,!' }, body, 0],
		['no timestamp', { ...headers, 'webhook-timestamp': undefined }, body, 0],
		['no headers', {}, body, 0],
	] as const)('refuses %s', async ([, sent, text, age]) => {
		expect((await pasted())(public_key, sent, text, timestamp + age)).toBe(false)
	})

	test('refuses another key', async () => {
		const other = `whpk_${Buffer.alloc(32, 1).toString('base64')}`
		expect((await pasted())(other, headers, body, timestamp)).toBe(false)
	})
})

test('the guide needs nothing from other hosts, and what it names exists', async () => {
	expect(await holdLinks('/docs/webhooks')).toBeGreaterThan(5)
})

test('the guide and the document give the real retry schedule', async () => {
	const words = '5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours'
	const seconds = [5, 30, 300, 1_800, 7_200, 18_000, 36_000, 43_200]
	vi.spyOn(Math, 'random').mockReturnValue(0.5)
	const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failed) => delayAfter(failed, null))
	expect(delays).toEqual([...seconds.map((second) => second * 1000), undefined])
	expect((await send('GET', '/docs/webhooks')).body).toContain(`The delays between attempts are ${words}`)
	expect((await send('GET', '/docs/webhooks')).body).toContain('After 9 attempts')
	expect(document.webhooks['run.completed'].post.responses.default.description).toContain(`after ${words}`)
})

describe("the OpenAPI document's webhooks", () => {
	test('are the listed event types, each where the list says', async () => {
		const { owner } = await world()
		const { body: types } = await owner.get('/v1/webhook-event-types')
		const { body: served } = await send('GET', '/openapi.json')
		expect(Object.keys(served.webhooks)).toEqual(Object.keys(EVENT_TYPES))
		for (const { type, schema, description } of types) {
			expect(schema).toBe(`/openapi.json#/webhooks/${type}`)
			expect(served.webhooks[type].post).toMatchObject({ summary: description, tags: ['Webhooks'], security: [] })
		}
	})

	test.for(Object.entries(EVENT_TYPES))(
		'%s has its headers, an example that could be sent, and responses',
		([type, { data }]) => {
			const { post } = document.webhooks[type as EventType]
			expect(post.parameters.map(({ $ref }) => $ref.split('/').at(-1))).toEqual(Object.keys(headers))
			const { schema, example } = post.requestBody.content['application/json']
			expect(schema.properties.type).toMatchObject({ type: 'string', const: type })
			expect(schema.required).toEqual(['type', 'timestamp', 'data'])
			expect(example.type).toBe(type)
			expect(data.parse(example.data)).toEqual(example.data)
			expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default'])
		},
	)

	test('use named schemas, and their examples have a final status', () => {
		const run = document.webhooks['run.failed'].post.requestBody.content['application/json']
		expect(run.schema.properties.data).toEqual({ $ref: '#/components/schemas/EndedRun' })
		expect(run.example.data.status).toBe('failed')
		const { data } = document.webhooks['subscription.cancelled'].post.requestBody.content['application/json'].example
		expect(data).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String) })
	})

	test('are on the page, each with its example', async () => {
		const { body: html } = await send('GET', '/docs/api/events')
		for (const [type, { post }] of Object.entries(document.webhooks)) {
			expect(html).toContain(`<section class="operation" id="${post.operationId}">`)
			expect(html).toContain(`>${type}</span>`)
			expect(html).toContain(`&quot;type&quot;: &quot;${type}&quot;`)
		}
	})
})
