import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { operator } from '../support/operators.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { type Caller, unique, user, world } from '../support/world.ts'

// What was left before access was taken doesn't come back with it, and what was done meanwhile is seen.

const pathOf = ({ user_id }: Caller) => `/v1/admin/users/${user_id}`
const confirm = (token: string) =>
	send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: 'another password 1' } })

test('a link ends with the suspension of its user, or of the operator who made it', async () => {
	const { admin } = await world()
	const [support, one] = [await operator(['support']), await user('one')]
	for (const suspended of [one, support]) {
		const { token } = (await support.post(`${pathOf(one)}/password-reset`)).body
		for (const status of ['suspended', 'active'])
			expect((await admin.patch(pathOf(suspended), { status })).status).toBe(200)
		expect((await confirm(token)).status).toBe(400)
	}
})

test('a link ends once the service account that made it is suspended, or may do something else', async () => {
	const { admin, org_id } = await world()
	const one = await user('one')
	const desk = await serviceOf(admin, org_id, { scopes: ['people.write'] })
	for (const [loss, back] of [
		[{ is_active: false }, { is_active: true }],
		[{ scopes: [] }, { scopes: ['people.write'] }],
	]) {
		const key = (await admin.post(`${desk.path}/keys`, {})).body.key
		const made = await send('POST', `${pathOf(one)}/password-reset`, { headers: { Authorization: `Bearer ${key}` } })
		expect(made.status).toBe(201)
		for (const change of [loss, back]) expect((await admin.patch(desk.path, change)).status).toBe(200)
		expect((await confirm(made.body.token)).status).toBe(400)
	}
	const renamed = await send('POST', `${pathOf(one)}/password-reset`, {
		headers: { Authorization: `Bearer ${(await admin.post(`${desk.path}/keys`, {})).body.key}` },
	})
	expect((await admin.patch(desk.path, { name: unique('desk') })).status).toBe(200)
	expect((await confirm(renamed.body.token)).status).toBe(200)
})

test('whoever comes back from a suspension sees what was done to their account meanwhile', async () => {
	const { admin } = await world()
	const [support, one] = [await operator(['support']), await user('one')]
	expect((await support.patch(pathOf(one), { status: 'suspended' })).status).toBe(200)
	expect((await support.post(`${pathOf(one)}/password-reset`)).status).toBe(201)
	const email = `${unique('new')}@example.com`
	expect((await support.patch(pathOf(one), { email })).status).toBe(200)
	expect((await admin.patch(pathOf(one), { status: 'active' })).status).toBe(200)
	const { token } = (await support.post(`${pathOf(one)}/password-reset`)).body
	expect((await confirm(token)).status).toBe(200)
	const login = { login: one.login, password: 'another password 1' }
	const { access_token } = (await send('POST', '/v1/auth/login', { body: login })).body
	const seen = await send('GET', '/v1/notifications', { headers: { Authorization: `Bearer ${access_token}` } })
	const types = seen.body.data.map(({ type }: { type: string }) => type)
	expect(types.filter((type: string) => type === 'security.password_reset_made')).toHaveLength(2)
	expect(types).toContain('security.email_changed')
})

test('what a platform admin planted counts as planted once they no longer are one', async () => {
	const { admin } = await world()
	const [former, one] = [await operator(['admin']), await user('one')]
	expect((await confirm((await former.post(`${pathOf(one)}/password-reset`)).body.token)).status).toBe(200)
	const roles = { roles: ['auditor'] }
	const colleague = await user('colleague')
	expect((await confirm((await former.post(`${pathOf(colleague)}/password-reset`)).body.token)).status).toBe(200)
	expect((await admin.put(`${pathOf(colleague)}/roles`, roles)).body.ended).toMatchObject({ password: false })
	expect((await admin.put(`${pathOf(former)}/roles`, { roles: [] })).status).toBe(200)
	expect((await admin.put(`${pathOf(one)}/roles`, roles)).body.ended).toMatchObject({
		was_reached: true,
		password: true,
	})
})
