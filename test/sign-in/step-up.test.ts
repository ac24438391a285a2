import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { NOT_A_CHALLENGE } from '../support/authenticator.ts'
import { counted, sendingBy } from '../support/d1.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, type Caller, PASSWORD, signIn, user } from '../support/world.ts'

/** The user's sessions began an hour ago, and they have proven nothing since then. */
async function anHourLater({ user_id }: Pick<Caller, 'user_id'>) {
	const began = new Date(Date.now() - 3_600_000).toISOString()
	await env.DB.prepare('UPDATE sessions SET created_at = ?, authenticated_at = NULL WHERE user_id = ?')
		.bind(began, user_id)
		.run()
	forgetPrincipals()
}

async function backToNow({ user_id }: Pick<Caller, 'user_id'>) {
	await env.DB.prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?')
		.bind(new Date().toISOString(), user_id)
		.run()
	forgetPrincipals()
}

const deleteOrg = (caller: Caller) => caller.delete(`/v1/orgs/${caller.org_id}`)

/** The challenge that the caller gets an hour after their login. */
async function challengeFor(caller: Caller): Promise<string> {
	await anHourLater(caller)
	const { status, body } = await deleteOrg(caller)
	expect({ status, reason: body.details.reason }).toEqual({ status: 401, reason: 'auth.step_up' })
	return body.details.challenge
}

const answer = (caller: Pick<Caller, 'post'>, challenge: string, password = PASSWORD) =>
	caller.post('/v1/auth/step-up', { challenge, password })

const root = await admin()

describe('a proof', () => {
	test('is no wrong one when nobody could look at it', async () => {
		const owner = await user('owner')
		const challenge = await challengeFor(owner)
		// Nothing but passwords can't be read.
		const failing: Parameters<typeof sendingBy>[0] = (send) =>
			function (...args) {
				const isOfPasswords = [args[1]].flat().some((sql) => String(sql).includes('from "passwords"'))
				return isOfPasswords ? Promise.reject(new Error('D1_ERROR: D1 DB is overloaded')) : send.apply(this, args)
			}
		for (let times = 0; times < 5; times += 1)
			expect((await sendingBy(failing, () => answer(owner, challenge))).status).toBe(503)
		expect((await answer(owner, challenge)).status).toBe(200)
	})

	test('renews the session for ten minutes, and the request passes', async () => {
		const owner = await user('owner')
		const second = (await owner.post('/v1/orgs', { name: 'Second' })).body
		const challenge = await challengeFor(owner)
		const { status, body } = await answer(owner, challenge)
		expect(status).toBe(200)
		expect(Date.parse(body.valid_until) - Date.parse(body.authenticated_at)).toBe(600_000)
		expect((await owner.delete(`/v1/orgs/${second.id}`)).status).toBe(204)
		const log = await root.get(`/v1/admin/audit-logs?actor_user_id=${owner.user_id}&action=sessions.step_up`)
		expect(log.body).toHaveLength(1)
	})

	test('counts for an hour for what only deletes, and not for power', async () => {
		const owner = await user('owner')
		await owner.post('/v1/orgs', { name: 'Second' })
		const began = new Date(Date.now() - 30 * 60_000).toISOString()
		await env.DB.prepare('UPDATE sessions SET created_at = ? WHERE user_id = ?').bind(began, owner.user_id).run()
		forgetPrincipals()
		expect((await owner.post('/v1/api-keys', { name: 'key' })).body.details.reason).toBe('auth.step_up')
		expect((await deleteOrg(owner)).status).toBe(204)
	})

	test('renews its own session alone', async () => {
		const owner = await user('owner')
		const other = await signIn(owner.login)
		const challenge = await challengeFor(owner)
		expect((await answer(owner, challenge)).status).toBe(200)
		expect((await other.delete(`/v1/orgs/${owner.org_id}`)).body.details.reason).toBe('auth.step_up')
	})

	test('survives a refresh of the session, and so does its lack', async () => {
		const owner = await user('owner')
		await anHourLater(owner)
		const { body } = await send('POST', '/v1/auth/refresh', { headers: { Cookie: owner.cookie } })
		const headers = { Authorization: `Bearer ${body.access_token}` }
		expect((await send('DELETE', `/v1/orgs/${owner.org_id}`, { headers })).body.details.reason).toBe('auth.step_up')
	})
})

