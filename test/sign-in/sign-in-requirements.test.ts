import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test } from 'vitest'
import { as, declared, send } from '../support/api.ts'
import { answer, authenticator, challengeOf, logIn, newKey } from '../support/authenticator.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { newAuthenticator } from '../support/passkey-authenticator.ts'
import { creationOptions } from '../support/passkeys.ts'
import { endOverdue, forgetPrincipals, systemContext } from '../support/program.ts'
import { admin, type Caller, signIn, user } from '../support/world.ts'

const TRIAL = { headers: { 'Confirm-Within': '600' } }
const ENTRY = '/v1/admin/config-entries/sign_in.second_factor'

const root = await admin()
afterEach(async () => {
	await env.DB.prepare("DELETE FROM config_entries WHERE key = 'sign_in.second_factor'").run()
	await env.DB.prepare('DELETE FROM sign_in_requirements').run()
	await env.DB.prepare('UPDATE sessions SET factor = NULL WHERE user_id = ?').bind(root.user_id).run()
	await env.DB.prepare("UPDATE unconfirmed_changes SET status = 'confirmed' WHERE status = 'pending'").run()
})

const demand = async (value: 'off' | 'operators' | 'all') => {
	const { status } = await root.put(ENTRY, { value }, TRIAL)
	expect(status).toBe(200)
}

/** Logs in, and returns the API of the enrolment token. */
async function enrolling({ login }: Pick<Caller, 'login'>) {
	const { status, body, headers } = await logIn(login)
	expect({ status, reason: body.details?.reason }).toEqual({ status: 401, reason: 'auth.second_factor_required' })
	expect(headers.get('Set-Cookie')).toBeNull()
	return as(body.details.enrolment_token)
}

const join = ({ org_id }: Caller, { user_id }: Caller, role: string) =>
	root.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role })

/** What a step-up with a second factor leaves in the sessions of somebody. */
const haveProved = ({ user_id }: Caller, factor: string | null = 'totp') =>
	env.DB.prepare('UPDATE sessions SET factor = ?, authenticated_at = ? WHERE user_id = ?')
		.bind(factor, new Date().toISOString(), user_id)
		.run()

const refreshed = (cookie: string) => send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })

describe('a second factor for everybody', () => {
	test('is asked for at login, and an app added with the token lets its user in', async () => {
		const ada = await user('ada')
		await demand('all')
		const own = await enrolling(ada)
		const { code } = await newKey(own)
		expect((await own.put('/v1/me/totp', { code: await code() })).status).toBe(200)
		const { status } = await answer(await challengeOf(ada.login), { totp: await code(1) })
		expect(status).toBe(200)
	})

	test('is met by a passkey too, and then the token ends', async () => {
		const ada = await user('ada')
		await demand('all')
		const own = await enrolling(ada)
		const credential = await (await newAuthenticator()).create(await creationOptions(own))
		const { code } = await newKey(own)
		expect((await own.post('/v1/me/passkeys', { name: 'Key', credential })).status).toBe(201)
		expect((await own.put('/v1/me/totp', { code: await code() })).status).toBe(401)
		forgetPrincipals(systemContext(env))
		expect((await own.get('/v1/me/passkeys')).status).toBe(401)
		expect((await own.post('/v1/me/passkeys/options')).status).toBe(401)
		expect((await logIn(ada.login)).body.details.methods).toEqual(['passkey'])
	})

	test('is met by one factor: of two that are added at once, the token adds one', async () => {
		const ada = await user('ada')
		await demand('all')
		const own = await enrolling(ada)
		const credential = await (await newAuthenticator()).create(await creationOptions(own))
		const { code } = await newKey(own)
		const both = await Promise.all([
			own.put('/v1/me/totp', { code: await code() }),
			own.post('/v1/me/passkeys', { name: 'Key', credential }),
		])
		expect(both.map(({ status }) => status === 401).toSorted()).toEqual([false, true])
	})

	test('is proven by each session: one that began by the password alone stops, though its user has a factor now', async () => {
		const ada = await user('ada')
		const other = await signIn(ada.login)
		await authenticator(ada)
		await demand('all')
		expect((await refreshed(ada.cookie)).status).toBe(200)
		expect((await refreshed(other.cookie)).body.details.reason).toBe('auth.second_factor_required')
		expect((await ada.delete('/v1/me/totp')).status).toBe(204)
		const rest = await send('POST', '/v1/auth/refresh', { headers: { Cookie: ada.cookie } })
		expect(rest.body.details.reason).toBe('auth.second_factor_required')
	})

	test('ends no session, but its next request says why it stops, and so does its refresh', async () => {
		const ada = await user('ada')
		expect((await ada.get('/v1/me')).status).toBe(200)
		await demand('all')
		const stopped = await ada.get('/v1/me')
		expect(stopped).toMatchObject({ status: 401, body: { details: { reason: 'auth.second_factor_required' } } })
		const reply = await refreshed(ada.cookie)
		expect({ status: reply.status, reason: reply.body.details.reason }).toEqual({
			status: 401,
			reason: 'auth.second_factor_required',
		})
		await authenticator(ada)
		expect((await refreshed(ada.cookie)).status).toBe(200)
	})

	test('says nothing to somebody with a wrong password', async () => {
		const ada = await user('ada')
		await demand('all')
		expect((await logIn(ada.login, 'wrong horse 1')).body.details).toEqual({ reason: 'auth.invalid_credentials' })
	})
})

