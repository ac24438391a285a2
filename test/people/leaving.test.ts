import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { accept, invite, memberOf, put } from '../support/invitations.ts'
import { NO_PLACE } from '../support/jobs.ts'
import {
	directoryOfOrg,
	enter,
	newProvider,
	ofOrg,
	ofPlatform,
	refusalIn,
	serve,
	signInWith,
	someone,
} from '../support/oidc.ts'
import { operator } from '../support/operators.ts'
import { remindOfNarrowed, systemContext } from '../support/program.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, type Caller, signIn, user } from '../support/world.ts'

const [root, provider] = [await admin(), await newProvider()]
beforeEach(() => void serve(provider))

/** An org with another owner, whose connection the first one made. */
async function connectedOrg(
	fields: object = { role_claim: 'groups', role_map: { it: 'admin' }, default_role: 'member' },
) {
	const leaver = await user('leaver')
	const { org_id } = leaver
	const connection = await ofOrg(provider, leaver, fields)
	const owner = await memberOf(org_id, 'owner')
	const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}`
	return {
		leaver,
		owner,
		org_id,
		connection,
		path,
		remove: () => owner.delete(`/v1/orgs/${org_id}/members/${leaver.user_id}`),
	}
}

const noticesOf = async (who: Pick<Caller, 'get'>, type: string) =>
	(await who.get('/v1/notifications?limit=50')).body.data.filter((one: { type: string }) => one.type === type)

const refusedBy = async (connection_id: string, said = someone()) =>
	refusalIn(await signInWith(connection_id, provider, said)).refused

describe('a connection whose decider leaves', () => {
	test('continues for who is linked, as a member, and admits nobody new', async () => {
		const { owner, org_id, connection, path, remove } = await connectedOrg()
		const said = someone({ email: `it@${connection.domain}`, email_verified: true, groups: ['it'] })
		const before = await enter(provider, connection, said)
		expect((await before.get(`/v1/orgs/${org_id}/invitations`)).status).toBe(200)
		expect((await remove()).status).toBe(204)
		expect((await owner.get(path)).body.waits_since).toMatch(/^20/)
		const after = await enter(provider, connection, said)
		for (const session of [before, after]) {
			expect((await session.get(`/v1/orgs/${org_id}/invitations`)).status).toBe(403)
			expect((await session.get(`/v1/orgs/${org_id}`)).status).toBe(200)
			expect((await session.get('/v1/me')).body.permissions).toEqual([])
		}
		const { user_id } = (await env.DB.prepare('SELECT user_id FROM identities WHERE connection_id = ?')
			.bind(connection.id)
			.first<{ user_id: string }>()) as { user_id: string }
		expect((await owner.get(`/v1/orgs/${org_id}/members/${user_id}`)).body.role).toBe('admin')
		expect(await refusedBy(connection.id)).toBe('oidc.waits')
		expect((await before.post(`${path}/confirm`)).status).toBe(403)
		expect(await owner.post(`${path}/confirm`)).toMatchObject({
			status: 200,
			body: { waits_since: null, decided_by: owner.user_id },
		})
		expect((await after.get(`/v1/orgs/${org_id}/invitations`)).status).toBe(200)
		await enter(provider, connection, someone())
		expect(await owner.post(`${path}/confirm`)).toMatchObject({
			status: 409,
			body: { details: { reason: 'oidc.not_waiting' } },
		})
	})

	test('is confirmed in the call that removes them, and only by who may', async () => {
		const { owner, org_id, leaver, connection, path } = await connectedOrg()
		const at = `/v1/orgs/${org_id}/members/${leaver.user_id}`
		const other = await ofOrg(provider, owner)
		const keepsOthers = await owner.delete(`${at}?keep_connections=${other.id}`)
		expect(keepsOthers).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'keep_connections' }] } },
		})
		const plan = await owner.delete(at, { headers: { 'Dry-Run': 'true' } })
		expect(plan.body.effects).toContain('Leaves to whoever decides: Acme.')
		expect((await owner.delete(`${at}?keep_connections=${connection.id}`)).status).toBe(204)
		expect((await owner.get(path)).body).toMatchObject({ waits_since: null, decided_by: owner.user_id })
		expect(await noticesOf(owner, 'security.left_behind')).toEqual([])
	})

	test('waits after a demotion, a suspension or a deletion, and a role that comes back ends no wait', async () => {
		const demoted = await connectedOrg()
		await demoted.owner.patch(`/v1/orgs/${demoted.org_id}/members/${demoted.leaver.user_id}`, { role: 'admin' })
		await put(demoted.org_id, demoted.leaver, 'owner')
		expect((await demoted.owner.get(demoted.path)).body.waits_since).toMatch(/^20/)
		const suspended = await connectedOrg()
		await root.patch(`/v1/admin/users/${suspended.leaver.user_id}`, { status: 'suspended' })
		await root.patch(`/v1/admin/users/${suspended.leaver.user_id}`, { status: 'active' })
		expect((await suspended.owner.get(suspended.path)).body.waits_since).toMatch(/^20/)
		const deleted = await connectedOrg()
		await root.delete(`/v1/admin/users/${deleted.leaver.user_id}`)
		expect((await deleted.owner.get(deleted.path)).body.waits_since).toMatch(/^20/)
		expect(await noticesOf(deleted.owner, 'security.left_behind')).toMatchObject([
			{ org_id: deleted.org_id, payload: { connection_ids: [deleted.connection.id] } },
		])
	})

	test('is not confirmed in a session that came through it, nor by a platform admin while an owner can', async () => {
		const { leaver, org_id, connection, path, remove } = await connectedOrg({
			role_claim: 'groups',
			role_map: { it: 'owner' },
		})
		const said = someone({ groups: ['it'] })
		await enter(provider, connection, said)
		await remove()
		expect(await root.post(`${path}/confirm`)).toMatchObject({ status: 403 })
		expect((await (await enter(provider, connection, said)).post(`${path}/confirm`)).status).toBe(403)
		await env.DB.prepare(
			"DELETE FROM passwords WHERE user_id IN (SELECT user_id FROM memberships WHERE org_id = ? AND role = 'owner')",
		)
			.bind(org_id)
			.run()
		expect(await root.post(`${path}/confirm`)).toMatchObject({ status: 200, body: { decided_by: root.user_id } })
		expect(leaver.user_id).not.toBe(root.user_id)
	})

	test('holds nobody who decides to it while it waits', async () => {
		const { owner, org_id, connection, path, leaver } = await connectedOrg()
		const member = await memberOf(org_id, 'member')
		await env.DB.prepare('INSERT INTO sign_in_requirements (id, owner, connection_id, created_at) VALUES (?, ?, ?, ?)')
			.bind(`connection:${connection.id}`, org_id, connection.id, new Date().toISOString())
			.run()
		const again = (who: Caller) => who.get(`/v1/orgs/${org_id}/members`)
		const elsewhere = await signIn(owner.login)
		expect((await elsewhere.get(`/v1/orgs/${org_id}`)).status).toBe(403)
		await root.delete(`/v1/admin/orgs/${org_id}/members/${leaver.user_id}`)
		expect((await elsewhere.get(`/v1/orgs/${org_id}`)).status).toBe(200)
		expect((await again({ ...owner, ...(await signIn(owner.login, org_id)) })).status).toBe(200)
		const outside = await signIn(member.login)
		expect((await outside.get(`/v1/orgs/${org_id}`)).status).toBe(403)
		expect((await owner.get(path)).body.is_required).toBe(true)
	})

	test('of the platform gives no platform role, and reaches no account', async () => {
		const maker = await operator(['admin'])
		const connection = await ofPlatform(provider, maker, { role_claim: 'groups', role_map: { it: 'auditor' } })
		const said = someone({ email: `op@${connection.domain}`, email_verified: true, groups: ['it'] })
		const auditor = await enter(provider, connection, said)
		expect((await auditor.get('/v1/admin/users')).status).toBe(200)
		expect((await root.put(`/v1/admin/users/${maker.user_id}/roles`, { roles: [] })).status).toBe(200)
		expect((await root.get(`/v1/admin/oidc-connections/${connection.id}`)).body.waits_since).toMatch(/^20/)
		const again = await enter(provider, connection, said)
		for (const session of [auditor, again]) {
			expect((await session.get('/v1/admin/users')).status).toBe(403)
			expect((await session.post('/v1/me/passkeys/options')).body.details.reason).toBe('oidc.through_org')
		}
		expect(await refusedBy(connection.id, someone({ email: `new@${connection.domain}`, email_verified: true }))).toBe(
			'oidc.waits',
		)
		expect((await root.post(`/v1/admin/oidc-connections/${connection.id}/confirm`)).status).toBe(200)
		expect((await again.get('/v1/admin/users')).status).toBe(200)
	})
})

describe('what a leaver leaves besides', () => {
	test('is listed to the owners: the keys that they have seen, until each is rotated or deleted', async () => {
		const { leaver, owner, org_id, connection, remove } = await connectedOrg()
		const service = await serviceOf(leaver, org_id)
		await remove()
		const [notice] = await noticesOf(owner, 'security.left_behind')
		expect(notice.body).toContain('rotate or end them')
		expect(notice.payload).toEqual({
			code: 'left_behind',
			values: {
				user: expect.any(String),
				connections: [expect.any(String)],
				tokens: [],
				accounts: [expect.any(String)],
			},
			user_id: leaver.user_id,
			service_account_id: null,
			connection_ids: [connection.id],
			scim_token_connection_ids: [],
			service_account_key_ids: [service.key_id],
		})
		const left = async () =>
			(await owner.get(`/v1/orgs/${org_id}/left-behind`)).body.items.map(
				({ kind, id }: Record<string, string>) => `${kind} ${id}`,
			)
		expect((await left()).toSorted()).toEqual([
			`oidc_connection ${connection.id}`,
			`service_account_key ${service.key_id}`,
		])
		expect((await owner.get(`${service.path}/keys/${service.key_id}`)).body.maker_left_at).toMatch(/^20/)
		expect((await root.get(`/v1/admin/users/${leaver.user_id}/left-behind`)).body.items).toHaveLength(2)
		await owner.post(`${service.path}/keys/${service.key_id}/rotate`, { overlap_s: 0 })
		expect(await left()).toEqual([`oidc_connection ${connection.id}`])
	})

	test('an invitation of theirs stays void when they are promoted again', async () => {
		const owner = await user('owner')
		const { org_id } = owner
		const inviter = await memberOf(org_id, 'admin')
		const sent = await invite(inviter)
		await put(org_id, inviter, 'member')
		await put(org_id, inviter, 'admin')
		expect((await accept(await user(), sent.body.token)).status).toBe(404)
		expect((await owner.get(`/v1/orgs/${org_id}/invitations/${sent.body.id}`)).body.state).toBe('void')
		const again = await owner.post(`/v1/orgs/${org_id}/invitations/${sent.body.id}/resend`)
		expect((await accept(await user(), again.body.token)).status).toBe(200)
	})

	test('a demotion that leaves the right to invite voids nothing else', async () => {
		const owner = await user('owner')
		const { org_id } = owner
		const inviter = await memberOf(org_id, 'owner')
		const [asOwner, asMember] = [await invite(inviter, { role: 'owner' }), await invite(inviter)]
		await put(org_id, inviter, 'admin')
		const stateOf = async ({ body }: typeof asOwner) =>
			(await owner.get(`/v1/orgs/${org_id}/invitations/${body.id}`)).body.state
		expect([await stateOf(asOwner), await stateOf(asMember)]).toEqual(['void', 'open'])
	})
})

describe('a SCIM token whose maker leaves', () => {
	const USERS = '/scim/v2/Users'
	const off = { Operations: [{ op: 'replace', path: 'active', value: false }] }

	test('reads, puts out plain members whom it made, and nothing else', async () => {
		const { owner: leaver, connection, client } = await directoryOfOrg(provider)
		const { org_id } = leaver
		const owner = await memberOf(org_id, 'owner')
		const made = async (name: string) =>
			(await client.post(USERS, { userName: `${name}@${connection.domain}` })).body.id as string
		const [plain, raised, gone] = [await made('plain'), await made('raised'), await made('gone')]
		await owner.patch(`/v1/orgs/${org_id}/members/${raised}`, { role: 'admin' })
		await owner.delete(`/v1/orgs/${org_id}/members/${leaver.user_id}`)
		expect((await client.get(USERS)).status).toBe(200)
		const narrowed = { status: 403, body: { reason: 'scim.narrowed' } }
		const refusals = [
			await client.post(USERS, { userName: `new@${connection.domain}` }),
			await client.patch(`${USERS}/${plain}`, { Operations: [{ op: 'replace', path: 'externalId', value: 'x' }] }),
			await client.patch(`${USERS}/${raised}`, off),
			await client.delete(`${USERS}/${raised}`),
			await client.delete(`${USERS}/${owner.user_id}`),
		]
		for (const { status, body } of refusals) expect({ status, body: { reason: body.details.reason } }).toEqual(narrowed)
		expect((await client.patch(`${USERS}/${plain}`, off)).status).toBe(200)
		expect((await client.delete(`${USERS}/${gone}`)).status).toBe(204)
		const refused = await noticesOf(owner, 'security.scim_token_narrowed')
		expect(refused.map(({ payload }: { payload: { user_id: string } }) => payload.user_id).toSorted()).toEqual(
			[raised, owner.user_id].toSorted(),
		)
		const [left] = await noticesOf(owner, 'security.left_behind')
		expect(left.payload.scim_token_connection_ids).toEqual([connection.id])
	})

	test('is named every day, ends after 14 days, and a new one is whole', async () => {
		const { owner: leaver, connection, client, path } = await directoryOfOrg(provider)
		const owner = await memberOf(leaver.org_id, 'owner')
		await owner.delete(`/v1/orgs/${leaver.org_id}/members/${leaver.user_id}`)
		const ends = (await owner.get(path.replace('/scim-token', ''))).body.scim_token_ends_at
		expect(Date.parse(ends)).toBeGreaterThan(Date.now() + 13 * 86_400_000)
		const days = (count: number) =>
			env.DB.prepare(
				"UPDATE scim_tokens SET told_at = strftime('%Y-%m-%dT%H:%M:%fZ', told_at, ?2), narrowed_at = strftime('%Y-%m-%dT%H:%M:%fZ', narrowed_at, ?2) WHERE connection_id = ?1",
			)
				.bind(connection.id, `-${count} days`)
				.run()
		const remind = () => remindOfNarrowed(systemContext(env), NO_PLACE)
		await remind()
		expect(await noticesOf(owner, 'security.scim_token_narrowed')).toEqual([])
		await days(1)
		await remind()
		await remind()
		expect(await noticesOf(owner, 'security.scim_token_narrowed')).toHaveLength(1)
		await days(13)
		await remind()
		expect((await client.get(USERS)).status).toBe(401)
		expect(await noticesOf(owner, 'security.scim_token_narrowed')).toHaveLength(2)
		await owner.post(path.replace('/scim-token', '/confirm'))
		const fresh = (await owner.post(path)).body.token
		expect(fresh).toMatch(/^scim_/)
	})
})
