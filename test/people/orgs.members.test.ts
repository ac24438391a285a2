import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { memberOf, put as putMember, rolesIn } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { missing } from '../support/replies.ts'
import { admin, type Caller, signIn, unique, world } from '../support/world.ts'

const UNKNOWN = 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S'
const ofOwners = { status: 403, body: { error: 'auth.forbidden', details: { reason: 'members.owner' } } }
const lastOwner = { status: 409, body: { error: 'conflict', details: { reason: 'orgs.last_owner' } } }
const pathOf = (org_id: string, { user_id }: { user_id: string }) => `/v1/orgs/${org_id}/members/${user_id}`

/** An org with an owner, two admins and a plain member, all acting in it. */
async function team() {
	const { org_id, owner, member } = await world()
	return { org_id, owner, member, boss: await memberOf(org_id, 'admin'), deputy: await memberOf(org_id, 'admin') }
}

test('every member lists the members, page by page, without their addresses', async () => {
	const { org_id, owner, member, boss, deputy } = await team()
	const list = await member.get(`/v1/orgs/${org_id}/members`)
	expect(list.status).toBe(200)
	const shown = ({ user_id, login }: Caller, role: string) => ({
		user_id,
		login,
		username: login,
		role,
		created_at: expect.any(String),
	})
	const members = [shown(deputy, 'admin'), shown(boss, 'admin'), shown(member, 'member'), shown(owner, 'owner')]
	expect(list.body).toHaveLength(4)
	for (const one of members) expect(list.body).toContainEqual(one)
	const ids = list.body.map(({ user_id }: { user_id: string }) => user_id)
	expect(ids).toEqual(ids.toSorted().toReversed())
	expect(JSON.stringify(list.body)).not.toContain('@example.com')
	expect((await owner.get(`/v1/orgs/${org_id}/members`)).body).toEqual(list.body)
	const first = await member.get(`/v1/orgs/${org_id}/members?limit=3`)
	const rest = await member.get(`/v1/orgs/${org_id}/members?limit=3&cursor=${first.headers.get('Next-Cursor')}`)
	expect([...first.body, ...rest.body]).toEqual(list.body)
	expect((await member.get(pathOf(org_id, owner))).body).toEqual(list.body.at(ids.indexOf(owner.user_id)))
	expect(await (await admin()).get('/v1/orgs/nothing/members')).toMatchObject(missing)
	for (const user_id of [UNKNOWN, 'x', '%00'])
		expect(await member.get(pathOf(org_id, { user_id }))).toMatchObject(missing)
})

test('a plain member reads the members and changes none, not even themselves', async () => {
	const { org_id, owner, member } = await team()
	for (const one of [owner, member]) {
		expect((await member.patch(pathOf(org_id, one), { role: 'admin' })).status).toBe(403)
		expect((await member.delete(pathOf(org_id, one))).status).toBe(403)
	}
	// Whoever manages another org, and is a plain member here, is refused by their role here.
	const atHome = await signIn(member.login)
	expect(await atHome.patch(pathOf(org_id, member), { role: 'admin' })).toMatchObject({
		status: 403,
		body: { details: { permission: 'org.settings' } },
	})
	expect((await rolesIn(org_id))[member.user_id]).toBe('member')
})

test('an admin promotes and removes members and admins, with effect at once', async () => {
	const { org_id, boss, deputy, member } = await team()
	const read = await boss.get(pathOf(org_id, member))
	const changed = await boss.patch(pathOf(org_id, member), { role: 'admin' })
	expect(changed).toMatchObject({ status: 200, body: { ...read.body, role: 'admin' } })
	expect((await boss.get(pathOf(org_id, member))).body).toEqual(changed.body)
	expect((await member.get('/v1/me')).body.permissions).toContain('org.settings')
	expect((await boss.patch(pathOf(org_id, member), {})).body).toEqual(changed.body)
	expect((await boss.patch(pathOf(org_id, deputy), { role: 'member' })).status).toBe(200)
	expect((await deputy.get('/v1/me')).body.permissions).toEqual([])
	const { key } = (await deputy.post('/v1/api-keys', { name: unique('key') })).body
	expect(await boss.delete(pathOf(org_id, deputy))).toMatchObject({ status: 204, body: '' })
	expect((await deputy.get('/v1/me')).status).toBe(401)
	expect((await as(key).get('/v1/plans')).status).toBe(401)
	expect(await boss.delete(pathOf(org_id, deputy))).toMatchObject(missing)
	expect((await boss.patch(pathOf(org_id, boss), { role: 'member' })).status).toBe(200)
	expect((await boss.patch(pathOf(org_id, member), { role: 'member' })).status).toBe(403)
})

test('an admin neither touches owners nor makes them, and an owner does both', async () => {
	const { org_id, owner, boss, deputy, member } = await team()
	for (const role of ['admin', 'member', 'owner', undefined])
		expect(await boss.patch(pathOf(org_id, owner), { role })).toMatchObject(ofOwners)
	expect(await boss.delete(pathOf(org_id, owner))).toMatchObject(ofOwners)
	for (const one of [boss, deputy, member])
		expect(await boss.patch(pathOf(org_id, one), { role: 'owner' })).toMatchObject(ofOwners)
	expect(await rolesIn(org_id)).toMatchObject({ [owner.user_id]: 'owner', [boss.user_id]: 'admin' })
	expect((await owner.patch(pathOf(org_id, boss), { role: 'owner' })).status).toBe(200)
	expect((await boss.patch(pathOf(org_id, owner), { role: 'admin' })).status).toBe(200)
	expect(await owner.patch(pathOf(org_id, boss), { role: 'member' })).toMatchObject(ofOwners)
	for (const role of ['admin', 'member'])
		expect(await boss.patch(pathOf(org_id, boss), { role })).toMatchObject(lastOwner)
	expect(await boss.delete(pathOf(org_id, boss))).toMatchObject(lastOwner)
	expect(await boss.patch(pathOf(org_id, { user_id: UNKNOWN }), { role: 'owner' })).toMatchObject(missing)
})

