import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_PLACE } from '../support/jobs.ts'
import {
	directoryOfOrg,
	directoryOfPlatform,
	enter,
	newProvider,
	ofOrg,
	refusalIn,
	type Said,
	serve,
	signInWith,
	someone,
} from '../support/oidc.ts'
import { eraseNames, forgetPeople, systemContext } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { rows } from '../support/rows.ts'
import { admin, create, user } from '../support/world.ts'

// People who never signed in and whom the directory deleted are forgotten after 30 days, except for the word that they're out.

const provider = await newProvider()
beforeEach(() => void serve(provider))

const USERS = '/scim/v2/Users'
const forget = async () => {
	await forgetPeople(systemContext(env), NO_PLACE)
	await eraseNames(systemContext(env))
}
/** As if the directory had said its last word that many days ago. */
const age = (days: number, ...user_ids: string[]) =>
	rows(
		"UPDATE scim_users SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE user_id IN (SELECT value FROM json_each(?))",
		`-${days} days`,
		JSON.stringify(user_ids),
	)
const statusOf = async (user_id: string) => (await rows('SELECT status FROM users WHERE id = ?', user_id))[0]?.status

test.for(['org', 'platform'] as const)('what is left of them is the word of the directory of the %s', async (whose) => {
	const { client, connection } = await (whose === 'org' ? directoryOfOrg(provider) : directoryOfPlatform(provider))
	const userName = `gone@${connection.domain}`
	const { id } = (await client.post(USERS, { userName, externalId: 'e-gone' })).body
	await client.delete(`${USERS}/${id}`)
	await age(29, id)
	await forget()
	expect(await statusOf(id)).not.toBe('deleted')
	await age(31, id)
	await forget()
	expect(await (await admin()).get(`/v1/admin/users/${id}`)).toMatchObject({ status: 404 })
	const left = await rows('SELECT * FROM users WHERE id = ?', id)
	expect(JSON.stringify(left)).not.toContain('gone@')
	expect(await rows('SELECT user_name, external_id, role, state FROM scim_users WHERE user_id = ?', id)).toEqual([
		{ user_name: userName, external_id: null, role: null, state: 'deleted' },
	])
	const logged = await rows('SELECT before, after FROM audit_logs WHERE target_id = ?', id)
	expect(logged.length).toBeGreaterThan(2)
	expect(JSON.stringify(logged)).not.toMatch(/gone@|e-gone/)

	const said = someone({ email: userName, email_verified: true })
	expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
	const back = await client.post(USERS, { userName, externalId: 'e-gone' })
	expect(back).toMatchObject({ status: 201, body: { userName, active: true } })
	expect(back.body.id).not.toBe(id)
	const me = (await (await enter(provider, connection, said)).get('/v1/me')).body
	expect(me.id).toBe(back.body.id)
})

test.for(['org', 'platform'] as const)(
	'the word of the directory of the %s holds for who came by elsewhere',
	async (whose) => {
		const { client, connection } = await (whose === 'org' ? directoryOfOrg(provider) : directoryOfPlatform(provider))
		const elsewhere = await ofOrg(provider, await user('accomplice'), { default_role: 'member' })
		const comes = async (said: Said) => refusalIn(await signInWith(connection.id, provider, said))
		const [gone, back] = ['gone', 'back'].map((name) =>
			someone({ email: `${name}@${connection.domain}`, email_verified: true }),
		) as [Said, Said]
		for (const said of [gone, back]) {
			const { id } = (await client.post(USERS, { userName: said.claims['email'] })).body
			await client.delete(`${USERS}/${id}`)
			await enter(provider, elsewhere, said)
			expect(await comes(said)).toMatchObject({ refused: 'oidc.inactive' })
		}
		expect((await client.post(USERS, { userName: back.claims['email'] })).status).toBe(201)
		expect(await comes(back)).toEqual({})
		expect(await comes(gone)).toMatchObject({ refused: 'oidc.inactive' })
	},
)

test('whoever has signed in, is active in another directory or has a password is not forgotten', async () => {
	const { client, connection } = await directoryOfOrg(provider)
	const add = async (name: string) => (await client.post(USERS, { userName: `${name}@${connection.domain}` })).body.id
	const [signedIn, withPassword, elsewhere] = [await add('ann'), await add('ben'), await add('cleo')]
	await enter(provider, connection, someone({ email: `ann@${connection.domain}`, email_verified: true }))
	await rows("INSERT INTO passwords (user_id, password_hash) VALUES (?, 'x')", withPassword)
	for (const id of [signedIn, withPassword, elsewhere]) await client.delete(`${USERS}/${id}`)
	await age(31, signedIn, withPassword, elsewhere)
	const other = await directoryOfOrg(await newProvider())
	await rows(
		"INSERT INTO scim_users (connection_id, user_id, user_name, state, created_at, updated_at) VALUES (?, ?, 'cleo', 'inactive', '', '')",
		other.connection.id,
		elsewhere,
	)
	await forget()
	for (const id of [signedIn, withPassword, elsewhere]) expect(await statusOf(id)).toBe('active')
})

test('they count for no limit, and the word goes with its connection', async () => {
	const { client, connection, owner } = await directoryOfOrg(provider)
	await create.override(owner.org_id, { key: 'limit.directory_people', value: '2', value_type: 'integer' })
	const add = (name: string) => client.post(USERS, { userName: `${name}@${connection.domain}` })
	const ids = [(await add('ann')).body.id, (await add('ben')).body.id]
	for (const id of ids) await client.delete(`${USERS}/${id}`)
	expect((await add('cleo')).status).toBe(409)
	await age(31, ...ids)
	await forget()
	expect((await add('cleo')).status).toBe(201)
	expect((await add('ann')).status).toBe(201)
	expect((await add('dan')).status).toBe(409)
	const counted = () => rows('SELECT people_count FROM oidc_connections WHERE id = ?', connection.id)
	expect(await counted()).toEqual([{ people_count: 2 }])
	await rows('DELETE FROM scim_users WHERE user_id = ?', ids[0])
	expect(await counted()).toEqual([{ people_count: 2 }])
})

test('someone who cannot be forgotten holds up nobody else', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { client, connection } = await directoryOfOrg(provider)
	const add = async (name: string) => (await client.post(USERS, { userName: `${name}@${connection.domain}` })).body.id
	const ids = [await add('ann'), await add('ben')].toSorted()
	for (const id of ids) await client.delete(`${USERS}/${id}`)
	await age(31, ...ids)
	const when = `BEFORE UPDATE ON users WHEN new.id = '${ids[0]}'`
	await rows(`CREATE TRIGGER refusing ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	await expect(forget()).rejects.toThrow(/./)
	await rows('DROP TRIGGER refusing')
	expect(await Promise.all(ids.map(statusOf))).toEqual(['active', 'deleted'])
	await forget()
	expect(await Promise.all(ids.map(statusOf))).toEqual(['deleted', 'deleted'])
})

test('a walk reads only people whom a directory deleted', async () => {
	const plans = await queryPlansOf(() => forgetPeople(systemContext(env), NO_PLACE))
	expect(plans.flatMap(({ steps }) => steps).filter((step) => step.includes('scim_users '))).toEqual([
		expect.stringContaining('SEARCH scim_users USING INDEX scim_users_forgettable'),
	])
})
