import { expect, test } from 'vitest'
import { type Api, as, send } from '../support/api.ts'
import { admin, create, signIn, unique, user, world } from '../support/world.ts'

test('a call that changes nothing has no audit id', async () => {
	const caller = await user()
	const { cookie } = await signIn(caller.login)
	const end = () => send('POST', '/v1/auth/logout', { headers: { Cookie: cookie } })
	expect((await end()).headers.get('Audit-Id')).toMatch(/^aud_/)
	expect((await end()).headers.get('Audit-Id')).toBeNull()
	const read = () => caller.get('/v1/me/invite-code')
	expect((await read()).headers.get('Audit-Id')).toMatch(/^aud_/)
	expect((await read()).headers.get('Audit-Id')).toBeNull()
	const root = await admin()
	const { id } = await create.subscription(caller.org_id)
	const cancel = () => root.delete(`/v1/subscriptions/${id}`)
	expect((await cancel()).headers.get('Audit-Id')).toMatch(/^aud_/)
	expect((await cancel()).headers.get('Audit-Id')).toBeNull()
	const { body } = await root.get(`/v1/admin/audit-logs?target_id=${id}&action=subscriptions.cancel`)
	expect(body).toHaveLength(1)
})

test('pages of an allowed origin may read the audit id', async () => {
	const { headers } = await as().get('/healthz', { headers: { Origin: 'https://console.example.com' } })
	expect(headers.get('Access-Control-Expose-Headers')).toContain('Audit-Id')
})

test('the same JSON with its keys in another order is the same again', async () => {
	const { admin: root, owner, org_id } = await world()
	const config = { name: unique('mcp'), transport: 'stdio', command: 'node', env: { A: '1', B: '2' } }
	const connection = {
		name: unique('oidc'),
		issuer: 'https://login.example.com',
		client_id: 'x',
		client_secret: 'not-for-you',
		role_claim: 'groups',
	}
	const model = { model: unique('m'), when: { 'task.kind': 'search', plan: 'pro' }, advanced_json: { a: 1, b: 2 } }
	const made = async (by: Api, path: string, body: object) => `${path}/${(await by.post(path, body)).body.id as string}`
	const advanced_json = { a: { x: 1, y: [1, 2] }, b: null }
	const llm = await made(root, '/v1/llm-providers', {
		provider: 'vendor_a',
		name: unique('llm'),
		api_key: 'sk-1',
		advanced_json,
	})
	const models = await made(root, `${llm}/models`, model)
	const [mcp, oidc] = [
		await made(root, '/v1/mcp-configs', config),
		await made(owner, `/v1/orgs/${org_id}/oidc-connections`, {
			...connection,
			role_map: { staff: 'member', leads: 'admin' },
		}),
	]
	const sent = [
		[root, llm, { advanced_json: { b: null, a: { y: [1, 2], x: 1 } } }],
		[root, models, { when: { plan: 'pro', 'task.kind': 'search' }, advanced_json: { b: 2, a: 1 } }],
		[root, mcp, { env: { B: '2', A: '1' } }],
		[owner, oidc, { role_map: { leads: 'admin', staff: 'member' } }],
		[root, llm, { advanced_json: { b: null, a: { y: [2, 1], x: 1 } } }],
	] as const
	const found = []
	for (const [by, path, body] of sent) {
		const { status, headers } = await by.patch(path, body)
		found.push([status, headers.has('Audit-Id')])
	}
	expect(found).toEqual([
		[200, false],
		[200, false],
		[200, false],
		[200, false],
		[200, true],
	])
})
