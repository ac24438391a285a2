import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { rowsOf } from '../support/admission.ts'
import { type Api, as } from '../support/api.ts'
import { tablesWith } from '../support/planted.ts'
import { admin, user, world } from '../support/world.ts'

const PATH = '/v1/tool-providers'
const KEY = 'sk-planted-0123456789-abcdef-9a1f'

const list = async (api: Api, scope = 'org') => {
	const { status, body } = await api.get(`${PATH}?scope=${scope}`)
	expect(status).toBe(200)
	return body.groups.flatMap((group: { providers: { provider_name: string }[] }) => group.providers)
}
const entry = async (api: Api, provider_name: string) =>
	(await list(api)).find((provider: { provider_name: string }) => provider.provider_name === provider_name)
const put = (api: Api, provider: string, body: unknown, scope = 'org') =>
	api.put(`${PATH}/${provider.split('.')[0]}/${provider}/credential?scope=${scope}`, body)
const activate = (api: Api, provider: string, scope = 'org') =>
	api.put(`${PATH}/${provider.split('.')[0]}/${provider}/activate?scope=${scope}`)

test('the list contains every provider of the catalogue, whether or not anything is stored', async () => {
	const shown = (group_name: string, name: string, fields: object = {}) => ({
		group_name,
		provider_name: `${group_name}.${name}`,
		is_active: false,
		requires_api_key: false,
		requires_base_url: false,
		configured: true,
		...fields,
	})
	const keyed = { requires_api_key: true, configured: false }
	const selfhosted = { base_url: null, requires_base_url: true, configured: false }
	expect((await (await user()).get(`${PATH}?scope=org`)).body).toEqual({
		groups: [
			{
				group_name: 'web_search',
				providers: [
					shown('web_search', 'keyed', keyed),
					shown('web_search', 'hosted'),
					shown('web_search', 'selfhosted', selfhosted),
				],
			},
			{
				group_name: 'web_fetch',
				providers: [shown('web_fetch', 'keyed', keyed), shown('web_fetch', 'optional_key')],
			},
		],
	})
})

const lacks = (permission: string) => ({ status: 403, body: { details: { permission } } })

test('each scope has its own permission, and an unknown scope returns 400', async () => {
	const { admin, owner, member, stranger, org_id } = await world()
	const keyed = as((await owner.post('/v1/api-keys', { name: 'k', scopes: ['data.secrets'] })).body.key)
	expect((await owner.get(`${PATH}?scope=org`)).status).toBe(200)
	expect((await keyed.get(`${PATH}?scope=org`)).status).toBe(200)
	expect((await admin.get(PATH)).status).toBe(200)
	for (const [api, scope, permission] of [
		[owner, 'platform', { read: 'platform.read', write: 'platform.write' }],
		[member, 'org', { read: 'data.secrets', write: 'data.secrets' }],
		[member, 'platform', { read: 'platform.read', write: 'platform.write' }],
	] as const) {
		expect(await api.get(`${PATH}?scope=${scope}`)).toMatchObject(lacks(permission.read))
		for (const call of [
			put(api, 'web_search.keyed', { api_key: KEY }, scope),
			activate(api, 'web_search.hosted', scope),
		])
			expect(await call).toMatchObject(lacks(permission.write))
	}
	for (const scope of ['nobody', '', 'ORG', 'org&scope=platform'])
		expect(await owner.get(`${PATH}?scope=${scope}`)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'scope' }] } },
		})
	expect((await as().get(`${PATH}?scope=nobody`)).status).toBe(401)
	await put(owner, 'web_search.keyed', { api_key: KEY })
	expect(await entry(stranger, 'web_search.keyed')).toMatchObject({ configured: false })
	expect(org_id).not.toBe(stranger.org_id)
})

