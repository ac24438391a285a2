import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { accept, invite, offer, registerWith, rolesIn } from '../support/invitations.ts'
import { admin, create, signIn, unique, user } from '../support/world.ts'

test('a stranger registers with an invitation: an account, a personal org, and the membership', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner, { role: 'admin' })
	const login = unique('joined')
	const { status, body: registered } = await registerWith(body.token, { login })
	expect(status).toBe(201)
	const me = (await as(registered.access_token).get('/v1/me')).body
	expect(me).toMatchObject({ id: registered.user_id, org_id: registered.org_id, email_verified: false })
	expect(me.orgs.map(({ org_id, role }: Record<string, string>) => [org_id, role])).toEqual([
		[registered.org_id, 'owner'],
		[owner.org_id, 'admin'],
	])
	expect((await (await signIn(login, owner.org_id)).get('/v1/me')).body.permissions).toContain('org.settings')
	expect((await offer(body.token)).status).toBe(404)
	const log = (await (await admin()).get(`/v1/admin/audit-logs?org_id=${owner.org_id}&action=invitations.accept`)).body
	expect(log).toMatchObject([{ target_id: body.id, actor_user_id: registered.user_id }])
})

test('of many who register with one invitation at once, one gets an account', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	const count = () => env.DB.prepare('SELECT count(*) AS n FROM users').first<number>('n')
	const before = (await count()) ?? 0
	const responses = await Promise.all(Array.from({ length: 8 }, () => registerWith(body.token)))
	expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(400)])
	expect(await count()).toBe(before + 1)
	expect(Object.keys(await rolesIn(owner.org_id))).toHaveLength(2)
})

test('a registration and an accept at once: one of them uses the invitation', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	const guest = await user('guest')
	const [joined, registered] = await Promise.all([accept(guest, body.token), registerWith(body.token)])
	expect([joined.status === 200, registered.status === 201].filter(Boolean)).toHaveLength(1)
	expect(Object.keys(await rolesIn(owner.org_id))).toHaveLength(2)
})

test('an invitation opens a closed registration, and an invite code beside it counts too', async () => {
	const [root, owner] = [await admin(), await user('owner')]
	const { code, id } = (await owner.get('/v1/me/invite-code')).body
	const [one, two] = [(await invite(owner)).body, (await invite(owner)).body]
	await create.featureFlag({ key: 'registration.open', default_value: false })
	try {
		expect((await registerWith('join_unknown')).status).toBe(400)
		expect((await registerWith(one.token)).status).toBe(201)
		expect((await registerWith(two.token, { invite_code: 'ABCDEFGH' })).body.details.fields[0].path).toBe('invite_code')
		expect((await registerWith(two.token, { invite_code: code })).status).toBe(201)
		expect((await registerWith(two.token)).status).toBe(400)
	} finally {
		await root.delete('/v1/feature-flags/registration.open')
	}
	expect((await root.get(`/v1/admin/invite-codes/${id}`)).body.use_count).toBe(1)
	expect(Object.keys(await rolesIn(owner.org_id))).toHaveLength(3)
})

test('a registration that is refused leaves the invitation open', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	expect((await registerWith(body.token, { login: owner.login })).status).toBe(409)
	expect((await registerWith(body.token, { password: 'short' })).status).toBe(400)
	expect((await offer(body.token)).status).toBe(200)
})
