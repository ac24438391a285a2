import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { LENIENT } from '../support/api.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { admin, type Caller, unique, user, world } from '../support/world.ts'

const PATH = '/v1/llm-providers'
const KEY = 'sk-live-0123456789abcdef'

const fieldsOf = (fields: object = {}) => ({ name: unique('acme'), provider: 'vendor_a', api_key: KEY, ...fields })
async function providerOf(caller: Caller, fields: object = {}) {
	const response = await caller.post(PATH, fieldsOf(fields))
	expect(response.status).toBe(201)
	return response.body
}
async function modelOf(caller: Caller, provider_id: string, fields: object = {}) {
	const response = await caller.post(`${PATH}/${provider_id}/models`, { model: unique('model'), ...fields })
	expect(response.status).toBe(201)
	return response.body
}
const auditOf = async (target_id: string) =>
	(await (await admin()).get(`/v1/admin/audit-logs?target_id=${target_id}`)).body as {
		action: string
		before: unknown
		after: unknown
	}[]
const nested = (depth: number): object => (depth === 1 ? {} : { inner: nested(depth - 1) })

test('creating a provider returns all its fields without the key, and every member can list it', async () => {
	const { owner, member, org_id } = await world()
	const name = unique('acme')
	const response = await owner.post(PATH, {
		name,
		provider: 'vendor_a',
		api_key: KEY,
		base_url: 'https://api.example.com/v1/',
		vendor_a_api_mode: 'responses',
		advanced_json: { timeout_ms: 5, deep: { list: [1, null, 'ü🧮'] } },
	})
	expect(response.status).toBe(201)
	expect(response.body).toEqual({
		id: expect.any(String),
		org_id,
		provider: 'vendor_a',
		name,
		key_prefix: 'sk-l****cdef',
		base_url: 'https://api.example.com/v1',
		vendor_a_api_mode: 'responses',
		advanced_json: { timeout_ms: 5, deep: { list: [1, null, 'ü🧮'] } },
		created_at: isoTime,
		models: [],
	})
	const listed = await member.get(PATH)
	expect(listed.status).toBe(200)
	expect(listed.body).toEqual([response.body])
})

test('fields left out are null', async () => {
	const fields = { name: ' spaced ', provider: 'vendor_b', api_key: 'short' }
	expect(await providerOf(await user(), fields)).toMatchObject({
		name: 'spaced',
		key_prefix: '****',
		base_url: null,
		vendor_a_api_mode: null,
		advanced_json: null,
	})
})

test('a list has providers newest first, page by page, and the models of each by priority, then oldest first', async () => {
	const owner = await user()
	const [first, second] = [await providerOf(owner), await providerOf(owner)]
	const low = await modelOf(owner, first.id, { priority: -1 })
	const old = await modelOf(owner, first.id, { priority: 5, tags: ['fast'], when: { a: 1 }, is_default: true })
	const young = await modelOf(owner, first.id, { priority: 5, advanced_json: { a: [true] }, multiplier: 0.1 + 0.2 })
	const listed = [
		{ ...second, models: [] },
		{ ...first, models: [old, young, low] },
	]
	expect((await owner.get(PATH)).body).toEqual(listed)
	const page = await owner.get(`${PATH}?limit=1`)
	const rest = await owner.get(`${PATH}?limit=1&cursor=${page.headers.get('Next-Cursor')}`)
	expect([...page.body, ...rest.body]).toEqual(listed)
	expect(rest.headers.get('Next-Cursor')).toBeNull()
})

test('names are unique in an org: a second provider returns 409, and another org can use the name', async () => {
	const { owner, stranger } = await world()
	const { name } = await providerOf(owner)
	expect(await owner.post(PATH, fieldsOf({ name }))).toMatchObject({ status: 409, body: { error: 'conflict' } })
	expect((await stranger.post(PATH, fieldsOf({ name }))).status).toBe(201)
	const other = await providerOf(owner)
	expect(await owner.patch(`${PATH}/${other.id}`, { name })).toMatchObject({ status: 409 })
	expect((await owner.patch(`${PATH}/${other.id}`, { name: other.name })).status).toBe(200)
})

test('of 10 concurrent creations of one name exactly one returns 201 and 9 return 409, and one key is stored', async () => {
	const owner = await user()
	const fields = fieldsOf()
	const responses = await Promise.all(Array.from({ length: 10 }, () => owner.post(PATH, fields)))
	expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
	expect((await owner.get(PATH)).body).toHaveLength(1)
	const kept = env.DB.prepare(
		'SELECT 1 FROM secrets LEFT JOIN llm_providers ON id = row_id WHERE table_name = ? AND id IS NULL',
	)
	expect((await kept.bind('llm_providers').all()).results).toEqual([])
})

const badFields: [string, string, object][] = [
	['a missing name', 'name', { name: undefined }],
	['a blank name', 'name', { name: ' \t' }],
	['a name with ^', 'name', { name: 'a^b' }],
	['an over-long name', 'name', { name: 'n'.repeat(129) }],
	['a name with NUL', 'name', { name: 'a\u0000b' }],
	['an unknown kind', 'provider', { provider: 'vendor_c' }],
	['a missing kind', 'provider', { provider: undefined }],
	['a missing key', 'api_key', { api_key: undefined }],
	['an empty key', 'api_key', { api_key: '' }],
	['a blank key', 'api_key', { api_key: '   ' }],
	['a key of two words', 'api_key', { api_key: 'sk live' }],
	['a null key', 'api_key', { api_key: null }],
	['a mask in place of a key', 'api_key', { api_key: 'sk-****abcd' }],
	['a key of 10 KB', 'api_key', { api_key: 'k'.repeat(10_240) }],
	['an unknown mode', 'vendor_a_api_mode', { vendor_a_api_mode: 'batch' }],
	['a base_url that is not a string', 'base_url', { base_url: 7 }],
	['advanced_json that is an array', 'advanced_json', { advanced_json: [] }],
	['advanced_json that is text', 'advanced_json', { advanced_json: '{}' }],
	['advanced_json of 32 KB and more', 'advanced_json', { advanced_json: { a: 'x'.repeat(32_768) } }],
	['advanced_json nested 33 deep', 'advanced_json', { advanced_json: nested(33) }],
]