test('a stored key is shown masked, completes its provider, and is nowhere in plaintext', async () => {
	const owner = await user()
	const { org_id } = owner
	expect(await put(owner, 'web_search.keyed', { api_key: ` ${KEY} ` })).toMatchObject({ status: 204, body: '' })
	expect(await entry(owner, 'web_search.keyed')).toEqual({
		group_name: 'web_search',
		provider_name: 'web_search.keyed',
		is_active: false,
		key_prefix: 'sk-p****9a1f',
		requires_api_key: true,
		requires_base_url: false,
		configured: true,
	})
	await put(owner, 'web_fetch.optional_key', { api_key: 'short-key' })
	expect(await entry(owner, 'web_fetch.optional_key')).toMatchObject({ key_prefix: '****' })
	await activate(owner, 'web_search.keyed')
	expect(await tablesWith(org_id)).toContain('tool_providers')
	expect(await tablesWith(KEY)).toEqual([])
	expect(JSON.stringify(await env.KV.get(`tool:v1:${org_id}:web_search`))).not.toContain(KEY)
	expect(JSON.stringify((await owner.get(`${PATH}?scope=org`)).body)).not.toContain(KEY)
})

test('a base URL loses its trailing slash, and an empty body or null changes nothing (4.1 rules 1, 2)', async () => {
	const owner = await user()
	const { org_id } = owner
	for (const body of [{}, '', { api_key: null, base_url: null }])
		expect((await put(owner, 'web_search.selfhosted', body)).status).toBe(204)
	expect(await rowsOf('SELECT * FROM tool_providers WHERE owner = ?', org_id)).toEqual([])
	expect((await put(owner, 'web_search.selfhosted', { base_url: 'https://search.example.com/api/' })).status).toBe(204)
	expect(await entry(owner, 'web_search.selfhosted')).toMatchObject({
		base_url: 'https://search.example.com/api',
		configured: true,
	})
	// The part after the dot is accepted too.
	expect(
		(await owner.put(`${PATH}/web_search/selfhosted/credential?scope=org`, { base_url: 'https://b.example.com' }))
			.status,
	).toBe(204)
	for (const nothing of [{}, { base_url: null }, { api_key: null, base_url: null }])
		expect((await put(owner, 'web_search.selfhosted', nothing)).status).toBe(204)
	expect(await entry(owner, 'web_search.selfhosted')).toMatchObject({ base_url: 'https://b.example.com' })
})

test('a write that would leave a required field missing returns 400 and stores nothing (4.1 rule 3)', async () => {
	const owner = await user()
	const { org_id } = owner
	for (const [provider, body, path] of [
		['web_search.keyed', { api_key: null, base_url: 'https://a.example.com' }, 'api_key'],
		['web_fetch.keyed', { base_url: 'https://a.example.com' }, 'api_key'],
		['web_search.selfhosted', { api_key: KEY }, 'base_url'],
	] as const)
		expect(await put(owner, provider, body)).toMatchObject({ status: 400, body: { details: { fields: [{ path }] } } })
	for (const rows of ['tool_providers WHERE owner = ?', "secrets WHERE row_id LIKE ? || '%'"])
		expect(await rowsOf(`SELECT 1 FROM ${rows}`, org_id)).toEqual([])
	await put(owner, 'web_search.keyed', { api_key: KEY })
	expect((await put(owner, 'web_search.keyed', { base_url: 'https://a.example.com' })).status).toBe(204)
	expect(await entry(owner, 'web_search.keyed')).toMatchObject({ base_url: 'https://a.example.com', configured: true })
})

test('a wrong key returns 400, and nothing is stored', async () => {
	const owner = await user()
	for (const api_key of ['', '   ', '****', 'sk-p****9a1f', 'with space', 'k'.repeat(10_240), 'new\nline', 'ключ', 7])
		expect([api_key, await put(owner, 'web_search.keyed', { api_key })]).toMatchObject([
			api_key,
			{ status: 400, body: { details: { fields: [{ path: 'api_key' }] } } },
		])
	expect(await entry(owner, 'web_search.keyed')).toMatchObject({ configured: false })
})

