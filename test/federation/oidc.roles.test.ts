import { expect, test } from 'vitest'
import { HEADER, introduce, newTeam } from '../support/access-team.ts'
import { as, type Api, send } from '../support/api.ts'
import { accept, invite, memberOf, put } from '../support/invitations.ts'
import {
	type Connected,
	enter,
	ofOrg,
	ofPlatform,
	refusalIn,
	serve,
	signInWith,
	someone,
	servedProvider,
} from '../support/oidc.ts'
import { rows } from '../support/rows.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

// A role that a person gave stays when a sign-in claims a lower one, whichever way it was given and whichever way they come. And no
// role goes because a provider leaves its claim out.

interface Org {
	connection: Connected
	org_id: string
	owner: Caller
	/** Signs the member in through the connection, with what it says of their groups. */
	comes: (said?: object) => Promise<Api>
	/** The role that they have then. */
	roleOf: (said?: object) => Promise<string>
	user_id: string
	/** What the org's directory says of them. */
	directory: (method: 'patch' | 'put', body: object) => Promise<unknown>
}

const ROLES = { role_claim: 'groups', role_map: { staff: 'member', it: 'admin', board: 'owner' } }
const STAFF = { groups: 'staff' }

/** An org with a member who came through its connection, and whom its directory knows. */
async function joined(): Promise<Org> {
	const provider = await servedProvider()
	const root = await admin()
	const { id: org_id } = (await root.post('/v1/admin/orgs', { name: 'Acme' })).body
	const owner = await memberOf(org_id, 'owner')
	const connection = await ofOrg(provider, owner, ROLES)
	const email = `${unique('ada')}@${connection.domain}`
	const { claims } = someone({ email, email_verified: true })
	const comes = (said: object = STAFF): Promise<Api> => {
		serve(provider)
		return enter(provider, connection, { claims: { ...claims, ...said } })
	}
	const roleOf = async (said?: object) => (await (await comes(said)).get('/v1/me')).body.orgs[0].role as string
	const { id: user_id } = (await (await comes()).get('/v1/me')).body
	const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}/scim-token`
	const client = as((await owner.post(path)).body.token)
	const directory: Org['directory'] = async (method, body) =>
		expect((await client[method](`/scim/v2/Users/${user_id}`, { userName: email, ...body })).status).toBe(200)
	return { connection, org_id, owner, comes, roleOf, user_id, directory }
}

/** Signs a user in through Cloudflare Access. */
async function throughAccess(user_id: string): Promise<Api> {
	const team = await newTeam()
	const headers = { [HEADER]: await team.assert({ sub: await introduce(team, user_id) }) }
	const { status, body } = await send('POST', '/v1/auth/access', { body: {}, headers, env: team.env })
	expect(status).toBe(200)
	return as(body.access_token)
}

const isActive = (value: boolean) => ({ Operations: [{ op: 'replace', path: 'active', value }] })

const WAYS: Record<string, (org: Org) => Promise<unknown>> = {
	'by an owner': ({ owner, org_id, user_id }) =>
		owner.patch(`/v1/orgs/${org_id}/members/${user_id}`, { role: 'admin' }),
	'by the platform': ({ org_id, user_id }) => put(org_id, { user_id }, 'admin'),
	'by an invitation': async ({ owner, comes }) =>
		expect((await accept(await comes(), (await invite(owner, { role: 'admin' })).body.token)).status).toBe(200),
	'as the heir of the only owner': async ({ owner, org_id, user_id, connection }) => {
		const root = await admin()
		expect((await root.delete(`/v1/admin/users/${owner.user_id}`)).status).toBe(204)
		expect((await root.get(`/v1/admin/orgs/${org_id}`)).body.members).toMatchObject([{ user_id, role: 'owner' }])
		const other = await memberOf(org_id, 'owner')
		const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}`
		expect((await other.post(`${path}/confirm`)).status).toBe(200)
	},
}

const byHand = async (org: Org) => void (await WAYS['by an owner']?.(org))

test.each(Object.entries(WAYS))('given %s, it stays', async (_, give) => {
	const org = await joined()
	expect(await org.roleOf()).toBe('member')
	await give(org)
	expect(['admin', 'owner']).toContain(await org.roleOf())
})

/** What takes no role away, by the way in. */
const STAYS: Record<string, (org: Org) => Promise<unknown>> = {
	'a lower claim': ({ comes }) => comes(),
	'a claim that is left out': ({ comes }) => comes({ _claim_names: { groups: 'src1' } }),
	'a directory that says that they are here': ({ directory }) => directory('put', { active: true }),
	'a sign-in through Access': ({ user_id }) => throughAccess(user_id),
}

test.each(Object.entries(STAYS))('%s leaves a role that a person gave', async (_, comes) => {
	const org = await joined()
	await byHand(org)
	await comes(org)
	const { body } = await org.owner.get(`/v1/orgs/${org.org_id}/members/${org.user_id}`)
	expect([body.role, await org.roleOf()]).toEqual(['admin', 'admin'])
})