test('a wrong field returns 400 naming it, on creation and on change, and nothing is stored', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	for (const [what, path, fields] of badFields) {
		const isMissing = Object.values(fields).every((value) => value === undefined)
		const responses = [
			await owner.post(PATH, fieldsOf(fields)),
			...(isMissing ? [] : [await owner.patch(`${PATH}/${provider.id}`, fields)]),
		]
		expect([what, responses]).toMatchObject([what, responses.map(() => invalidField(path))])
	}
	expect((await owner.get(PATH)).body).toEqual([provider])
})

test('advanced_json can be 32 levels deep; 200,000 levels return 400, and so does a key that reaches a prototype', async () => {
	const owner = await user()
	const provider = await providerOf(owner, { advanced_json: nested(32) })
	expect((await owner.get(PATH)).body[0].advanced_json).toEqual(nested(32))
	const hostile = [
		`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
		`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
		'{"__proto__":{"polluted":true}}',
		'{"a":[{"__proto__":1}]}',
		'{"constructor":{"prototype":{"polluted":true}}}',
		'{"a":{"prototype":1}}',
		'{"a":1e999}',
	]
	for (const json of hostile)
		expect(await owner.patch(`${PATH}/${provider.id}`, `{"advanced_json":${json}}`)).toMatchObject(
			invalidField('advanced_json'),
		)
	expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
	expect((await owner.get(PATH)).body).toEqual([provider])
})

test('PATCH changes the fields it names, null clears a field, and an empty PATCH changes nothing', async () => {
	const owner = await user()
	const base_url = 'https://api.example.com'
	const provider = await providerOf(owner, { base_url, vendor_a_api_mode: 'auto', advanced_json: { a: 1 } })
	const model = await modelOf(owner, provider.id)
	const path = `${PATH}/${provider.id}`
	const before = { ...provider, models: [model] }
	for (const body of [{}, undefined, { id: 'x', org_id: 'y', key_prefix: 'z', models: [] }]) {
		const response = await owner.patch(path, body, LENIENT)
		expect([response.status, response.body]).toEqual([200, before])
	}
	const name = unique('renamed')
	const changed = { ...before, name, key_prefix: 'new-****6789' }
	expect((await owner.patch(path, { name, api_key: 'new-key-0123456789' })).body).toEqual(changed)
	const cleared = { ...changed, base_url: null, vendor_a_api_mode: null, advanced_json: null }
	const nulls = { base_url: null, vendor_a_api_mode: null, advanced_json: null }
	expect((await owner.patch(path, nulls)).body).toEqual(cleared)
	expect((await owner.get(PATH)).body).toEqual([cleared])
})

test('a vendor_b keeps its mode, which has no effect', async () => {
	const owner = await user()
	const fields = { provider: 'vendor_b', vendor_a_api_mode: 'auto' }
	const created = await providerOf(owner, fields)
	expect(created).toMatchObject(fields)
	const path = `${PATH}/${created.id}`
	for (const change of [{ vendor_a_api_mode: 'responses' }, { provider: 'vendor_a' }, { provider: 'vendor_b' }])
		expect((await owner.patch(path, change)).body).toMatchObject({ vendor_a_api_mode: 'responses', ...change })
	expect((await owner.get(PATH)).body).toMatchObject([{ provider: 'vendor_b', vendor_a_api_mode: 'responses' }])
})

test('DELETE deletes a provider, its models and its key; the audit log keeps the first two', async () => {
	const owner = await user()
	const [gone, kept] = [await providerOf(owner), await providerOf(owner)]
	const model = await modelOf(owner, gone.id)
	expect(await owner.delete(`${PATH}/${gone.id}`)).toMatchObject({ status: 200, body: { ok: true } })
	expect((await owner.get(PATH)).body).toEqual([kept])
	for (const [table, column] of [
		['llm_models', 'provider_id'],
		['secrets', 'row_id'],
	])
		expect((await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).bind(gone.id).all()).results).toEqual([])
	expect(await owner.delete(`${PATH}/${gone.id}`)).toMatchObject(missing)
	const [entry] = await auditOf(gone.id)
	expect(entry).toMatchObject({ action: 'llm_providers.delete', before: { ...gone, models: [model] }, after: null })
})

test('sending a stored key to another address is audited as a redirect', async () => {
	const owner = await user()
	const { id } = await providerOf(owner, { base_url: 'https://api.example.com' })
	const changes: [object, string][] = [
		[{ base_url: 'https://other.example.org' }, 'redirect'],
		[{ base_url: 'https://third.example.org', api_key: KEY }, 'update'],
		[{ name: unique('renamed') }, 'update'],
		[{ base_url: null }, 'redirect'],
		[{ provider: 'vendor_b' }, 'redirect'],
	]
	for (const [change, verb] of changes) {
		expect((await owner.patch(`${PATH}/${id}`, change)).status).toBe(200)
		expect([change, (await auditOf(id))[0]?.action]).toEqual([change, `llm_providers.${verb}`])
	}
})