test('an admin who removes somebody while an owner promotes them gets no owner out', async () => {
	for (let round = 0; round < 5; round += 1) {
		const { org_id, owner, boss, deputy } = await team()
		const [promoted, removed, demoted] = await Promise.all([
			owner.patch(pathOf(org_id, deputy), { role: 'owner' }),
			boss.delete(pathOf(org_id, deputy)),
			boss.patch(pathOf(org_id, deputy), { role: 'member' }),
		])
		const role = (await rolesIn(org_id))[deputy.user_id]
		// Either they went before the promotion, or the promotion holds.
		if (removed.status === 204)
			expect([role, demoted.status === 200 || demoted.status === 404]).toEqual([undefined, true])
		else expect([role, promoted.status, removed.body.details]).toEqual(['owner', 200, { reason: 'members.owner' }])
	}
})

test('when an owner is demoted while they promote and demote others, the org keeps an owner and they promote nobody afterwards', async () => {
	const { org_id, owner, boss, deputy, member } = await team()
	await putMember(org_id, boss, 'owner')
	const [demoted, ...made] = await Promise.all([
		boss.patch(pathOf(org_id, owner), { role: 'member' }),
		owner.patch(pathOf(org_id, deputy), { role: 'owner' }),
		owner.patch(pathOf(org_id, boss), { role: 'member' }),
	])
	const roles = await rolesIn(org_id)
	expect(Object.values(roles)).toContain('owner')
	expect([200, 403]).toContain(demoted.status)
	for (const { status } of made) expect([200, 403]).toContain(status)
	if (demoted.status === 200) expect((await owner.patch(pathOf(org_id, member), { role: 'owner' })).status).toBe(403)
})

test('of two owners who remove each other at once, one stays', async () => {
	const { org_id, owner, boss } = await team()
	await putMember(org_id, boss, 'owner')
	const responses = await Promise.all([owner.delete(pathOf(org_id, boss)), boss.delete(pathOf(org_id, owner))])
	expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
	expect(Object.values(await rolesIn(org_id)).filter((role) => role === 'owner')).toHaveLength(1)
})

test('an API key administers its own org as an admin at most, even that of an owner', async () => {
	const { org_id, owner, boss, member } = await team()
	const keyOf = async (caller: Caller, scopes: string[]) =>
		as((await caller.post('/v1/api-keys', { name: unique('key'), scopes })).body.key)
	const [key, reader] = [await keyOf(owner, ['org.settings']), await keyOf(member, [])]
	expect((await reader.get(`/v1/orgs/${org_id}`)).body).toMatchObject({ id: org_id, role: 'member' })
	expect((await reader.get(`/v1/orgs/${org_id}/members`)).body).toHaveLength(4)
	expect((await reader.patch(pathOf(org_id, member), { role: 'admin' })).status).toBe(403)
	expect((await key.patch(pathOf(org_id, member), { role: 'admin' })).status).toBe(200)
	expect(await key.patch(pathOf(org_id, boss), { role: 'owner' })).toMatchObject(ofOwners)
	expect(await key.delete(pathOf(org_id, owner))).toMatchObject(ofOwners)
	const other = (await owner.post('/v1/orgs', { name: unique('other') })).body
	expect(await key.get(`/v1/orgs/${other.id}`)).toMatchObject(missing)
	expect(await key.get(`/v1/orgs/${other.id}/members`)).toMatchObject(missing)
	expect(await key.delete(pathOf(other.id, owner))).toMatchObject(missing)
})

test("an operator's own org gives nothing in another: operations changes members there, and nobody's owner", async () => {
	const { org_id, owner, boss, member } = await team()
	const at = pathOf(org_id, member)
	for (const role of ['support', 'billing', 'auditor']) {
		const one = await operator([role])
		expect((await one.get(at)).status, role).toBe(200)
		for (const response of [await one.patch(at, { role: 'admin' }), await one.delete(at)])
			expect(response, role).toMatchObject({ status: 403, body: { error: 'auth.forbidden' } })
	}
	const operations = await operator(['operations'])
	expect(await operations.patch(at, { role: 'owner' })).toMatchObject(ofOwners)
	expect(await operations.delete(pathOf(org_id, owner))).toMatchObject(ofOwners)
	expect((await operations.patch(at, { role: 'admin' })).status).toBe(200)
	expect((await operations.delete(pathOf(org_id, boss))).status).toBe(204)
	await putMember(org_id, operations, 'member')
	expect(await operations.patch(pathOf(org_id, operations), { role: 'admin' })).toMatchObject({
		status: 403,
		body: { error: 'auth.forbidden', details: { reason: 'roles.self' } },
	})
	const notices = (await owner.get('/v1/notifications')).body.data.filter(
		({ type }: { type: string }) => type === 'security.membership_changed',
	)
	expect(notices.map(({ body }: { body: string }) => body)).toEqual([
		`${boss.login} was removed.`,
		`${member.login} is now a member with the role admin.`,
	])
})

test.for(['', 'OWNER', 'root', 7, null, ['owner']])('the role %j is 400 and changes nothing', async (role) => {
	const { org_id, owner, member } = await world()
	expect(await owner.patch(pathOf(org_id, member), { role })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'role' }] } },
	})
	expect((await rolesIn(org_id))[member.user_id]).toBe('member')
})
