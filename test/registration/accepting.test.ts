import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { DAY_MS, later } from '../support/clock.ts'
import { accept, invite, memberOf, offer, pathOf, put, registerWith, rolesIn } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { isoTime } from '../support/replies.ts'
import { admin, signIn, unique, user, world } from '../support/world.ts'

const gone = { status: 404, body: { error: 'not_found' } }
const renamed = async (org_id: string, name: string) =>
	expect((await (await admin()).patch(`/v1/admin/orgs/${org_id}`, { name })).status).toBe(200)

test('anyone with the token reads what an invitation offers, and nothing else', async () => {
	const owner = await user('owner')
	const name = unique('Engines')
	await renamed(owner.org_id, name)
	const { body } = await invite(owner, { role: 'admin' })
	const { status, headers, body: offered } = await offer(body.token)
	expect(status).toBe(200)
	expect(headers.get('Cache-Control')).toBe('no-store')
	expect(offered).toEqual({ org_name: name, role: 'admin', inviter_name: owner.login, expires_at: body.expires_at })
})

test('a stranger with another address accepts, and acts in the org', async () => {
	const owner = await user('owner')
	const stranger = await user('stranger')
	const { body } = await invite(owner)
	expect(await accept(stranger, body.token)).toMatchObject({
		status: 200,
		body: { org_id: owner.org_id, user_id: stranger.user_id, role: 'member', created_at: isoTime },
	})
	expect(await rolesIn(owner.org_id)).toEqual({ [owner.user_id]: 'owner', [stranger.user_id]: 'member' })
	const there = await signIn(stranger.login, owner.org_id)
	expect((await there.get('/v1/me')).body).toMatchObject({ org_id: owner.org_id, email_verified: false })
	expect((await offer(body.token)).status).toBe(404)
	expect(await accept(stranger, body.token)).toMatchObject(gone)
})

test('of many who accept at once, one joins', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	const guests = await Promise.all(Array.from({ length: 8 }, () => user('guest')))
	const responses = await Promise.all(guests.flatMap((guest) => [accept(guest, body.token), accept(guest, body.token)]))
	expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
	for (const { status } of responses) expect([200, 404]).toContain(status)
	expect(Object.keys(await rolesIn(owner.org_id))).toHaveLength(2)
})

test('an inviter who was removed, suspended, deleted or demoted has invited nobody', async () => {
	const root = await admin()
	const { org_id } = await user('owner')
	const fall: Record<string, (deputy: { user_id: string }) => Promise<{ status: number }>> = {
		removed: ({ user_id }) => root.delete(`/v1/admin/orgs/${org_id}/members/${user_id}`),
		suspended: ({ user_id }) => root.patch(`/v1/admin/users/${user_id}`, { status: 'suspended' }),
		deleted: ({ user_id }) => root.delete(`/v1/admin/users/${user_id}`),
		demoted: (deputy) => put(org_id, deputy, 'member'),
	}
	for (const [how, happens] of Object.entries(fall)) {
		const deputy = await memberOf(org_id, 'admin')
		const [one, two] = [(await invite(deputy, { role: 'admin' })).body, (await invite(deputy)).body]
		expect([200, 204], how).toContain((await happens(deputy)).status)
		expect(await accept(await user(), one.token), how).toMatchObject(gone)
		expect((await offer(one.token)).status, how).toBe(404)
		expect((await registerWith(two.token)).status, how).toBe(400)
	}
	// The suspended and the demoted one are left.
	expect(Object.values(await rolesIn(org_id)).toSorted()).toEqual(['admin', 'member', 'owner'])
})

test('an owner who became an admin has invited no owner, for good, but may have invited an admin', async () => {
	const { org_id } = await user('owner')
	const second = await memberOf(org_id, 'owner')
	const [ofOwner, ofAdmin] = [await invite(second, { role: 'owner' }), await invite(second, { role: 'admin' })]
	await put(org_id, second, 'admin')
	expect(await accept(await user(), ofOwner.body.token)).toMatchObject(gone)
	expect((await accept(await user(), ofAdmin.body.token)).status).toBe(200)
	await put(org_id, second, 'owner')
	expect(await accept(await user(), ofOwner.body.token)).toMatchObject(gone)
})

test('what a former member sent stays void when they are back', async () => {
	const { org_id } = await user('owner')
	const deputy = await memberOf(org_id, 'admin')
	const { body } = await invite(deputy)
	expect((await (await admin()).delete(`/v1/admin/orgs/${org_id}/members/${deputy.user_id}`)).status).toBe(204)
	await put(org_id, deputy, 'admin')
	expect(await accept(await user(), body.token)).toMatchObject(gone)
})