describe('a challenge', () => {
	test('counts once, also for two at the same time', async () => {
		const owner = await user('owner')
		const challenge = await challengeFor(owner)
		const both = await Promise.all([answer(owner, challenge), answer(owner, challenge)])
		expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(await answer(owner, challenge)).toMatchObject(NOT_A_CHALLENGE)
	})

	test('belongs to its session', async () => {
		const owner = await user('owner')
		const challenge = await challengeFor(owner)
		expect(await answer(await user('thief'), challenge)).toMatchObject(NOT_A_CHALLENGE)
		expect(await answer(await signIn(owner.login), challenge)).toMatchObject(NOT_A_CHALLENGE)
		expect((await answer(owner, challenge)).status).toBe(200)
	})

	test('ends after five wrong answers, and after five minutes', async () => {
		const owner = await user('owner')
		const challenge = await challengeFor(owner)
		for (let wrong = 0; wrong < 5; wrong += 1)
			expect((await answer(owner, challenge, 'wrong horse 1')).body.details.fields[0].path).toBe('password')
		expect(await answer(owner, challenge)).toMatchObject(NOT_A_CHALLENGE)

		const late = await user('late')
		const expired = await challengeFor(late)
		await env.DB.prepare("UPDATE sign_in_challenges SET expires_at = '2020' WHERE user_id = ?").bind(late.user_id).run()
		expect(await answer(late, expired)).toMatchObject(NOT_A_CHALLENGE)
	})

	test('replaces the one before, so asking often stores one row', async () => {
		const owner = await user('owner')
		const first = await challengeFor(owner)
		await deleteOrg(owner)
		const stored = await env.DB.prepare('SELECT count(*) AS n FROM sign_in_challenges WHERE user_id = ?')
			.bind(owner.user_id)
			.first<{ n: number }>()
		expect(stored?.n).toBe(1)
		expect(await answer(owner, first)).toMatchObject(NOT_A_CHALLENGE)
	})

	test('takes one D1 call to ask for', async () => {
		const owner = await user('owner')
		await anHourLater(owner)
		await owner.get('/v1/me')
		expect(await counted(() => deleteOrg(owner))).toMatchObject({ calls: 1 })
	})
})

test('a new password ends the proofs and the challenges of all other sessions', async () => {
	const owner = await user('owner')
	const other = { ...owner, ...(await signIn(owner.login)) }
	const challenge = await challengeFor(other)
	const new_password = 'another horse 2'
	expect((await owner.post('/v1/me/password', { old_password: PASSWORD, new_password })).status).toBe(200)
	await backToNow(owner)
	for (const reply of [await answer(other, challenge, new_password), await deleteOrg(other)])
		expect([reply.status, reply.body.details?.challenge]).toEqual([401, undefined])
	expect(await answer(owner, challenge, new_password)).toMatchObject(NOT_A_CHALLENGE)
})

test('a proof that another isolate saw counts at once here', async () => {
	const owner = await user('owner')
	await anHourLater(owner)
	// This isolate has read the session, and doesn't read it again for five seconds.
	await owner.get('/v1/me')
	await env.DB.prepare('UPDATE sessions SET authenticated_at = ? WHERE user_id = ?')
		.bind(new Date().toISOString(), owner.user_id)
		.run()
	expect((await deleteOrg(owner)).body.details.reason).toBe('orgs.only_org')
})

test('an API key is judged by its scopes, not asked', async () => {
	const { key } = (await root.post('/v1/api-keys', { name: 'robot', scopes: ['people.write'] })).body
	const person = await user('person')
	await anHourLater(root)
	try {
		expect((await as(key).post(`/v1/admin/users/${person.user_id}/password-reset`)).status).toBe(201)
	} finally {
		await backToNow(root)
	}
})
