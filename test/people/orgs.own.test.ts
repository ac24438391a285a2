import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { put as putMember } from '../support/invitations.ts'
import { isoTime, missing } from '../support/replies.ts'
import { address, admin, type Caller, signIn, unique, user, world } from '../support/world.ts'

const refused = (reason: string) => ({ status: 409, body: { error: 'conflict', details: { reason } } })
const found = (org: string) => ({ name: unique(org) })
const refresh = (cookie: string, body: object = {}) =>
	send('POST', '/v1/auth/refresh', { body, headers: { Cookie: cookie } })
const ownedBy = async (caller: Caller) =>
	(await caller.get('/v1/me/orgs?limit=200')).body.filter(({ role }: { role: string }) => role === 'owner').length
const limitTo = async (org_id: string, value: string) =>
	(await admin()).post('/v1/entitlement-overrides', { org_id, key: 'limit.orgs', value, value_type: 'integer' })
const reached = (limit: number) => ({
	status: 409,
	body: { error: 'conflict', details: { reason: 'limit.reached', key: 'limit.orgs', limit } },
})

test('a user creates an org, owns it, and acts in it after a refresh', async () => {
	const founder = await user('founder')
	const name = unique('Analytical Engines')
	const { status, body } = await founder.post('/v1/orgs', { name: `  ${name} ` })
	expect({ status, body }).toEqual({
		status: 201,
		body: {
			id: expect.any(String),
			name,
			created_at: isoTime,
			member_count: 1,
			role: 'owner',
			second_factor_required: false,
		},
	})
	expect((await founder.get(`/v1/orgs/${body.id}`)).body).toEqual(body)
	expect((await founder.get('/v1/me/orgs')).body).toMatchObject([
		{ org_id: body.id, name, role: 'owner', member_count: 1, is_personal: false, joined_at: isoTime },
		{ org_id: founder.org_id, role: 'owner', member_count: 1, is_personal: true },
	])
	const there = as((await refresh(founder.cookie, { org_id: body.id })).body.access_token)
	expect((await there.get('/v1/me')).body).toMatchObject({
		org_id: body.id,
		permissions: ['data.secrets', 'org.settings'],
	})
	const [row] = (await (await admin()).get(`/v1/admin/audit-logs?org_id=${body.id}`)).body
	expect(row).toMatchObject({
		action: 'orgs.create',
		actor_user_id: founder.user_id,
		after: { name, personal_of: null },
	})
})

test('a new org gets no initial grant', async () => {
	const founder = await user('founder')
	const { id } = (await founder.post('/v1/orgs', found('org'))).body
	const there = await signIn(founder.login, id)
	expect((await there.get('/v1/me/credits')).body).toMatchObject({ balance: 0, transactions: [] })
})

test.for([
	['a missing name', { name: undefined }],
	['a blank name', { name: ' \n ' }],
	['a name with a zero-width space', { name: 'Ac\u200bme' }],
	['a name that turns the writing direction', { name: 'Acme\u202egro' }],
	['a name with NUL', { name: 'a\u0000b' }],
	['a name with a lone surrogate', { name: '\ud800' }],
	['an over-long name', { name: 'n'.repeat(201) }],
	['a name that is no string', { name: { toString: 'x' } }],
] as const)('%s is 400, and creates and renames nothing', async ([, fields]) => {
	const founder = await user('founder')
	const wrong = { status: 400, body: { details: { fields: [{ path: 'name' }] } } }
	expect(await founder.post('/v1/orgs', fields)).toMatchObject(wrong)
	const before = (await founder.get('/v1/me/orgs')).body
	if (fields.name !== undefined) expect(await founder.patch(`/v1/orgs/${founder.org_id}`, fields)).toMatchObject(wrong)
	expect((await founder.get('/v1/me/orgs')).body).toEqual(before)
})

test('20 orgs at once make ten with the personal one, and the 409 says which limit and how many', async () => {
	const founder = await user('founder')
	const responses = await Promise.all(Array.from({ length: 20 }, () => founder.post('/v1/orgs', found('raced'))))
	expect(responses.filter(({ status }) => status === 201)).toHaveLength(9)
	for (const response of responses.filter(({ status }) => status !== 201)) expect(response).toMatchObject(reached(10))
	expect(await ownedBy(founder)).toBe(10)
})

test('the largest limit of the orgs that a user owns counts, and 0 is no limit', async () => {
	const founder = await user('founder')
	for (let made = 0; made < 9; made += 1) await founder.post('/v1/orgs', found('org'))
	expect(await founder.post('/v1/orgs', found('org'))).toMatchObject(reached(10))
	await limitTo(founder.org_id, '3')
	expect(await founder.post('/v1/orgs', found('org'))).toMatchObject(reached(10))
	await limitTo(founder.org_id, '12')
	const responses = await Promise.all(Array.from({ length: 5 }, () => founder.post('/v1/orgs', found('org'))))
	expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
	expect(await founder.post('/v1/orgs', found('org'))).toMatchObject(reached(12))
	await limitTo(founder.org_id, '0')
	expect((await founder.post('/v1/orgs', found('org'))).status).toBe(201)
	expect(await ownedBy(founder)).toBe(13)
})

