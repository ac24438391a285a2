import { expect, test } from 'vitest'
import { rows } from '../support/rows.ts'
import { unique, user } from '../support/world.ts'

// A URL is stored in the spelling of the URL standard, wherever one is given: two spellings of one address are one.

const HREF = 'https://hooks.example.com/in?a=b'
const SPELLINGS = [HREF, ` ${HREF}`, `${HREF}\n`, 'HTTPS://Hooks.Example.COM:443/x/../in?a=b']

const owner = await user('owner')

test.each([
	['a webhook endpoint', '/v1/webhook-endpoints', (url: string) => ({ url, events: ['*'] })],
	['an MCP config', '/v1/mcp-configs', (url: string) => ({ name: unique('mcp'), transport: 'streamable_http', url })],
])('%s has one spelling of its URL, made and changed', async (_, path, body) => {
	for (const url of SPELLINGS) {
		const made = await owner.post(path, body(url))
		expect(made).toMatchObject({ status: 201, body: { url: HREF } })
		await owner.patch(`${path}/${made.body.id}`, { url: 'https://other.example.com/' })
		expect((await owner.patch(`${path}/${made.body.id}`, { url })).body.url).toBe(HREF)
	}
})

test('the base URL of a provider has it too, without its last slash', async () => {
	for (const base_url of [' https://API.example.com/v1/', 'https://api.example.com:443/v1\n'])
		expect(
			(
				await owner.post('/v1/llm-providers', {
					name: unique('p'),
					provider: 'vendor_b',
					base_url,
					api_key: 'sk-0123456789',
				})
			).body,
		).toMatchObject({ base_url: 'https://api.example.com/v1' })
})

test('a document names an endpoint in any spelling, and one from before keeps its own', async () => {
	const caller = await user('owner')
	const at = `/v1/orgs/${caller.org_id}/config`
	const { body } = await caller.post('/v1/webhook-endpoints', { url: HREF, events: ['*'] })
	const [raw] = await rows(
		'UPDATE webhook_endpoints SET url = ? WHERE id = ? RETURNING url',
		'https://Hooks.example.com/in?a=b',
		body.id,
	)
	const entry = { events: ['run.failed'], enabled: true, secret: null }
	for (const key of ['HTTPS://hooks.example.com/in?a=b', HREF]) {
		const plan = await caller.post(`${at}/plan`, { document: { version: 1, webhook_endpoints: { [key]: entry } } })
		expect(plan.body.changes).toMatchObject([{ section: 'webhook_endpoints', key: HREF, action: 'update' }])
	}
	const twice = { [HREF]: entry, 'HTTPS://hooks.example.com/in?a=b': entry }
	expect((await caller.post(`${at}/plan`, { document: { version: 1, webhook_endpoints: twice } })).status).toBe(400)
	expect((await caller.get(`/v1/webhook-endpoints/${body.id}`)).body.url).toBe(raw?.url)
})