test('the token reaches adding a passkey and an app, and no other operation', async () => {
	const boss = await user('boss')
	const put = await root.put(`/v1/admin/users/${boss.user_id}/roles`, { roles: ['admin'] })
	expect(put.status).toBe(200)
	await demand('operators')
	const own = await enrolling(boss)
	const reached: string[] = []
	for (const { method, path, access } of declared) {
		if (access === 'anyone') continue
		const at = path.replaceAll(/:\w+(\{[^}]*\})?/g, 'x')
		const body = method === 'GET' || method === 'DELETE' ? undefined : {}
		const reply = await send(method, at, { body, headers: { Authorization: `Bearer ${own.token}` } })
		if (reply.status !== 401) reached.push(`${method} ${path}`)
	}
	expect(reached.toSorted()).toEqual([
		'GET /v1/me/passkeys',
		'GET /v1/me/totp',
		'POST /v1/me/passkeys',
		'POST /v1/me/passkeys/options',
		'POST /v1/me/totp/options',
		'PUT /v1/me/totp',
	])
})

test('for operators it governs whoever holds a platform role, and nobody else', async () => {
	const [ada, boss] = [await user('ada'), await user('boss')]
	expect((await root.put(`/v1/admin/users/${boss.user_id}/roles`, { roles: ['auditor'] })).status).toBe(200)
	await demand('operators')
	expect((await logIn(ada.login)).status).toBe(200)
	await enrolling(boss)
})

describe('demanding more', () => {
	const untried = { status: 409, body: { details: { reason: 'sign_in.untried' } } }

	test('takes a trial, and demanding less takes none', async () => {
		expect(await root.put(ENTRY, { value: 'operators' })).toMatchObject(untried)
		await demand('operators')
		expect(await root.put(ENTRY, { value: 'all' })).toMatchObject(untried)
		expect((await root.put(ENTRY, { value: 'off' })).status).toBe(200)
	})

	test('is taken back unless somebody confirms it', async () => {
		const ada = await user('ada')
		await demand('all')
		await env.DB.prepare(
			"UPDATE unconfirmed_changes SET due_at = '2020-01-01T00:00:00.000Z' WHERE status = 'pending'",
		).run()
		await endOverdue(systemContext(env), NO_PLACE)
		expect((await logIn(ada.login)).status).toBe(200)
		expect((await root.get(ENTRY)).status).toBe(404)
	})

	test('is confirmed only by who has signed in or stepped up with a factor since', async () => {
		const owner = await user('owner')
		const path = `/v1/orgs/${owner.org_id}`
		const reply = await owner.patch(path, { second_factor_required: true }, TRIAL)
		const confirm = `/v1/admin/changes/${reply.headers.get('Confirm-Id')}/confirm`
		const untriedYet = { status: 409, body: { details: { reason: 'second_factor.not_tried' } } }
		expect(await owner.post(confirm)).toMatchObject(untriedYet)
		const app = await authenticator(owner)
		expect(await owner.post(confirm)).toMatchObject(untriedYet)
		expect((await answer(await challengeOf(owner.login), { totp: await app.code() })).status).toBe(200)
		expect((await owner.post(confirm)).status).toBe(200)
		expect((await owner.patch(path, { second_factor_required: false })).status).toBe(200)
	})

	test('of the platform is confirmed by who did so too, and ended by anybody who may', async () => {
		const first = await root.put(ENTRY, { value: 'operators' }, TRIAL)
		const at = `/v1/admin/changes/${first.headers.get('Confirm-Id')}`
		expect(await root.post(`${at}/confirm`)).toMatchObject({
			status: 409,
			body: { details: { reason: 'second_factor.not_tried' } },
		})
		expect((await root.post(`${at}/end`)).status).toBe(200)
	})

	test('is refused in a document, in a restore and in a revert', async () => {
		const reply = await root.put(ENTRY, { value: 'operators' }, TRIAL)
		const id = reply.headers.get('Confirm-Id')
		await haveProved(root)
		expect((await root.post(`/v1/admin/changes/${id}/confirm`)).status).toBe(200)
		const lifted = await root.delete(ENTRY)
		expect(lifted.status).toBe(204)
		expect(await root.post(`/v1/admin/audit-logs/${lifted.headers.get('Audit-Id')}/revert`)).toMatchObject(untried)
		const read = await root.get('/v1/admin/config')
		const document = {
			...read.body,
			config_entries: { ...read.body.config_entries, 'sign_in.second_factor': { value: 'all' } },
		}
		const ifMatch = { 'If-Match': read.headers.get('ETag') ?? '' }
		expect(await root.put('/v1/admin/config', { document }, { headers: ifMatch })).toMatchObject(untried)
		const tried = await root.put('/v1/admin/config', { document }, { headers: { ...ifMatch, ...TRIAL.headers } })
		expect(tried.status).toBe(200)
		await haveProved(root)
		expect((await root.post(`/v1/admin/changes/${tried.headers.get('Confirm-Id')}/confirm`)).status).toBe(200)
		const [{ number }] = (await root.get('/v1/admin/config/revisions?limit=1')).body
		expect((await root.delete(ENTRY)).status).toBe(204)
		const restore = `/v1/admin/config/revisions/${number}/restore?confirm=true`
		expect(await root.post(restore)).toMatchObject(untried)
	})

	test('of anything but the three values is refused', async () => {
		expect((await root.put(ENTRY, { value: 'everyone' }, TRIAL)).status).toBe(400)
	})
})

