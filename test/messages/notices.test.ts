import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, send } from '../support/api.ts'
import { cutAt } from '../support/cut.ts'
import { signIn, unique, user, world } from '../support/world.ts'

const KEY = 'sk-planted-0123456789-abcdef-9a1f'

test("the API's document names the codes of notices, and a payload can have others", async () => {
	const { components } = (await send('GET', '/openapi.json')).body
	const { code } = components.schemas.Notification.properties.payload.properties
	expect(code).not.toHaveProperty('type')
	expect(code['x-extensible-enum']).toEqual(expect.arrayContaining(['key_redirected', 'budget_exceeded']))
})

const list = async (api: Api, query = '') => (await api.get(`/v1/notifications?${query}`)).body

/** The notices that an org's owners, or the platform admins, get about a redirected key. */
const told = async (api: Api, part: string) =>
	(await list(api, 'type=security.key_redirected&limit=200')).data.filter(({ body }: { body: string }) =>
		body.includes(part),
	)

test("the owners are notified of an org's tool provider whose stored key goes to another address", async () => {
	const { admin, owner, member, stranger, org_id } = await world()
	const [second, gone] = [await user('owner'), await user('owner')]
	for (const { user_id } of [second, gone])
		await admin.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role: 'owner' })
	await admin.patch(`/v1/admin/users/${gone.user_id}`, { status: 'suspended' })
	const path = '/v1/tool-providers/web_search/selfhosted/credential?scope=org'
	const host = `${unique('new')}.example.com`
	const elsewhere = { base_url: `https://${host}/search` }
	for (const body of [
		{ base_url: 'https://old.example.com' },
		{ api_key: KEY },
		{ ...elsewhere, api_key: KEY },
		elsewhere,
	])
		expect((await owner.put(path, body)).status).toBe(204)
	expect((await list(owner)).data).toEqual([])
	await owner.put(path, { base_url: 'https://old.example.com' })
	expect((await owner.put(path, elsewhere)).status).toBe(204)
	const [notification, ...others] = await told(owner, host)
	expect(others).toEqual([])
	expect(notification).toMatchObject({
		org_id,
		body: expect.stringContaining('web_search.selfhosted'),
		payload: {
			code: 'key_redirected',
			values: { keys: [{ holder: 'tool_provider', name: 'web_search.selfhosted', host }], more: 0 },
			provider_name: 'web_search.selfhosted',
			actor_user_id: owner.user_id,
		},
		read_at: null,
	})
	expect(JSON.stringify(notification)).not.toContain(KEY)
	expect(await told(await signIn(second.login), host)).toHaveLength(1)
	for (const nobody of [member, stranger, admin]) expect(await told(nobody, host)).toEqual([])
	const { results } = await env.DB.prepare('SELECT id FROM notifications WHERE user_id = ?').bind(gone.user_id).all()
	expect(results).toEqual([])
})

test('the platform admins are notified when the stored key of a platform provider goes to another address', async () => {
	const { admin, owner } = await world()
	const path = '/v1/tool-providers/web_fetch/optional_key/credential'
	const host = `${unique('new')}.example.com`
	await admin.put(path, { api_key: KEY })
	expect((await admin.put(path, { base_url: `https://${host}` })).status).toBe(204)
	await admin.delete(path)
	expect(await told(admin, host)).toMatchObject([
		{ org_id: null, payload: { provider_name: 'web_fetch.optional_key' } },
	])
	expect(await told(owner, host)).toEqual([])
})

test('the owners are notified of an LLM provider whose stored key goes to another address, with the change or not at all', async () => {
	const { owner, member } = await world()
	const name = unique('llm')
	const { body } = await owner.post('/v1/llm-providers', { name, provider: 'vendor_a', api_key: KEY })
	const change = (fields: object) => owner.patch(`/v1/llm-providers/${body.id}`, fields)
	const host = `${unique('new')}.example.com:8443`
	const cut = await cutAt('INSERT', 'notifications', () => change({ base_url: `https://${host}` }))
	expect(cut.status).toBe(500)
	expect((await owner.get('/v1/llm-providers')).body[0].base_url).toBeNull()
	for (const fields of [{ name }, { base_url: null }, { base_url: 'https://b.example.com', api_key: KEY }])
		expect((await change(fields)).status).toBe(200)
	expect(await told(owner, '')).toEqual([])
	for (const fields of [{ base_url: `https://${host}/v1` }, { base_url: null }, { provider: 'vendor_b' }])
		expect((await change(fields)).status).toBe(200)
	const notifications = await told(owner, name)
	expect(notifications.map((one: { body: string }) => one.body).toReversed()).toEqual([
		expect.stringContaining(host),
		expect.stringContaining(new URL(env.VENDOR_A_BASE_URL).host),
		expect.stringContaining(new URL(env.VENDOR_B_BASE_URL).host),
	])
	expect(notifications[0]).toMatchObject({ payload: { provider_id: body.id, actor_user_id: owner.user_id } })
	expect(JSON.stringify(notifications)).not.toContain(KEY)
	expect(await told(member, '')).toEqual([])
})