test("the limit of an org that a user doesn't own doesn't count, and orgs that they only belong to don't either", async () => {
	const { org_id, member } = await world()
	await limitTo(org_id, '50')
	for (let made = 0; made < 9; made += 1) expect((await member.post('/v1/orgs', found('org'))).status).toBe(201)
	expect(await member.post('/v1/orgs', found('org'))).toMatchObject(reached(10))
})

test('a user who owns no org creates up to the default', async () => {
	const [founder, heir] = [await user('founder'), await user('heir')]
	await putMember(founder.org_id, heir, 'owner')
	await putMember(founder.org_id, founder, 'member')
	expect(await ownedBy(founder)).toBe(0)
	const responses = await Promise.all(Array.from({ length: 11 }, () => founder.post('/v1/orgs', found('org'))))
	expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
})

test('an account creates 60 orgs in an hour at most, even without a limit', async () => {
	const founder = await user('founder')
	await limitTo(founder.org_id, '0')
	const statuses: number[] = []
	const limited = { env: { RATE_LIMITS: 'on' as const } }
	for (let sent = 0; sent < 61; sent += 1) statuses.push((await founder.post('/v1/orgs', found('org'), limited)).status)
	expect(statuses).toEqual([...Array<number>(60).fill(201), 429])
	expect(await founder.post('/v1/orgs', found('org'), limited)).toMatchObject({
		status: 429,
		body: { details: { reason: 'auth.too_many_requests' } },
	})
})

test("an org named like a personal one keeps its name when its owner's account is deleted", async () => {
	const [founder, colleague, root] = [await user('founder'), await user('colleague'), await admin()]
	const name = `${unique('Marketing')}'s org`
	const { id } = (await founder.post('/v1/orgs', { name })).body
	expect((await founder.get(`/v1/me/orgs/${id}`)).body).toMatchObject({ is_personal: false })
	await putMember(id, colleague, 'admin')
	expect((await root.delete(`/v1/admin/users/${founder.user_id}`)).status).toBe(204)
	expect((await colleague.get(`/v1/orgs/${id}`)).body).toMatchObject({ name, role: 'owner', member_count: 1 })
	expect((await colleague.get('/v1/me/orgs')).body).toContainEqual(
		expect.objectContaining({ org_id: id, role: 'owner' }),
	)
})

test('every member reads the org, and only those with org.settings rename it', async () => {
	const { org_id, owner, member, admin: root } = await world()
	const path = `/v1/orgs/${org_id}`
	const [own, read] = [await owner.get(path), await member.get(path)]
	expect(read).toMatchObject({ status: 200, body: { ...own.body, role: 'member' } })
	expect(own.body).toMatchObject({ id: org_id, role: 'owner', member_count: 2 })
	expect((await root.get(path)).body).toEqual({ ...own.body, role: null })
	expect((await member.patch(path, found('taken over'))).status).toBe(403)
	for (const id of ['org_01JD6Z5W3T9V7K2M4N8P0Q1R2S', '%00', 'o'.repeat(500)])
		for (const reply of [await root.get(`/v1/orgs/${id}`), await root.patch(`/v1/orgs/${id}`, found('lost'))])
			expect([id, reply]).toMatchObject([id, missing])
	expect((await owner.get(path)).body).toEqual(own.body)
	const name = unique('renamed')
	const renamed = await owner.patch(path, { name })
	expect(renamed).toMatchObject({ status: 200, body: { ...own.body, name } })
	expect((await owner.get(path)).body).toEqual(renamed.body)
	expect((await owner.patch(path, {})).body).toEqual(renamed.body)
	expect((await root.get(`/v1/admin/orgs?q=${name}`)).body).toMatchObject([{ id: org_id }])
})

