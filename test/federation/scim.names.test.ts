import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { NO_PLACE } from '../support/jobs.ts'
import { directoryOfOrg, enter, newProvider, ofOrg, refusalIn, serve, signInWith, someone } from '../support/oidc.ts'
import { fillNames, systemContext } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { rows } from '../support/rows.ts'
import { admin, unique, user } from '../support/world.ts'

// What a directory calls people is unique in its list, in NFC and in any case by Unicode.

const provider = await newProvider()
beforeEach(() => void serve(provider))

const USERS = '/scim/v2/Users'
const deactivate = { Operations: [{ op: 'replace', path: 'active', value: false }] }
const taken = { status: 409, body: { scimType: 'uniqueness', details: { reason: 'name.taken', field: 'userName' } } }

async function directory() {
	const { client, connection, owner } = await directoryOfOrg(provider)
	const addressed = () => [{ value: `${unique('a')}@${connection.domain}`, primary: true }]
	return {
		client,
		connection,
		owner,
		add: (userName: string) => client.post(USERS, { userName, emails: addressed() }),
		called: async (userName: string) =>
			(await client.get(`${USERS}?filter=${encodeURIComponent(`userName eq ${JSON.stringify(userName)}`)}`)).body
				.Resources,
		names: async () => (await client.get(USERS)).body.Resources.map((one: { userName: string }) => one.userName),
	}
}

test('a name is taken in every spelling, and found by each', async () => {
	const { client, add, called } = await directory()
	const { body: ines } = await add('Inés Ünal')
	const spellings = ['INÉS ÜNAL', 'inés ünal'.normalize('NFD'), 'Inés Ünal']
	const { body: other } = await add(unique('other'))
	for (const spelling of spellings) {
		expect(await add(spelling)).toMatchObject(taken)
		expect(await client.put(`${USERS}/${other.id}`, { userName: spelling })).toMatchObject(taken)
		expect(await called(spelling)).toMatchObject([{ id: ines.id }])
	}
	expect((await client.put(`${USERS}/${ines.id}`, { userName: 'INÉS ÜNAL' })).body).toMatchObject({
		userName: 'INÉS ÜNAL',
	})
	expect(await add('inés ünal')).toMatchObject(taken)
})

test('of many requests for spellings of one name at once, one gets it', async () => {
	const { add } = await directory()
	const responses = await Promise.all(['É', 'é', 'É'.normalize('NFD'), 'é'.normalize('NFD')].map(add))
	expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
})

describe('a name that the list shows for somebody whom the directory did not make', () => {
	test('is taken if it is their address', async () => {
		const { client, connection, add, called } = await directory()
		const email = `mo@${connection.domain}`
		await enter(provider, connection, someone({ email, email_verified: true }))
		const { body: other } = await add(unique('other'))
		expect(await client.put(`${USERS}/${other.id}`, { userName: email.toUpperCase() })).toMatchObject(taken)
		expect(await called(email.toUpperCase())).toMatchObject([{ userName: email }])
	})

	test('makes room if it is their login', async () => {
		const { owner, add, called, names } = await directory()
		const member = await user('member')
		await (await admin()).put(`/v1/admin/orgs/${owner.org_id}/members/${member.user_id}`, { role: 'member' })
		expect(await names()).toContain(member.login)
		const { body: made } = await add(member.login.toUpperCase())
		expect(await called(member.login)).toMatchObject([{ id: made.id }])
		const all = (await names()).map((name: string) => name.toLowerCase())
		expect(new Set(all).size).toBe(all.length)
		expect(all).toContain(member.user_id.toLowerCase())
	})
})

test('of people who share a name from before, each keeps their spelling and can be put out, and nobody else gets it', async () => {
	const { client, connection, add, called } = await directory()
	const [older, younger] = [(await add(unique('a'))).body, (await add(unique('b'))).body]
	for (const [name, id] of [
		['Žofie', older.id],
		['žofie', younger.id],
	])
		await rows('UPDATE scim_users SET user_name = ? WHERE user_id = ?', name, id)
	await fillNames(systemContext(env), NO_PLACE)
	expect(await called('Žofie')).toMatchObject([{ id: older.id }])
	expect(await called('žofie')).toMatchObject([{ id: younger.id }])
	expect(await add('ŽOFIE')).toMatchObject(taken)
	const listed = (await (await admin()).get('/v1/admin/users?shares_name=true')).body
	expect(listed.map(({ id }: { id: string }) => id)).toEqual([younger.id])
	expect(await client.patch(`${USERS}/${younger.id}`, deactivate)).toMatchObject({
		status: 200,
		body: { active: false },
	})
	expect(
		(
			await client.patch(`${USERS}/${older.id}`, {
				Operations: [{ op: 'replace', path: 'userName', value: unique('c') }],
			})
		).status,
	).toBe(200)
	expect(await add('ŽOFIE')).toMatchObject(taken)
	await fillNames(systemContext(env), NO_PLACE)
	expect(
		await rows(
			'SELECT user_name_caseless AS form FROM scim_users WHERE connection_id = ? AND user_id = ?',
			connection.id,
			younger.id,
		),
	).toEqual([{ form: 'žofie' }])
})

