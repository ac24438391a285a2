import { beforeEach, describe, expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { directoryOfOrg, newProvider, serve } from '../support/oidc.ts'

// What RFC 7643 and 7644 let clients write in more than one way.

const provider = await newProvider()
beforeEach(() => void serve(provider))

const USERS = '/scim/v2/Users'
const URN = 'urn:ietf:params:scim:schemas:core:2.0:User'

async function withAda() {
	const { client, connection } = await directoryOfOrg(provider)
	const userName = `ada@${connection.domain}`
	const made = await client.post(USERS, { userName, externalId: 'e-1' })
	const at = `${USERS}/${made.body.id}`
	return {
		client,
		connection,
		userName,
		made,
		at,
		patch: (...Operations: object[]) => client.patch(at, { Operations }),
	}
}

test('a new person has a Location', async () => {
	const { made } = await withAda()
	expect(made.headers.get('Location')).toBe(made.body.meta.location)
})

test('names of attributes are the same in any case, in front of their schema or under it', async () => {
	const { client, connection, at } = await withAda()
	const out = { USERNAME: `out@${connection.domain}`, Active: false, EXTERNALID: 'e-2' }
	expect((await client.post(USERS, out)).body).toMatchObject({ active: false, externalId: 'e-2' })
	const under = { schemas: [URN], [URN]: { userName: `under@${connection.domain}`, active: 'False' } }
	expect((await client.post(USERS, under)).body).toMatchObject({ userName: under[URN].userName, active: false })
	expect((await client.put(at, { UserName: `ada@${connection.domain}`, ACTIVE: false })).body.active).toBe(false)
	const twice = { userName: `twice@${connection.domain}`, active: true, Active: false }
	expect(await client.post(USERS, twice)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
})

describe('a PATCH', () => {
	test.for<[string, object]>([
		['in lower case', { operations: [{ OP: 'Replace', PATH: 'ACTIVE', Value: false }] }],
		['with its value under the schema', { Operations: [{ op: 'replace', value: { [URN]: { Active: false } } }] }],
		['with the schema as its path', { Operations: [{ op: 'replace', path: URN, value: { active: false } }] }],
	])('%s deactivates', async ([, body]) => {
		const { client, at } = await withAda()
		expect((await client.patch(at, body)).body.active).toBe(false)
	})

	test.for<[string, object, string]>([
		['a part of what is kept', { op: 'replace', path: 'active.value', value: false }, 'invalidPath'],
		['a filter of what is kept', { op: 'replace', path: 'userName[type eq "work"]', value: 'x' }, 'invalidPath'],
		['no attribute', { op: 'replace', value: false }, 'invalidValue'],
		['nothing to remove', { op: 'remove' }, 'noTarget'],
		['a list for one value', { op: 'replace', path: 'active', value: [{ value: false }] }, 'invalidValue'],
		['a number for a name', { op: 'replace', value: { userName: 5 } }, 'invalidValue'],
	])('that names %s is refused', async ([, operation, scimType]) => {
		const { client, patch, at } = await withAda()
		const before = (await client.get(at)).body
		expect(await patch(operation)).toMatchObject({ status: 400, body: { scimType } })
		expect((await client.get(at)).body).toEqual(before)
	})

	test('of what is not kept changes nothing', async () => {
		const { client, patch, at } = await withAda()
		const before = (await client.get(at)).body
		const others = { 'name.givenName': 'Ada', emails: [{ value: 'x@example.com' }], title: 'Countess' }
		expect((await patch({ op: 'add', value: others })).body).toEqual(before)
		const work = { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@example.com' }
		expect((await patch(work)).body).toEqual(before)
	})
})

test('an empty parameter is an absent one', async () => {
	const { client } = await withAda()
	const { body } = await client.get(`${USERS}?count=&startIndex=`)
	expect(body).toMatchObject({ totalResults: 2, itemsPerPage: 2, startIndex: 1 })
})

test('what describes a user is found by its name', async () => {
	for (const [path, id] of [
		[`/scim/v2/Schemas/${URN}`, URN],
		['/scim/v2/ResourceTypes/User', 'User'],
	])
		expect(await as().get(path ?? '')).toMatchObject({ status: 200, body: { id } })
	expect((await as().get(`/scim/v2/Schemas/${URN}x`)).status).toBe(404)
	expect((await as().get('/scim/v2/ResourceTypes/Group')).status).toBe(404)
})