describe('a second factor in an org', () => {
	const require = (owner: Caller, wanted = true) =>
		owner.patch(`/v1/orgs/${owner.org_id}`, { second_factor_required: wanted }, wanted ? TRIAL : undefined)

	test('is for members who act there, and they may still act elsewhere', async () => {
		const owner = await user('owner')
		const ada = await user('ada')
		expect((await join(owner, ada, 'member')).status).toBe(200)
		expect(await require(owner)).toMatchObject({ status: 200, body: { second_factor_required: true } })
		expect((await logIn(ada.login)).status).toBe(200)
		const there = await send('POST', '/v1/auth/refresh', {
			headers: { Cookie: ada.cookie },
			body: { org_id: owner.org_id },
		})
		expect(there.body.details.reason).toBe('auth.second_factor_required')
		expect((await refreshed(ada.cookie)).status).toBe(200)
		await enrolling(owner)
		expect((await require(owner, false)).body.second_factor_required).toBe(false)
		expect((await logIn(owner.login)).status).toBe(200)
	})

	test('is for every way into the org: its paths and its keys, from a session that acts elsewhere', async () => {
		const [owner, ada] = [await user('owner'), await user('ada')]
		expect((await join(owner, ada, 'owner')).status).toBe(200)
		const path = `/v1/orgs/${owner.org_id}`
		const there = await signIn(ada.login, owner.org_id)
		const key = (await there.post('/v1/api-keys', { name: 'there' })).body
		expect((await ada.get(`${path}/members`)).status).toBe(200)
		expect((await require(owner)).status).toBe(200)
		const refused = { status: 403, body: { details: { reason: 'auth.second_factor_required' } } }
		for (const reply of [
			await ada.get(`${path}/members`),
			await ada.get(path),
			await ada.patch(path, { second_factor_required: false }),
			await ada.post(`/v1/api-keys/${key.id}/rotate`, {}),
		])
			expect(reply).toMatchObject(refused)
		expect((await ada.get(`/v1/orgs/${ada.org_id}/members`)).status).toBe(200)
		await authenticator(ada)
		expect((await ada.get(`${path}/members`)).status).toBe(200)
		expect((await ada.post(`/v1/api-keys/${key.id}/rotate`, {})).status).toBe(201)
		// Another session of hers has proven nothing.
		expect(await there.get(`${path}/members`)).toMatchObject({ status: 401 })
		expect((await refreshed(there.cookie)).status).toBe(401)
	})

	test('is demanded by owners, on trial, and by itself', async () => {
		const owner = await user('owner')
		const path = `/v1/orgs/${owner.org_id}`
		expect(await owner.patch(path, { second_factor_required: true })).toMatchObject({
			status: 409,
			body: { details: { reason: 'sign_in.untried' } },
		})
		expect((await owner.patch(path, { second_factor_required: true, name: 'Acme' }, TRIAL)).status).toBe(400)
		expect((await owner.patch(path, { name: 'Acme' }, TRIAL)).body.details.reason).toBe('change.not_confirmable')
		const deputy = await user('deputy')
		expect((await join(owner, deputy, 'admin')).status).toBe(200)
		expect(await deputy.patch(path, { second_factor_required: true }, TRIAL)).toMatchObject({
			status: 403,
			body: { details: { reason: 'orgs.owner_only' } },
		})
	})
})