test('the address that a provider named is found in one case, also before the job has filled it', async () => {
	const { connection, called } = await directory()
	const email = `zoë@${connection.domain}`
	const session = await enter(provider, connection, someone({ email: email.normalize('NFD').toUpperCase() }))
	const zoe = { user_id: (await session.get('/v1/me')).body.id }
	expect(await called(email)).toMatchObject([{ id: zoe.user_id }])
	await rows('UPDATE identities SET email_caseless = NULL WHERE user_id = ?', zoe.user_id)
	expect(await called(email.normalize('NFD').toUpperCase())).toMatchObject([{ id: zoe.user_id }])
	await fillNames(systemContext(env), NO_PLACE)
	expect(await called(email)).toMatchObject([{ id: zoe.user_id }])
})

describe('a new name', () => {
	test('counts for somebody whom the directory deactivated, and makes room for who gets the old one', async () => {
		const { client, connection, owner } = await directory()
		const at = (name: string) => `${name}@${connection.domain}`
		const { id } = (await client.post(USERS, { userName: at('ada'), externalId: 'e1' })).body
		expect((await client.patch(`${USERS}/${id}`, deactivate)).status).toBe(200)
		const rename = { Operations: [{ op: 'replace', path: 'userName', value: at('ada.left') }] }
		expect((await client.patch(`${USERS}/${id}`, rename)).body).toMatchObject({
			userName: at('ada.left'),
			externalId: 'e1',
			active: false,
		})
		const again = { userName: at('ada.gone'), externalId: 'e2', active: false }
		expect((await client.put(`${USERS}/${id}`, again)).body).toMatchObject(again)
		const { body: newcomer } = await client.post(USERS, { userName: at('ada') })
		expect(newcomer).toMatchObject({ userName: at('ada'), active: true })
		expect(newcomer.id).not.toBe(id)
		expect((await rows('SELECT user_id FROM memberships WHERE org_id = ?', owner.org_id)).length).toBe(2)
		expect((await client.put(`${USERS}/${id}`, { userName: at('ada') })).status).toBe(409)
	})

	test('of an account that had the old one as its address is told to its user', async () => {
		const { client, connection } = await directory()
		const said = someone({ email: `fay@${connection.domain}`, email_verified: true })
		const fay = await enter(provider, connection, said)
		const { id } = (await fay.get('/v1/me')).body
		const userName = `fay.new@${connection.domain}`
		expect((await client.put(`${USERS}/${id}`, { userName })).status).toBe(200)
		expect((await client.put(`${USERS}/${id}`, { userName, externalId: 'e3' })).status).toBe(200)
		expect(await rows('SELECT type FROM notifications WHERE user_id = ?', id)).toEqual([
			{ type: 'security.email_changed' },
		])
	})
})

test('whom the provider calls so is found, whatever connection of others they came by since', async () => {
	const { client, connection, owner, called } = await directory()
	const email = `eve@${connection.domain}`
	const said = someone({ email, email_verified: true })
	const eve = await enter(provider, connection, said)
	const { id } = (await eve.get('/v1/me')).body
	await env.DB.prepare('UPDATE users SET email = NULL, email_verified = 0 WHERE id = ?').bind(id).run()
	const [accomplice, silent] = [await user('accomplice'), { claims: { sub: said.claims.sub } }]
	const elsewhere = await ofOrg(provider, accomplice, { default_role: 'member' })
	await enter(provider, elsewhere, silent)
	await enter(provider, await ofOrg(provider, owner, { default_role: 'member' }), silent)
	expect(await called(email)).toMatchObject([{ id, userName: email }])
	await enter(provider, elsewhere, said)
	expect(await client.post(USERS, { userName: email })).toMatchObject(taken)
	expect((await client.patch(`${USERS}/${id}`, deactivate)).body).toMatchObject({ userName: email, active: false })
	expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
})

test('every look-up of a name uses an index', async () => {
	const { client, connection, add, called } = await directory()
	const said = someone({ email: `plan@${connection.domain}`, email_verified: true })
	const plans = await queryPlansOf(async () => {
		const { body } = await add(unique('plan'))
		await called(body.userName)
		await client.put(`${USERS}/${body.id}`, { userName: unique('planned') })
		await client.patch(`${USERS}/${body.id}`, deactivate)
		await enter(provider, connection, said)
	})
	const scans = plans
		.filter(({ sql }) => /_caseless|name_claims/.test(sql))
		.flatMap(({ sql, steps }) =>
			steps
				.filter((step) => /^SCAN (users|scim_users|identities|name_claims|[a-z])\b/.test(step))
				.map((step) => `${step}: ${sql}`),
		)
	expect(scans).toEqual([])
})