test('a member reads an org that they are not acting in, with one more D1 call, and only from an address that it admits', async () => {
	const { org_id, owner, member } = await world()
	const atHome = await signIn(member.login)
	await atHome.get('/v1/me')
	expect((await counted(() => atHome.get(`/v1/orgs/${org_id}`))).calls).toBe(2)
	expect(
		(
			await owner.post(
				'/v1/ip-rules',
				{ type: 'allowlist', cidr: '198.51.100.0/24' },
				{ headers: { 'CF-Connecting-IP': '198.51.100.7' } },
			)
		).status,
	).toBe(201)
	const inside = { headers: { 'CF-Connecting-IP': '198.51.100.9' } }
	const outside = { headers: { 'CF-Connecting-IP': address() } }
	const blocked = { status: 403, body: { details: { reason: 'ip.blocked' } } }
	for (const path of ['', '/members', `/members/${owner.user_id}`]) {
		expect(await atHome.get(`/v1/orgs/${org_id}${path}`, outside)).toMatchObject(blocked)
		expect((await atHome.get(`/v1/orgs/${org_id}${path}`, inside)).status).toBe(200)
	}
	await putMember(org_id, member, 'admin')
	expect(await atHome.patch(`/v1/orgs/${org_id}`, found('moved'), outside)).toMatchObject(blocked)
	expect(await atHome.patch(`/v1/orgs/${org_id}/members/${member.user_id}`, { role: 'member' }, outside)).toMatchObject(
		blocked,
	)
	expect(await atHome.get(`/v1/orgs/${org_id}/audit-logs`, outside)).toMatchObject(blocked)
	// Leaving doesn't need the org's admission.
	expect((await atHome.delete(`/v1/me/orgs/${org_id}`, outside)).status).toBe(204)
})

test('whoever leaves an org loses its keys and its messages, and continues in another org after a refresh', async () => {
	const { org_id, member } = await world()
	const { key } = (await member.post('/v1/api-keys', { name: unique('key') })).body
	expect((await as(key).get('/v1/plans')).status).toBe(200)
	await putMember(org_id, member, 'owner')
	await env.DB.prepare(
		"INSERT INTO notifications (user_id, id, org_id, type, title, body, payload, created_at) VALUES (?, ?, ?, 'test', 'To members', '', '{}', ?)",
	)
		.bind(member.user_id, unique('ntf'), org_id, new Date().toISOString())
		.run()
	const ofOrg = async (caller: Pick<Caller, 'get'>) =>
		(await caller.get('/v1/notifications')).body.data.filter((one: { org_id: string }) => one.org_id === org_id)
	expect(await ofOrg(member)).not.toEqual([])
	expect(await member.delete(`/v1/me/orgs/${org_id}`)).toMatchObject({ status: 204, body: '' })
	expect((await member.get('/v1/me')).status).toBe(401)
	expect((await as(key).get('/v1/plans')).status).toBe(401)
	const next = await refresh(member.cookie)
	expect(next.status).toBe(200)
	const elsewhere = as(next.body.access_token)
	expect((await elsewhere.get('/v1/me')).body.orgs).not.toContainEqual(expect.objectContaining({ org_id }))
	expect(await ofOrg(elsewhere)).toEqual([])
	expect(await elsewhere.get(`/v1/orgs/${org_id}`)).toMatchObject(missing)
	expect(await elsewhere.delete(`/v1/me/orgs/${org_id}`)).toMatchObject(missing)
	const [row] = (await (await admin()).get(`/v1/admin/audit-logs?org_id=${org_id}&action=memberships.delete`)).body
	expect(row).toMatchObject({
		actor_user_id: member.user_id,
		target_id: member.user_id,
		before: { role: 'owner' },
		after: null,
	})
})

test('the last owner, the only org and an org of others cannot be left', async () => {
	const { org_id, owner, member, stranger } = await world()
	expect(await owner.delete(`/v1/me/orgs/${org_id}`)).toMatchObject(refused('orgs.last_owner'))
	for (const id of [org_id, 'nothing', '%00']) expect(await stranger.delete(`/v1/me/orgs/${id}`)).toMatchObject(missing)
	const lonely = await user('lonely')
	await putMember(lonely.org_id, owner, 'owner')
	expect(await lonely.delete(`/v1/me/orgs/${lonely.org_id}`)).toMatchObject(refused('orgs.only_one'))
	expect((await lonely.get('/v1/me')).status).toBe(200)
	await putMember(org_id, lonely, 'member')
	expect((await lonely.delete(`/v1/me/orgs/${lonely.org_id}`)).status).toBe(204)
	expect((await member.delete(`/v1/me/orgs/${org_id}`)).status).toBe(204)
})

test('of two owners who leave at once, one stays, and of two orgs left at once, one', async () => {
	const { org_id, owner, member } = await world()
	await putMember(org_id, member, 'owner')
	const elsewhere = await user('elsewhere')
	await putMember(elsewhere.org_id, owner, 'member')
	const left = await Promise.all([owner, member].map((one) => one.delete(`/v1/me/orgs/${org_id}`)))
	expect(left.map(({ status }) => status).sort()).toEqual([204, 409])
	const guest = await user('guest')
	for (const id of [org_id, guest.org_id]) await putMember(id, elsewhere, 'owner')
	await putMember(org_id, guest, 'member')
	const both = await Promise.all([org_id, guest.org_id].map((id) => guest.delete(`/v1/me/orgs/${id}`)))
	expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
})
