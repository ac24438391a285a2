import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { sendingBy } from '../support/d1.ts'
import { clearEmail, configure, mailTo, ports, reaching } from '../support/email.ts'
import { directoryOfOrg, servedProvider } from '../support/oidc.ts'
import { operator } from '../support/operators.ts'
import { rows } from '../support/rows.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, type Caller, hasVerified, unique, user, world } from '../support/world.ts'

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

test('a link ends with the API key that made it', async () => {
	const { admin: root } = await world()
	const [support, one] = [await operator(['support']), await user('one')]
	const linkBy = async (by: Caller) => {
		const { id, key } = (await by.post('/v1/api-keys', { name: unique('key'), scopes: ['people.write'] })).body
		return { id, token: (await as(key).post(`${pathOf(one)}/password-reset`)).body.token }
	}
	for (const by of [support, root]) {
		const { id, token } = await linkBy(by)
		expect((await by.delete(`/v1/api-keys/${id}`)).status).toBe(204)
		expect((await confirm(token)).status).toBe(400)
		expect((await confirm((await linkBy(by)).token)).status).toBe(200)
	}
	const { token } = await linkBy(support)
	for (const roles of [[], ['support']])
		expect((await root.put(`${pathOf(support)}/roles`, { roles })).status).toBe(200)
	expect((await confirm(token)).status).toBe(400)
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

test('an address that a directory gives counts as planted', async () => {
	const provider = await servedProvider()
	const { connection, client } = await directoryOfOrg(provider)
	const one = await user('one')
	const addressOf = (stem: string) => `${unique(stem)}@${connection.domain}`
	const userName = addressOf('one')
	await hasVerified(one, userName)
	expect((await client.post('/scim/v2/Users', { userName })).body.id).toBe(one.user_id)
	const renamed = await client.put(`/scim/v2/Users/${one.user_id}`, { userName: addressOf('reader') })
	expect(renamed.status).toBe(200)
	await rows("UPDATE passwords SET changed_at = '9999-01-01T00:00:00.000Z' WHERE user_id = ?", one.user_id)
	const { body } = await (await admin()).put(`${pathOf(one)}/roles`, { roles: ['auditor'] })
	expect(body.ended).toMatchObject({ was_reached: true, password: true })
})

test('a code that is mailed while its user gets a platform role resets nothing', async () => {
	await configure({ smtp_port: ports.plain })
	const [root, one] = [await admin(), await user('one')]
	let promoted: Promise<unknown> | undefined
	await sendingBy(
		(original) =>
			async function (...args) {
				if (!promoted && [args[1]].flat().some((sql) => String(sql).includes('insert into "one_time_tokens"'))) {
					promoted = root.put(`${pathOf(one)}/roles`, { roles: ['support'] })
					await promoted
				}
				return original.apply(this, args)
			},
		() => send('POST', '/v1/auth/password-reset', { body: { login: one.login }, env: reaching }),
	)
	expect(await promoted).toMatchObject({ status: 200 })
	const { text } = await mailTo('plain', `${one.login}@example.com`)
	const token = /^reset_[\w-]{43}/m.exec(text ?? '')?.[0] ?? ''
	expect(token).not.toBe('')
	expect((await confirm(token)).status).toBe(400)
	await clearEmail()
})
