import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { accept, invite, offer, pathOf, registerWith, rolesIn } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { admin, type Caller, signIn, unique, user } from '../support/world.ts'

// What operators may do with the invitations of orgs that aren't theirs.

const refusedBy = (reason: string) => ({ status: 403, body: { details: { reason } } })
const toldTo = async (owner: Caller) =>
	(await owner.get('/v1/notifications')).body.data
		.filter(({ type }: { type: string }) => type === 'security.membership_changed')
		.map(({ body }: { body: string }) => body)

test('support invites into any org, and the owners get a notice of who joined', async () => {
	const owner = await user('owner')
	const support = { ...(await operator(['support'])), org_id: owner.org_id }
	const { status, body } = await invite(support, { role: 'owner' })
	expect(status).toBe(201)
	const guest = await user('guest')
	expect((await accept(guest, body.token)).body).toMatchObject({ role: 'owner' })
	const login = unique('joined')
	const second = (await invite(support)).body
	expect((await registerWith(second.token, { login })).status).toBe(201)
	expect(await toldTo(owner)).toEqual([
		`${login} joined with the role member.`,
		`${guest.login} joined with the role owner.`,
	])
	const third = (await invite(owner)).body
	await accept(await user('guest'), third.token)
	expect(await toldTo(owner)).toHaveLength(2)
	expect((await support.delete(`${pathOf(owner.org_id)}/${(await invite(support)).body.id}`)).status).toBe(204)
})

test('support reaches neither itself nor other operators, and platform admins reach everybody', async () => {
	const owner = await user('owner')
	const [mine, other] = [await operator(['support']), await operator(['auditor'])]
	const support = { ...mine, org_id: owner.org_id }
	const { token } = (await invite(support, { role: 'owner' })).body
	expect(await accept(mine, token)).toMatchObject(refusedBy('roles.self'))
	expect(await accept(other, token)).toMatchObject(refusedBy('roles.higher'))
	expect(await rolesIn(owner.org_id)).toEqual({ [owner.user_id]: 'owner' })
	expect((await accept(await user('guest'), token)).status).toBe(200)
	const byAdmin = (await invite({ ...(await admin()), org_id: owner.org_id })).body
	expect((await accept(other, byAdmin.token)).status).toBe(200)
	// Somebody of the org may invite them too.
	expect((await accept(mine, (await invite(owner)).body.token)).status).toBe(200)
})

test('an invitation of support is void once the role is taken away, also when it comes back', async () => {
	const owner = await user('owner')
	const mine = await operator(['support'])
	const { token } = (await invite({ ...mine, org_id: owner.org_id })).body
	for (const roles of [['auditor'], ['auditor', 'support']]) {
		expect((await (await admin()).put(`/v1/admin/users/${mine.user_id}/roles`, { roles })).status).toBe(200)
		expect((await offer(token)).status).toBe(404)
		expect((await accept(await user(), token)).status).toBe(404)
	}
})

test('operations and billing invite nobody, and an auditor reads', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	const path = `${pathOf(owner.org_id)}/${body.id}`
	const operations = await operator(['operations'], owner.org_id)
	expect(await invite(operations)).toMatchObject(refusedBy('invitations.role'))
	expect(await operations.delete(path)).toMatchObject(refusedBy('invitations.role'))
	expect(await operations.post(`${path}/resend`)).toMatchObject(refusedBy('invitations.role'))
	for (const role of ['billing', 'auditor']) {
		const one = await operator([role], owner.org_id)
		expect((await invite(one)).status).toBe(403)
		expect((await one.get(path)).body).toEqual((await owner.get(path)).body)
		expect((await one.get(pathOf(owner.org_id))).body).toHaveLength(1)
	}
	expect((await offer(body.token)).status).toBe(200)
})

test("a key invites as support only with support's scope", async () => {
	const owner = await user('owner')
	const mine = await operator(['support'])
	const home = await signIn(mine.login)
	const keyWith = async (...scopes: string[]) =>
		as((await home.post('/v1/api-keys', { name: unique('key'), scopes })).body.key)
	const there = { role: 'owner' }
	const [narrow, wide] = [await keyWith('org.settings'), await keyWith('people.write')]
	expect((await invite({ ...narrow, org_id: owner.org_id }, there)).status).toBe(404)
	expect((await invite({ ...wide, org_id: owner.org_id }, there)).status).toBe(201)
	expect(await invite({ ...narrow, org_id: mine.org_id }, there)).toMatchObject(refusedBy('invitations.role'))
})

test("a platform admin's key with support's scope invites no operator", async () => {
	const owner = await user('owner')
	const home = await operator(['admin'])
	const key = as((await home.post('/v1/api-keys', { name: unique('key'), scopes: ['people.write'] })).body.key)
	const { token } = (await invite({ ...key, org_id: owner.org_id })).body
	expect(await accept(await operator(['auditor']), token)).toMatchObject(refusedBy('roles.higher'))
	expect((await accept(await user('guest'), token)).status).toBe(200)
	expect(await toldTo(owner)).toHaveLength(1)
})
