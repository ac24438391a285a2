import { expect, test } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { admin, unique, world } from '../support/world.ts'

// The harness holds every 409 of every test to its reason, and to `field`, `key` and `limit` where it needs them.

/** What has a name, by what it is: the field, and how a platform admin makes one. */
const NAMED: Record<string, [field: string, make: (root: Api, value: string) => Promise<Reply>]> = {
	'a feature flag': ['key', (root, key) => root.post('/v1/feature-flags', { key, default_value: true })],
	'a plan': ['name', (root, name) => root.post('/v1/plans', { name, display_name: 'One' })],
	'an LLM provider': [
		'name',
		(root, name) =>
			root.post('/v1/llm-providers', {
				name,
				provider: 'vendor_a',
				api_key: 'k',
				base_url: 'https://api.example.com/v1',
			}),
	],
	'an MCP server': ['name', (root, name) => root.post('/v1/mcp-configs', { name, transport: 'stdio', command: 'run' })],
	'a budget of the platform': [
		'name',
		(root, name) =>
			root.post('/v1/admin/budgets', { name, scope: 'agent', unit: 'credits', window: 'day', limit: 10 ** 12 }),
	],
	'an IP rule': [
		'cidr',
		(root, value) => {
			const [, octet = 0] = /-(\d+)$/.exec(value) ?? []
			return root.post('/v1/ip-rules', { type: 'blocklist', cidr: `198.51.100.${Number(octet) % 256}/32` })
		},
	],
}

test.for(Object.entries(NAMED))('what %s has already is refused with the field', async ([, [field, make]]) => {
	const root = await admin()
	const value = unique('taken')
	expect(await make(root, value)).toMatchObject({ status: 201 })
	expect(await make(root, value)).toMatchObject({
		status: 409,
		body: { error: 'conflict', details: { reason: 'name.taken', field } },
	})
})

test('a model that its provider has already is refused with the field', async () => {
	const { owner } = await world()
	const [, make] = NAMED['an LLM provider'] ?? []
	const { id } = (await make?.(owner, unique('llm')))?.body ?? {}
	const add = () => owner.post(`/v1/llm-providers/${id}/models`, { model: 'large' })
	expect((await add()).status).toBe(201)
	expect(await add()).toMatchObject({ status: 409, body: { details: { reason: 'name.taken', field: 'model' } } })
})
