import { expect, test } from 'vitest'
import { adminKey, keyOf, toolsOf } from '../support/mcp.ts'
import { unique, world } from '../support/world.ts'

// A tool's result has at most 20 KB of data, and a cursor leads to the rest.

const { owner, admin } = await world()
const tool = toolsOf(await keyOf(owner, { scopes: ['org.settings', 'data.secrets'] }))
const root = toolsOf(await adminKey())

const MOST_BYTES = 20_480
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** All parts of a read, each of which fits. */
async function partsOf(read: typeof tool, path: string, fields?: string[]) {
	const parts = []
	for (let cursor: string | undefined; parts.length === 0 || cursor !== undefined;) {
		const { isError, data } = await read('read', { path, ...(fields && { fields }), ...(cursor && { cursor }) })
		expect(isError).toBe(false)
		expect(
			typeof data.untrusted === 'string' ? new TextEncoder().encode(data.untrusted).length : sizeOf(data.untrusted),
		).toBeLessThanOrEqual(MOST_BYTES)
		parts.push(data.untrusted)
		cursor = data.cursor
	}
	return parts
}

test('a list continues after the last row that fits, and no row is missing or there twice', async () => {
	const made: string[] = []
	for (let count = 0; count < 5; count += 1) {
		const args = Array.from({ length: 9 }, () => 'ü'.repeat(500))
		const fields = { name: unique('mcp'), transport: 'stdio', command: 'run', args }
		made.unshift((await admin.post('/v1/mcp-configs', fields)).body.id)
	}
	const pages = await partsOf(root, '/v1/mcp-configs?limit=200')
	expect(pages.map((page: unknown[]) => page.length)).toEqual([2, 2, 1])
	expect(pages.flat().map(({ id }: { id: string }) => id)).toEqual(made)
	expect(await partsOf(root, '/v1/mcp-configs?limit=200', ['id'])).toEqual([made.map((id) => ({ id }))])
})

test('anything else comes in parts of its text, unless it changes meanwhile', async () => {
	const env = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`NAME_${index}`, 'x']))
	for (let count = 0; count < 4; count += 1) {
		const args = Array.from({ length: 6 }, (_, index) => `${index}${'é😀'.repeat(300)}`)
		const fields = { name: unique('mcp'), transport: 'stdio', command: 'run', args, env }
		expect((await owner.post('/v1/mcp-configs', fields)).status).toBe(201)
	}
	const path = `/v1/orgs/${owner.org_id}/config`
	const parts = await partsOf(tool, path)
	expect(parts.length).toBeGreaterThan(1)
	expect(JSON.parse(parts.join(''))).toEqual((await owner.get(path)).body)
	const { cursor } = (await tool('read', { path })).data
	await owner.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'run' })
	expect(await tool('read', { path, cursor })).toMatchObject({
		isError: true,
		data: { status: 409, reason: 'mcp.changed_since' },
	})
	for (const wrong of ['part.1.', 'part.99999999.abc', 'nonsense'])
		expect.soft([wrong, (await tool('read', { path: '/v1/plans', cursor: wrong })).isError]).toEqual([wrong, true])
})

/** A provider of some 30 KB. */
const provider = () => ({
	name: unique('llm'),
	provider: 'vendor_a',
	api_key: 'sk-0123456789',
	advanced_json: Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, 'y'.repeat(1_000)])),
})

test('a row that is too large alone comes in parts too', async () => {
	const made = await owner.post('/v1/llm-providers', provider())
	expect(made.status).toBe(201)
	const parts = await partsOf(tool, '/v1/llm-providers?limit=1')
	expect(parts.length).toBeGreaterThan(1)
	expect(JSON.parse(parts.join('')).map(({ id }: { id: string }) => id)).toEqual([made.body.id])
})

test('the response to a write is cut, and says so', async () => {
	const body = provider()
	const { isError, data } = await tool('write', { method: 'POST', path: '/v1/llm-providers', body })
	expect(isError).toBe(false)
	expect(data).toMatchObject({ status: 201, is_cut: true, audit_id: expect.any(String), untrusted: expect.any(String) })
	expect(data.untrusted.length).toBeLessThanOrEqual(MOST_BYTES)
	const [{ advanced_json }] = (await owner.get('/v1/llm-providers?limit=1')).body
	expect(advanced_json).toEqual(body.advanced_json)
})

test('a body of more than 1 MiB is 413', async () => {
	const { status } = await admin.post('/mcp', { pad: 'x'.repeat(1_048_577) })
	expect(status).toBe(413)
})