test('the accept itself checks the inviter, however late they are demoted', async () => {
	const { org_id } = await user('owner')
	const guests = await Promise.all(Array.from({ length: 6 }, () => user('guest')))
	for (const guest of guests) {
		const deputy = await memberOf(org_id, 'admin')
		const { body } = await invite(deputy)
		const [joined] = await Promise.all([accept(guest, body.token), put(org_id, deputy, 'member')])
		const isMember = guest.user_id in (await rolesIn(org_id))
		expect([200, 404]).toContain(joined.status)
		expect(isMember).toBe(joined.status === 200)
	}
})

test("a platform admin invites into any org, and only while they're one", async () => {
	const [root, deputy, { org_id }] = [await admin(), await operator(['admin']), await user('owner')]
	const there = { ...deputy, org_id }
	const [first, second] = [(await invite(there, { role: 'owner' })).body, (await invite(there, { role: 'owner' })).body]
	const guest = await user('guest')
	expect((await accept(guest, first.token)).body).toMatchObject({ org_id, role: 'owner' })
	await root.delete(`/v1/admin/users/${deputy.user_id}/platform-admin`)
	expect(await accept(await user(), second.token)).toMatchObject(gone)
})

test('an expired invitation is gone, and so is one of a deleted org', async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	await later(7 * DAY_MS - 60_000, async () => expect((await offer(body.token)).status).toBe(200))
	await later(7 * DAY_MS + 1_000, async () => {
		const late = await user('late')
		expect((await offer(body.token)).status).toBe(404)
		expect(await accept(late, body.token)).toMatchObject(gone)
		expect((await registerWith(body.token)).status).toBe(400)
	})
	const { body: other } = await (await admin()).post(pathOf(owner.org_id), { email: 'a@example.com', role: 'member' })
	expect((await (await admin()).delete(`/v1/admin/users/${owner.user_id}`)).status).toBe(204)
	expect((await offer(other.token)).status).toBe(404)
	expect(await accept(await user(), other.token)).toMatchObject(gone)
})

test('a member keeps a higher role and gets a higher one', async () => {
	const { owner, member, org_id } = await world()
	const acceptAs = async (who: typeof owner, role: string) =>
		(await accept(who, (await invite(owner, { role })).body.token)).body
	expect(await acceptAs(owner, 'member')).toMatchObject({ role: 'owner' })
	expect(await acceptAs(member, 'admin')).toMatchObject({ role: 'admin' })
	expect(await acceptAs(member, 'member')).toMatchObject({ role: 'admin' })
	expect(await acceptAs(member, 'owner')).toMatchObject({ role: 'owner' })
	expect(await acceptAs(member, 'admin')).toMatchObject({ role: 'owner' })
	expect(await rolesIn(org_id)).toEqual({ [owner.user_id]: 'owner', [member.user_id]: 'owner' })
	expect((await member.get('/v1/me')).body.permissions).toContain('org.settings')
})

test('an org without room refuses, and the invitation stays open for later', async () => {
	const { owner, member, org_id, admin: root } = await world()
	const full = { status: 409, body: { details: { reason: 'limit.reached', key: 'limit.org_members', limit: 2 } } }
	const limit = (value: string) =>
		root.post('/v1/entitlement-overrides', { org_id, key: 'limit.org_members', value, value_type: 'integer' })
	await limit('2')
	const { body } = await invite(owner)
	const late = await user('late')
	expect(await accept(late, body.token)).toMatchObject(full)
	expect(await registerWith(body.token)).toMatchObject(full)
	// A member takes no room.
	const promotion = (await invite(owner, { role: 'admin' })).body
	expect((await accept(member, promotion.token)).body).toMatchObject({ role: 'admin' })
	await limit('3')
	expect((await accept(late, body.token)).status).toBe(200)
})

test("a suspended user doesn't accept", async () => {
	const owner = await user('owner')
	const { body } = await invite(owner)
	const guest = await user('guest')
	await guest.get('/v1/me')
	// The isolate still remembers the caller, so the batch decides.
	await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(guest.user_id).run()
	expect((await accept(guest, body.token)).status).not.toBe(200)
	expect(Object.keys(await rolesIn(owner.org_id))).toEqual([owner.user_id])
})

test('hostile tokens are 404 for readers and callers, and 400 at registration', async () => {
	const guest = await user('guest')
	const { body } = await invite(await user('owner'))
	const tokens = [
		'x',
		'join_',
		body.token.slice(0, -1),
		`${body.token}x`,
		body.token.toUpperCase(),
		'null',
		"' OR 1=1 --",
		'é\u0000',
		'x'.repeat(2_000),
		body.id,
	]
	for (const token of tokens) {
		const path = encodeURIComponent(token)
		expect({ token, status: (await offer(path)).status }).toEqual({ token, status: 404 })
		expect({ token, status: (await accept(guest, path)).status }).toEqual({ token, status: 404 })
		expect({ token, ...(await registerWith(token)) }).toMatchObject({
			token,
			status: 400,
			body: { details: { fields: [{ path: 'invitation_token' }] } },
		})
	}
	expect((await offer(body.token)).status).toBe(200)
})
