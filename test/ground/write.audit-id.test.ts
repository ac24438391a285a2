import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { admin, create, signIn, user } from '../support/world.ts'

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
