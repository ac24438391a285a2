import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { admin, create, signIn, unique, user } from '../support/world.ts'

test('the audit id of a response reverts its change in one call', async () => {
	const root = await admin()
	const { key } = await create.featureFlag()
	const changed = await root.patch(`/v1/feature-flags/${key}`, { default_value: true })
	const { status, headers } = await root.post(`/v1/admin/audit-logs/${changed.headers.get('Audit-Id')}/revert`)
	expect(status).toBe(200)
	expect((await root.get(`/v1/feature-flags/${key}`)).body.default_value).toBe(false)
	expect(headers.get('Audit-Id')).not.toBe(changed.headers.get('Audit-Id'))
})

test('a confirmation has an audit id of its own', async () => {
	const root = await admin()
	const { key } = await create.featureFlag()
	const waiting = await root.patch(
		`/v1/feature-flags/${key}`,
		{ default_value: true },
		{ headers: { 'Confirm-Within': '600' } },
	)
	const confirmed = await root.post(`/v1/admin/changes/${waiting.headers.get('Confirm-Id')}/confirm`)
	expect(confirmed.status).toBe(200)
	const [one, other] = [waiting, confirmed].map(({ headers }) => headers.get('Audit-Id'))
	expect(one).toMatch(/^aud_/)
	expect(other).toMatch(/^aud_/)
	expect(other).not.toBe(one)
})

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

test('a dry run has no audit id, not even that of the response it replays', async () => {
	const root = await admin()
	const headers = { 'Idempotency-Key': unique('key') }
	const create = (more: object = {}) =>
		root.post('/v1/admin/orgs', { name: headers['Idempotency-Key'] }, { headers: { ...headers, ...more } })
	const dryRun = { 'Dry-Run': 'true' }
	expect((await create(dryRun)).headers.get('Audit-Id')).toBeNull()
	expect((await create()).headers.get('Audit-Id')).toMatch(/^aud_/)
	const again = await create(dryRun)
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	expect(again.headers.get('Audit-Id')).toBeNull()
})

test('a refusal has no audit id, even if it left an audit row', async () => {
	const caller = await user()
	const wrong = await send('POST', '/v1/auth/login', { body: { login: caller.login, password: 'wrong password' } })
	expect(wrong.status).toBe(401)
	expect(wrong.headers.get('Audit-Id')).toBeNull()
})

test('pages of an allowed origin may read the audit id', async () => {
	const { headers } = await as().get('/healthz', { headers: { Origin: 'https://console.example.com' } })
	expect(headers.get('Access-Control-Expose-Headers')).toContain('Audit-Id')
})
