import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openAt } from '../support/opened.ts'
import { llmKeyPlace, openDatabase } from '../support/program.ts'
import { admin, unique, user } from '../support/world.ts'

// A key may only go to the vault, and to the address that the org's own admins set.

const PATH = '/v1/llm-providers'
const keyFor = () => `sk-planted-${unique('secret')}`
const fieldsOf = (fields: object = {}) => ({ name: unique('acme'), provider: 'vendor_a', api_key: keyFor(), ...fields })
const opened = (id: string) => openAt(env, openDatabase(env.DB, 'first-primary').reader, llmKeyPlace(id))
const sealedOf = async (id: string) =>
	(await env.DB.prepare('SELECT sealed FROM secrets WHERE row_id = ?').bind(id).first<string>('sealed')) as string

test('a key is sealed: no response, log line, KV value or D1 row contains it, and it opens in its place', async () => {
	const lines: unknown[] = []
	for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
		vi.spyOn(console, level).mockImplementation((...line) => void lines.push(line))
	const owner = await user()
	const keys = [keyFor(), keyFor()] as [string, string]
	vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new Error(`connect ${keys.join()}`)))
	const created = await owner.post(PATH, fieldsOf({ api_key: keys[0] }), { headers: { 'Idempotency-Key': 'k' } })
	const { id } = created.body
	expect(await opened(id)).toBe(keys[0])
	const responses = [
		created,
		await owner.patch(`${PATH}/${id}`, { api_key: keys[1] }),
		await owner.post(PATH, fieldsOf({ name: created.body.name, api_key: keys[0] })),
		await owner.post(PATH, fieldsOf({ api_key: `${keys[0]} ü` })),
		await owner.post(PATH, fieldsOf({ api_key: keys[0], base_url: `https://${keys[0]}@api.example.com` })),
		await owner.post(`${PATH}/${id}/models`, { model: 'm' }),
		await owner.get(PATH),
		await owner.post(`${PATH}/resolve`, {}),
		await owner.get(`${PATH}/${id}/available-models`),
		await (await admin()).get(`/v1/admin/audit-logs?org_id=${owner.org_id}`),
	]
	expect(responses.map(({ status }) => status)).toEqual([201, 200, 409, 400, 400, 201, 200, 200, 502, 200])
	expect(await opened(id)).toBe(keys[1])
	const { keys: names } = await env.KV.list()
	const kept = await Promise.all(names.map(({ name }) => env.KV.get(name)))
	const tables = ['secrets', 'llm_providers', 'llm_models', 'audit_logs', 'idempotency_keys']
	const rows = await Promise.all(
		tables.map(async (name) => (await env.DB.prepare(`SELECT * FROM ${name}`).all()).results),
	)
	const everything = JSON.stringify([responses.map(({ body, headers }) => [body, [...headers]]), lines, kept, rows])
	for (const key of keys) expect(everything).not.toContain(key)
	expect(everything).toContain(created.body.name)
})

test("a sealed key moved to another provider can't be opened there, and no request is sent", async () => {
	const owner = await user()
	const [one, two] = [(await owner.post(PATH, fieldsOf())).body.id, (await owner.post(PATH, fieldsOf())).body.id]
	await env.DB.prepare('UPDATE secrets SET sealed = ? WHERE row_id = ?')
		.bind(await sealedOf(one), two)
		.run()
	const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }))
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	expect((await owner.get(`${PATH}/${two}/available-models`)).status).toBe(500)
	await expect(opened(two)).rejects.toMatchObject({ name: 'OperationError' })
	expect(fetched).not.toHaveBeenCalled()
	expect(log).toHaveBeenCalledOnce()
	expect((await owner.get(`${PATH}/${one}/available-models`)).status).toBe(200)
})

test('a PATCH without a key, or with the same one, keeps the stored one; another key replaces it', async () => {
	const owner = await user()
	const api_key = keyFor()
	const { id } = (await owner.post(PATH, fieldsOf({ api_key }))).body
	const sealed = await sealedOf(id)
	await owner.patch(`${PATH}/${id}`, { name: unique('renamed'), base_url: 'https://api.example.com' })
	expect(await sealedOf(id)).toBe(sealed)
	await owner.patch(`${PATH}/${id}`, { api_key })
	expect(await sealedOf(id)).toBe(sealed)
	const other = keyFor()
	await owner.patch(`${PATH}/${id}`, { api_key: other })
	expect(await sealedOf(id)).not.toBe(sealed)
	expect(await opened(id)).toBe(other)
})

test('a refused change leaves the key as it was', async () => {
	const owner = await user()
	const api_key = keyFor()
	const taken = (await owner.post(PATH, fieldsOf())).body.name
	const { id } = (await owner.post(PATH, fieldsOf({ api_key, provider: 'vendor_b' }))).body
	expect((await owner.patch(`${PATH}/${id}`, { api_key: keyFor(), name: taken })).status).toBe(409)
	expect((await owner.patch(`${PATH}/${id}`, { api_key: keyFor(), vendor_a_api_mode: 'batch' })).status).toBe(400)
	expect((await (await user()).patch(`${PATH}/${id}`, { api_key: keyFor() })).status).toBe(404)
	expect(await opened(id)).toBe(api_key)
})

// Which URLs are which: `ground/outbound.test.ts`.
const hostile: [string, string][] = [
	['', 'url.invalid'],
	['https://api.example.com/?', 'url.query'],
	[`https://api.example.com/${'/'.repeat(900_000)}`, 'url.too_long'],
	['https://１２７.0.0.1/v1', 'url.private_target'],
]

test("a base_url that isn't allowed returns 400 with its reason, on creation and on change", async () => {
	const owner = await user()
	const { body: provider } = await owner.post(PATH, fieldsOf({ base_url: 'https://api.example.com' }))
	for (const [base_url, reason] of hostile) {
		const refused = {
			status: 400,
			body: { error: 'validation.error', details: { reason, fields: [{ path: 'base_url' }] } },
		}
		const shown = base_url.slice(0, 60)
		expect([shown, await owner.post(PATH, fieldsOf({ base_url }))]).toMatchObject([shown, refused])
		expect([shown, await owner.patch(`${PATH}/${provider.id}`, { base_url })]).toMatchObject([shown, refused])
	}
	expect((await owner.get(PATH)).body).toEqual([provider])
})

test('a base_url is stored in one spelling', async () => {
	const owner = await user()
	for (const [base_url, stored] of [
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com/v1//', 'https://api.example.com/v1'],
		['HTTPS://API.Example.com:443/V1/', 'https://api.example.com/V1'],
		[' https://api.exa\nmple.com\t', 'https://api.example.com'],
		['http://api.example.com:8080/x/../y', 'http://api.example.com:8080/y'],
	])
		expect((await owner.post(PATH, fieldsOf({ base_url }))).body.base_url).toBe(stored)
})