test('an unknown group or provider returns 404', async () => {
	const owner = await user()
	for (const path of [
		'web_search/nobody',
		'nothing/keyed',
		'web_search/web_fetch.keyed',
		'web_search/hosted.',
		'web_fetch/hosted',
	])
		for (const verb of ['activate', 'deactivate', 'credential'])
			expect(await owner.put(`${PATH}/${path}/${verb}?scope=org`, {}), `${path}/${verb}`).toMatchObject({ status: 404 })
	expect((await owner.delete(`${PATH}/web_search/nobody/credential?scope=org`)).status).toBe(404)
	// A run's tool call gets the same answer.
	expect(await owner.get(`${PATH}/nothing/effective`)).toMatchObject({
		status: 409,
		body: { details: { reason: 'tool.not_configured', group_name: 'nothing', skipped: [] } },
	})
})

test('activating switches the group and no other; deactivating and repeating return 204 (3)', async () => {
	const owner = await user()
	const active = async () =>
		(await list(owner))
			.filter((provider: { is_active: boolean }) => provider.is_active)
			.map((provider: { provider_name: string }) => provider.provider_name)
	for (const provider of ['web_search.hosted', 'web_fetch.optional_key', 'web_search.keyed', 'web_search.keyed'])
		expect((await activate(owner, provider)).status).toBe(204)
	expect(await active()).toEqual(['web_search.keyed', 'web_fetch.optional_key'])
	const off = () => owner.put(`${PATH}/web_search/web_search.keyed/deactivate?scope=org`)
	expect([(await off()).status, (await off()).status]).toEqual([204, 204])
	expect(await active()).toEqual(['web_fetch.optional_key'])
})

test('deleting a credential deletes the key and its prefix, and keeps the activation and the base URL (3)', async () => {
	const owner = await user()
	const { org_id } = owner
	await put(owner, 'web_search.keyed', { api_key: KEY, base_url: 'https://a.example.com' })
	await activate(owner, 'web_search.keyed')
	const remove = () => owner.delete(`${PATH}/web_search/web_search.keyed/credential?scope=org`)
	const [removed, again] = [await remove(), await remove()]
	expect([removed.status, again.status]).toEqual([204, 204])
	expect([removed.headers.has('Audit-Id'), again.headers.has('Audit-Id')]).toEqual([true, false])
	const log = await rowsOf(
		"SELECT * FROM audit_logs WHERE action = 'tool_providers.delete_credential' AND org_id = ?",
		org_id,
	)
	expect(log).toHaveLength(1)
	const left = await entry(owner, 'web_search.keyed')
	expect(left).toMatchObject({ is_active: true, base_url: 'https://a.example.com', configured: false })
	expect(left).not.toHaveProperty('key_prefix')
	expect(await rowsOf('SELECT * FROM secrets WHERE row_id = ?', `${org_id} web_search.keyed`)).toEqual([])
})

test('every change is audited without the key; a base URL that sends a stored key elsewhere is a redirect', async () => {
	const [root, owner] = [await admin(), await user()]
	const [one, two] = [{ base_url: 'https://one.example.com' }, { base_url: 'https://two.example.com' }]
	// No key is stored; then the same address again, which is no change; then another one; then another one with a key.
	for (const body of [one, two, { api_key: KEY }, two, one, { ...two, api_key: KEY }])
		expect((await put(owner, 'web_search.selfhosted', body)).status).toBe(204)
	await activate(owner, 'web_search.selfhosted')
	const { body } = await root.get(`/v1/admin/audit-logs?org_id=${owner.org_id}&limit=6`)
	const verbs = [...Array<string>(3).fill('put_credential'), 'redirect', 'put_credential', 'activate']
	expect(body.map(({ action }: { action: string }) => action).toReversed()).toEqual(
		verbs.map((verb) => `tool_providers.${verb}`),
	)
	expect(JSON.stringify(body)).not.toContain(KEY)
})
