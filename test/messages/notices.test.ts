import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, send } from '../support/api.ts'
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
