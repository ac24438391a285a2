import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, type Reply, send } from '../support/api.ts'
import { type Send, sendingBy } from '../support/d1.ts'
import {
	directoryOfOrg,
	directoryOfPlatform,
	enter,
	newProvider,
	ofOrg,
	refusalIn,
	serve,
	signInWith,
	someone,
} from '../support/oidc.ts'
import { admin, type Caller, hasVerified, unique, user } from '../support/world.ts'

// What SCIM clients send, in the forms that Okta, Microsoft Entra and others use, and what they must not achieve.

const [root, provider] = [await admin(), await newProvider()]
beforeEach(() => void serve(provider))

const USERS = '/scim/v2/Users'
const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error']

async function ofAnOrg() {
	const directory = await directoryOfOrg(provider)
	const { client, connection } = directory
	const add = async (name: string, fields: object = {}) =>
		(await client.post(USERS, { userName: `${name}@${connection.domain}`, ...fields })).body
	return { ...directory, add }
}

const patch = (...Operations: object[]) => ({
	schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
	Operations,
})

describe('a PATCH that deactivates', () => {
	test.for<[string, object]>([
		['in the form of Okta', { op: 'replace', value: { active: false } }],
		['in the form of Microsoft Entra', { op: 'Replace', path: 'active', value: 'False' }],
		[
			'with the schema in its path',
			{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
		],
		[
			'with the schema in its value',
			{ op: 'replace', value: { 'URN:ietf:params:scim:schemas:core:2.0:User:Active': false } },
		],
		['by adding it', { op: 'Add', path: 'Active', value: 'false' }],
	])('%s does so', async ([, operation]) => {
		const { client, add } = await ofAnOrg()
		const { id } = await add('ada')
		expect((await client.patch(`${USERS}/${id}`, patch(operation))).body.active).toBe(false)
	})

	test.for<[string, object]>([
		['takes a value that is no boolean', { op: 'replace', path: 'active', value: 'no' }],
		['removes the attribute', { op: 'remove', path: 'active' }],
		['moves it', { op: 'move', path: 'active', value: false }],
	])('and %s is refused, and changes nothing', async ([, operation]) => {
		const { client, add } = await ofAnOrg()
		const { id } = await add('ada')
		const reply = await client.patch(
			`${USERS}/${id}`,
			patch({ op: 'replace', path: 'externalId', value: 'e' }, operation),
		)
		expect(reply).toMatchObject({ status: 400, body: { schemas: ERROR, status: '400' } })
		const { body } = await client.get(`${USERS}/${id}`)
		expect(body.active).toBe(true)
		expect(body.externalId).toBeUndefined()
	})

	test('leaves service accounts and keys of other orgs alone, and ends everything else at once', async () => {
		const { owner, connection, client } = await ofAnOrg()
		const email = `bo@${connection.domain}`
		const bo = await user('bo')
		await hasVerified(bo, email)
		await root.put(`/v1/admin/orgs/${owner.org_id}/members/${bo.user_id}`, { role: 'admin' })
		const elsewhere = as((await bo.post('/v1/api-keys', { name: 'elsewhere' })).body.key)
		const there = await enter(provider, connection, someone({ email, email_verified: true }))
		const own = as((await there.post('/v1/api-keys', { name: 'own' })).body.key)
		const services = `/v1/orgs/${owner.org_id}/service-accounts`
		const account = (await there.post(services, { name: unique('robot'), role: 'member' })).body
		const robot = as((await owner.post(`${services}/${account.id}/keys`, { name: 'k' })).body.key)
		const at = `/v1/orgs/${owner.org_id}`
		for (const one of [own, robot, there]) expect((await one.get(at)).status).toBe(200)
		await client.patch(`${USERS}/${bo.user_id}`, patch({ op: 'replace', path: 'active', value: false }))
		expect((await own.get(at)).status).toBe(401)
		expect((await there.get(at)).status).toBe(401)
		expect((await send('POST', '/v1/auth/refresh', { headers: { Cookie: there.cookie } })).status).toBe(401)
		expect((await robot.get(at)).status).toBe(200)
		expect((await elsewhere.get('/v1/plans')).status).toBe(200)
		expect((await bo.get('/v1/me')).status).toBe(200)
		expect((await bo.get(at)).status).toBe(404)
	})
})

describe('the word of a client', () => {
	/** What an owner's invitation by name leaves. */
	const letIn = ({ org_id }: Caller, user_id: string) =>
		env.DB.prepare("INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (?, ?, 'member', '2026-01-01')")
			.bind(org_id, user_id)
			.run()
	const active = (is: boolean) => patch({ op: 'replace', path: 'active', value: is })

	test('keeps nobody out whom an owner lets in by name since, until it says so again', async () => {
		const { owner, connection, client } = await ofAnOrg()
		const said = someone({ email: `cy@${connection.domain}`, email_verified: true })
		const { id } = (await (await enter(provider, connection, said)).get('/v1/me')).body
		await client.patch(`${USERS}/${id}`, active(false))
		expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
		await letIn(owner, id)
		await enter(provider, connection, said)
		expect((await client.patch(`${USERS}/${id}`, active(false))).body.active).toBe(false)
		expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
		expect((await client.patch(`${USERS}/${id}`, active(true))).body.active).toBe(true)
		await enter(provider, connection, said)
	})

	test("isn't undone by another connection of the org, until an owner lets them in again", async () => {
		const { owner, connection, client } = await ofAnOrg()
		const another = await ofOrg(provider, owner, { default_role: 'admin' })
		const said = someone({ email: `di@${connection.domain}`, email_verified: true })
		const { id } = (await (await enter(provider, connection, said)).get('/v1/me')).body
		await client.patch(`${USERS}/${id}`, active(false))
		expect(refusalIn(await signInWith(another.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
		await letIn(owner, id)
		await enter(provider, another, said)
	})

	test('counts for somebody who is signing in right then', async () => {
		const { owner, connection, client, add } = await ofAnOrg()
		const said = someone({ email: `ed@${connection.domain}`, email_verified: true })
		const { id } = await add('ed')
		await root.delete(`/v1/admin/orgs/${owner.org_id}/members/${id}`)
		let isOut = false
		const deactivating = (original: Send): Send =>
			async function (...args) {
				if (!isOut && JSON.stringify(args).includes('insert into \\"sessions\\"')) {
					isOut = true
					expect((await client.patch(`${USERS}/${id}`, active(false))).body.active).toBe(false)
				}
				return original.apply(this, args)
			}
		const reply = await sendingBy(deactivating, () => signInWith(connection.id, provider, said))
		expect([isOut, refusalIn(reply)]).toMatchObject([true, { refused: 'oidc.inactive' }])
		const { body } = await owner.get(`/v1/orgs/${owner.org_id}/members`)
		expect(body.map(({ user_id }: { user_id: string }) => user_id)).toEqual([owner.user_id])
	})

	test('brings nobody back whom an operator suspended after it', async () => {
		const { connection, client } = await directoryOfPlatform(provider)
		const { id } = (await client.post(USERS, { userName: `di@${connection.domain}` })).body
		const status = (to: string) => root.patch(`/v1/admin/users/${id}`, { status: to })
		await client.patch(`${USERS}/${id}`, active(false))
		await status('suspended')
		expect((await client.patch(`${USERS}/${id}`, active(true))).body.active).toBe(false)
		await status('active')
		expect((await client.delete(`${USERS}/${id}`)).status).toBe(204)
		await status('suspended')
		expect((await client.post(USERS, { userName: `di@${connection.domain}` })).status).toBe(409)
		expect((await root.get(`/v1/admin/users/${id}`)).body.status).toBe('suspended')
	})

	test('that is repeated does not bring back somebody who left since', async () => {
		const { client, connection, add } = await ofAnOrg()
		const { id } = await add('ed')
		await client.patch(`${USERS}/${id}`, active(false))
		const again = await client.post(USERS, { userName: `ed@${connection.domain}` })
		expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
		expect((await client.get(`${USERS}/${id}`)).body.active).toBe(false)
	})

	test('does not suspend the last platform admin by making them again', async () => {
		const { connection, client } = await directoryOfPlatform(provider)
		const userName = `flo@${connection.domain}`
		const { id } = (await client.post(USERS, { userName })).body
		await client.delete(`${USERS}/${id}`)
		await root.patch(`/v1/admin/users/${id}`, { status: 'active' })
		await root.put(`/v1/admin/users/${id}/roles`, { roles: ['admin'] })
		const others =
			'UPDATE users SET status = ? WHERE id <> ? AND status = ? AND id IN (SELECT user_id FROM platform_admins)'
		await env.DB.prepare(others).bind('suspended', id, 'active').run()
		await env.DB.batch([
			env.DB.prepare('UPDATE scim_tokens SET narrowed_at = NULL WHERE connection_id = ?').bind(connection.id),
			env.DB.prepare('UPDATE oidc_connections SET waits_since = NULL WHERE id = ?').bind(connection.id),
		])
		try {
			const reply = await client.post(USERS, { userName, active: false })
			expect(reply).toMatchObject({ status: 409, body: { scimType: 'mutability' } })
		} finally {
			await env.DB.prepare(others).bind('active', id, 'suspended').run()
		}
		expect((await root.get(`/v1/admin/users/${id}`)).body.status).toBe('active')
	})

	test('gives nobody the name of somebody else, two at once neither', async () => {
		const { client, connection, add } = await ofAnOrg()
		const [gil, hal, ida] = [await add('gil'), await add('hal'), await add('ida')]
		const rename = (id: string, name: string) =>
			client.patch(`${USERS}/${id}`, patch({ op: 'replace', path: 'userName', value: `${name}@${connection.domain}` }))
		expect(await rename(gil.id, 'HAL')).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
		const both = await Promise.all([rename(hal.id, 'new'), rename(ida.id, 'new')])
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
	})

	test('twice at the same time makes one person', async () => {
		const { client, connection } = await ofAnOrg()
		const made = await Promise.all([1, 2, 3].map(() => client.post(USERS, { userName: `jo@${connection.domain}` })))
		expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
	})

	test('in an address that lower case would make another is refused', async () => {
		const { client, connection } = await ofAnOrg()
		const reply = await client.post(USERS, { userName: `\u212Aim@${connection.domain}` })
		expect(reply).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
	})
})

describe('a list', () => {
	test('says how many there are on every page, however odd the page is', async () => {
		const { client, add } = await ofAnOrg()
		await add('ada')
		const page = async (query: string) => (await client.get(`${USERS}?${query}`)).body
		expect(await page('startIndex=2&count=1')).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 })
		for (const [query, startIndex] of [
			['startIndex=3', 3],
			['startIndex=1000000&count=10', 1_000_000],
			['count=0', 1],
			['startIndex=-5&count=-1', 1],
		] as const)
			expect(await page(query)).toMatchObject({ totalResults: 2, startIndex, itemsPerPage: 0, Resources: [] })
		expect((await page('startIndex=0&count=500')).itemsPerPage).toBe(2)
	})

	test('finds a text that is written as in JSON', async () => {
		const { client, add } = await ofAnOrg()
		const { id } = await add('ada', { externalId: 'a "b" \\ c' })
		const found = async (filter: string) =>
			(await client.get(`${USERS}?filter=${encodeURIComponent(filter)}`)).body.Resources?.map(
				(one: { id: string }) => one.id,
			)
		expect(await found('externalId eq "a \\"b\\" \\\\ c"')).toEqual([id])
		expect(await found('EXTERNALID EQ "\\u0061 \\"b\\" \\\\ c"')).toEqual([id])
		expect(await found('externalId eq "A \\"b\\" \\\\ c"')).toEqual([])
		expect(await found('urn:ietf:params:scim:schemas:core:2.0:User:id eq "' + id + '"')).toEqual([id])
		for (const filter of [
			'externalId eq "\\x"',
			'userName eq "a" or userName eq "b"',
			'userName eq "a',
			'userName pr',
			'name.givenName co "x"',
			'',
		])
			expect(await client.get(`${USERS}?filter=${encodeURIComponent(filter)}`)).toMatchObject({
				status: 400,
				body: { schemas: ERROR, scimType: 'invalidFilter' },
			})
	})
})

test('every refusal has the body and the type of SCIM', async () => {
	const { client, add } = await ofAnOrg()
	const { id } = await add('ada')
	const raw = (body: string) =>
		send('POST', USERS, {
			body,
			headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/scim+json' },
		})
	const REFUSALS: [number, Promise<Reply>][] = [
		[400, client.post(USERS, { active: true })],
		[400, client.get(`${USERS}?startIndex=abc`)],
		[400, client.patch(`${USERS}/${id}`, {})],
		[401, as(`scim_${'x'.repeat(43)}`).get(USERS)],
		[401, as().delete(`${USERS}/${id}`)],
		[404, client.get(`${USERS}/usr_nobody`)],
		[404, client.get('/scim/v2/Bulk')],
		[405, client.delete(USERS)],
		[405, client.put(USERS, {})],
		[413, raw('x'.repeat(3_000_000))],
		[422, raw('{')],
	]
	for (const [status, sent] of REFUSALS) {
		const { status: got, headers, body } = await sent
		expect({ got, type: headers.get('Content-Type') }).toEqual({ got: status, type: 'application/scim+json' })
		expect(body).toMatchObject({ schemas: ERROR, status: String(status), detail: expect.any(String) })
	}
})