const ENDS: Record<string, (org: Org) => Promise<unknown>> = {
	'the claim gives a higher one': async ({ roleOf }) => expect(await roleOf({ groups: ['board'] })).toBe('owner'),
	'an owner lowers it': ({ owner, org_id, user_id }) =>
		owner.patch(`/v1/orgs/${org_id}/members/${user_id}`, { role: 'member' }),
	'the directory deactivates them': async ({ directory, owner, org_id, user_id }) => {
		for (const value of [false, true]) await directory('patch', isActive(value))
		expect((await owner.get(`/v1/orgs/${org_id}/members/${user_id}`)).body.role).not.toBe('admin')
	},
}

test.each(Object.entries(ENDS))('a role that a person gave goes when %s', async (_, end) => {
	const org = await joined()
	await byHand(org)
	await end(org)
	expect(await org.roleOf()).toBe('member')
})

/** How providers leave a claim out that is too long. */
const LEFT_OUT: [string, object][] = [
	['absent', {}],
	['null', { groups: null }],
	['an empty list', { groups: [] }],
]
const LONG = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }

test.each(LEFT_OUT)('a claim that is too long, and %s, takes no role in an org away', async (_, beside) => {
	const { roleOf, owner, org_id, connection } = await joined()
	expect(await roleOf({ groups: ['it'] })).toBe('admin')
	for (const default_role of ['member', null]) {
		await owner.patch(`/v1/orgs/${org_id}/oidc-connections/${connection.id}`, { default_role })
		expect(await roleOf({ ...LONG, ...beside })).toBe('admin')
	}
})

test('a claim that is left out without a word gives nothing', async () => {
	const provider = await servedProvider()
	const connection = await ofOrg(provider, await memberOf((await joined()).org_id, 'owner'), ROLES)
	serve(provider)
	const { claims } = someone(STAFF)
	await enter(provider, connection, { claims })
	const said = { claims: { sub: claims.sub, _claim_names: { roles: 'src1' } } }
	expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.no_role' })
})

test.each(LEFT_OUT)(
	'a platform role whose claim is too long, and %s, holds for one session after the last sign-in that gave it',
	async (_, beside) => {
		const provider = await servedProvider()
		const root = await admin()
		const fields = { role_claim: 'groups', role_map: { ops: 'auditor' }, session_max_age: 3600 }
		const connection = await ofPlatform(provider, root, fields)
		const { claims } = someone({ email: `${unique('op')}@${connection.domain}`, email_verified: true })
		const meWith = async (more: object) => {
			serve(provider)
			return (await (await enter(provider, connection, { claims: { ...claims, ...more } })).get('/v1/me')).body
		}
		const { id, roles } = await meWith({ groups: ['ops'] })
		expect(roles).toEqual(['auditor'])
		const read = 'SELECT roles_read_at FROM identities WHERE connection_id = ?'
		const readAt = await rows(read, connection.id)
		expect((await meWith({ ...LONG, ...beside })).roles).toEqual(['auditor'])
		expect(await rows(read, connection.id)).toEqual(readAt)
		const [told] = (await root.get('/v1/notifications?limit=1')).body.data
		expect(told).toMatchObject({ type: 'security.roles_unread', payload: { user_id: id } })
		const [session] = await rows<{ lasts_s: number }>(
			'SELECT unixepoch(expires_at) - unixepoch(created_at) AS lasts_s FROM sessions WHERE connection_id = ? ORDER BY id DESC LIMIT 1',
			connection.id,
		)
		expect(session?.lasts_s).toBeLessThanOrEqual(3600)
		expect((await (await throughAccess(id)).get('/v1/me')).body.roles).toEqual(['auditor'])
		await rows(
			"UPDATE identities SET roles_read_at = '2026-01-01T00:00:00.000Z' WHERE connection_id = ?",
			connection.id,
		)
		expect((await meWith({ ...LONG, ...beside })).roles).toEqual([])
	},
)

test('a sign-in through a connection that says nothing of platform roles makes none last longer', async () => {
	const provider = await servedProvider()
	const root = await admin()
	const fields = { role_claim: 'groups', role_map: { ops: 'auditor' }, session_max_age: 3600 }
	const connection = await ofPlatform(provider, root, fields)
	const silent = await ofPlatform(provider, root, { name: 'Without roles' })
	const org = await ofOrg(provider, await user('owner'), { default_role: 'member' })
	const { claims } = someone({ email: `${unique('op')}@${connection.domain}`, email_verified: true })
	const enterBy = (through: Connected, more: object = {}) =>
		enter(provider, through, { claims: { ...claims, ...more } })
	const rolesWith = async (more: object) => (await (await enterBy(connection, more)).get('/v1/me')).body.roles
	const before = '2026-01-01T00:00:00.000Z'
	for (const noted of [
		[before, before],
		[null, before],
		[null, null],
	])
		for (const other of [org, silent]) {
			expect(await rolesWith({ groups: ['ops'] })).toEqual(['auditor'])
			await rows('UPDATE identities SET roles_read_at = ?, last_used_at = ? WHERE subject = ?', ...noted, claims.sub)
			await enterBy(other)
			expect(await rolesWith(LONG)).toEqual([])
		}
})
