import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { send } from '../support/api.ts'
import { answer, authenticator, challengeOf, logIn, reasonOf } from '../support/authenticator.ts'
import { addPasskey, logIn as logInByPasskey, requestOptions, withPasskey } from '../support/passkeys.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, type Caller, PASSWORD, user } from '../support/world.ts'

const ME = '/v1/me'
const OFF = { password_sign_in: false }
const ON = { password_sign_in: true }

const pathOf = (passkey_id: string) => `${ME}/passkeys/${passkey_id}`

/** A user with two passkeys whose password no longer signs in. */
async function withoutPassword() {
	const one = await withPasskey()
	const other = await addPasskey(one)
	expect((await one.patch(ME, OFF)).body.password_sign_in).toBe(false)
	return { ...one, other }
}

const byPasskey = async (one: Pick<Awaited<ReturnType<typeof withPasskey>>, 'authenticator' | 'login'>) =>
	(await logInByPasskey(await one.authenticator.get(await requestOptions(one.login)))).status

async function growOld({ user_id }: Pick<Caller, 'user_id'>) {
	await env.DB.prepare("UPDATE sessions SET authenticated_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?")
		.bind(user_id)
		.run()
	forgetPrincipals()
}

describe('switching it off', () => {
	test('takes two passkeys, or one and recovery codes', async () => {
		const one = await user('keyed')
		expect((await one.get(ME)).body.password_sign_in).toBe(true)
		expect(reasonOf(await one.patch(ME, OFF))).toEqual([409, 'sign_in.last_way'])
		await authenticator(one)
		await one.post(`${ME}/recovery-codes`)
		expect(reasonOf(await one.patch(ME, OFF))).toEqual([409, 'sign_in.last_way'])
		await addPasskey(one)
		expect(await one.patch(ME, OFF)).toMatchObject({ status: 200, body: OFF })
		expect(await one.patch(ME, ON)).toMatchObject({ status: 200, body: ON })

		const two = await withPasskey()
		expect(reasonOf(await two.patch(ME, { ...OFF, locale: 'fr' }))).toEqual([409, 'sign_in.last_way'])
		expect((await two.get(ME)).body).toMatchObject({ locale: 'en', ...ON })
		await addPasskey(two)
		expect((await two.patch(ME, OFF)).status).toBe(200)
	})

	test('shows wherever the user is read, tells them, and is in the audit log', async () => {
		const one = await withoutPassword()
		const root = await admin()
		expect((await root.get(`/v1/admin/users/${one.user_id}`)).body.password_sign_in).toBe(false)
		expect((await root.get(`/v1/admin/users?q=${one.login}`)).body).toMatchObject([OFF])
		await one.patch(ME, OFF)
		const told = (await one.get('/v1/notifications')).body.data.map(({ type }: { type: string }) => type)
		expect(told.filter((type: string) => type === 'security.password_sign_in')).toHaveLength(1)
		const log = await root.get(`/v1/admin/audit-logs?target_id=${one.user_id}&action=users.update`)
		expect(log.body.at(-1)).toMatchObject({ before: ON, after: OFF })
	})

	test('asks for a recent proof, as switching it on does, and no other change does', async () => {
		const one = await withoutPassword()
		await growOld(one)
		for (const change of [OFF, ON]) expect(reasonOf(await one.patch(ME, change))).toEqual([401, 'auth.step_up'])
		expect((await one.patch(ME, { locale: 'fr' })).status).toBe(200)
	})

	test('is nothing that an operator does for somebody', async () => {
		const one = await withoutPassword()
		await (await admin()).patch(`/v1/admin/users/${one.user_id}`, ON)
		expect((await one.get(ME)).body.password_sign_in).toBe(false)
	})
})

describe('while it is off', () => {
	test('a right password is refused like a wrong one, and a passkey signs in', async () => {
		const one = await withoutPassword()
		await authenticator(one)
		const [right, wrong] = [await logIn(one.login), await logIn(one.login, 'wrong horse 1')]
		expect(reasonOf(right)).toEqual([401, 'auth.invalid_credentials'])
		const { trace_id: _, ...said } = right.body
		expect(wrong.body).toMatchObject(said)
		expect(Object.keys(wrong.body.details)).toEqual(Object.keys(right.body.details))
		expect(await byPasskey(one)).toBe(200)
		await one.patch(ME, ON)
		expect(reasonOf(await logIn(one.login))).toEqual([401, 'auth.second_factor'])
	})

	test('right passwords count as failed logins', async () => {
		const one = await withoutPassword()
		for (let tries = 0; tries < 10; tries += 1) expect((await logIn(one.login)).status).toBe(401)
		expect(reasonOf(await logIn(one.login))).toEqual([429, 'auth.too_many_failures'])
	})

	test('no second factor completes a login that began before', async () => {
		const one = await withPasskey()
		await addPasskey(one)
		const app = await authenticator(one)
		const waiting = await challengeOf(one.login)
		await one.patch(ME, OFF)
		const reply = await answer(waiting, { totp: await app.code() })
		expect(reply).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'challenge' }] } } })
	})

	test('a right password and a recovery code sign in whoever has lost their passkeys, and nothing else does', async () => {
		const one = await withPasskey()
		const app = await authenticator(one)
		const codes: string[] = (await one.post(`${ME}/recovery-codes`)).body.codes
		expect((await one.patch(ME, OFF)).status).toBe(200)
		expect(reasonOf(await logIn(one.login, 'wrong horse 1'))).toEqual([401, 'auth.invalid_credentials'])
		const asked = await logIn(one.login)
		expect(asked).toMatchObject({
			status: 401,
			body: { details: { reason: 'auth.second_factor', methods: ['recovery_code'] } },
		})
		expect(asked.body.details.passkey).toBeUndefined()
		const { challenge } = asked.body.details
		expect((await answer(challenge, { totp: await app.code() })).status).toBe(400)
		expect((await answer(challenge, { recovery_code: codes[0] ?? '' })).status).toBe(200)
		expect((await one.get(ME)).body.password_sign_in).toBe(false)
		// Each code works once, also here.
		const again = (await logIn(one.login)).body.details.challenge
		expect((await answer(again, { recovery_code: codes[0] ?? '' })).status).toBe(400)
	})

	test('a password is no proof for a step-up', async () => {
		const one = await withoutPassword()
		await growOld(one)
		const { challenge, methods } = (await one.patch(ME, ON)).body.details
		expect(methods).toEqual(['passkey'])
		expect((await one.post('/v1/auth/step-up', { challenge, password: PASSWORD })).status).toBe(400)
		expect(reasonOf(await one.patch(ME, ON))).toEqual([401, 'auth.step_up'])
	})

	test('a reset of the password brings it back no more than it ends the passkeys', async () => {
		const one = await withoutPassword()
		const { token } = (await (await admin()).post(`/v1/admin/users/${one.user_id}/password-reset`)).body
		const password = 'another horse 2'
		const reset = await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } })
		expect([reset.status, reset.body.access_token]).toEqual([200, undefined])
		expect(reasonOf(await logIn(one.login, password))).toEqual([401, 'auth.invalid_credentials'])
		expect(await byPasskey(one)).toBe(200)
	})
})

describe('the last way in stays', () => {
	test('a user whose password signs in may remove every passkey', async () => {
		const one = await withPasskey()
		expect((await one.delete(pathOf(one.passkey_id))).status).toBe(204)
		expect((await logIn(one.login)).status).toBe(200)
	})

	test('of two passkeys that are removed at once, one stays', async () => {
		const one = await withoutPassword()
		const both = await Promise.all([one.passkey_id, one.other.passkey_id].map((id) => one.delete(pathOf(id))))
		expect(both.map(reasonOf).toSorted()).toEqual([
			[204, undefined],
			[409, 'sign_in.last_way'],
		])
		expect((await one.get(`${ME}/passkeys`)).body).toHaveLength(1)
		expect(reasonOf(await one.delete(pathOf('psk_nobody')))).toEqual([404, undefined])
	})

	test('an authenticator app and recovery codes are none', async () => {
		const one = await withPasskey()
		await authenticator(one)
		await one.post(`${ME}/recovery-codes`)
		await one.patch(ME, OFF)
		expect(reasonOf(await one.delete(pathOf(one.passkey_id)))).toEqual([409, 'sign_in.last_way'])
		expect((await one.get(`${ME}/recovery-codes`)).body.left).toBe(10)
		expect((await one.delete(`${ME}/totp`)).status).toBe(204)
		expect(await byPasskey(one)).toBe(200)
	})

	test('switching it off and removing a passkey at once do not both work', async () => {
		for (let tries = 0; tries < 3; tries += 1) {
			const one = await withPasskey()
			const other = await addPasskey(one)
			await one.delete(pathOf(other.passkey_id))
			await one.post(`${ME}/recovery-codes`)
			const both = await Promise.all([one.patch(ME, OFF), one.delete(pathOf(one.passkey_id))])
			expect(both.filter(({ status }) => status < 300)).toHaveLength(1)
			expect(both.map(reasonOf)).toContainEqual([409, 'sign_in.last_way'])
		}
	})
})

describe("an operator's reset of the second factor", () => {
	test('brings password sign-in back', async () => {
		const one = await withoutPassword()
		const reset = `/v1/admin/users/${one.user_id}/second-factor/reset`
		expect((await (await admin()).post(reset)).status).toBe(200)
		expect((await logIn(one.login)).status).toBe(200)
		expect((await one.get(ME)).body.password_sign_in).toBe(true)
		expect(reasonOf(await (await admin()).post(reset))).toEqual([409, 'users.no_second_factor'])
	})

	test('and switching it off at once leave a way in', async () => {
		const one = await withPasskey()
		await addPasskey(one)
		const root = await admin()
		await Promise.all([one.patch(ME, OFF), root.post(`/v1/admin/users/${one.user_id}/second-factor/reset`)])
		expect((await one.get(ME)).body.password_sign_in).toBe(true)
		expect((await logIn(one.login)).status).toBe(200)
	})
})

test('a passkey signs in somebody who has no password, and stays when their provider goes', async () => {
	const one = await withPasskey()
	await env.DB.prepare('DELETE FROM passwords WHERE user_id = ?').bind(one.user_id).run()
	expect(await byPasskey(one)).toBe(200)
	expect((await logIn(one.login)).status).toBe(401)
	expect(reasonOf(await one.delete(pathOf(one.passkey_id)))).toEqual([409, 'sign_in.last_way'])
})

test('an operator leaves somebody without a password their only way in, until a reset token gave them one', async () => {
	const [one, root] = [await withPasskey(), await admin()]
	await env.DB.prepare('DELETE FROM passwords WHERE user_id = ?').bind(one.user_id).run()
	const reset = `/v1/admin/users/${one.user_id}/second-factor/reset`
	expect(reasonOf(await root.post(reset))).toEqual([409, 'sign_in.last_way'])
	expect(await byPasskey(one)).toBe(200)
	const { token } = (await root.post(`/v1/admin/users/${one.user_id}/password-reset`)).body
	expect((await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: PASSWORD } })).status).toBe(
		200,
	)
	expect((await root.post(reset)).status).toBe(200)
	expect((await logIn(one.login)).status).toBe(200)
})

describe('a provider', () => {
	/** Somebody with a passkey and a provider, and no password. */
	async function withProvider({ is_active = true } = {}) {
		const [one, root] = [await withPasskey(), await admin()]
		const issuer = `https://${one.user_id.toLowerCase().replace('_', '-')}.example`
		const wanted = { name: 'Provider', issuer, client_id: 'plinth', client_secret: 'secret', is_active }
		const connection = await root.post('/v1/admin/oidc-connections', wanted)
		expect(connection.status).toBe(201)
		onTestFinished(async () => void (await root.delete(`/v1/admin/oidc-connections/${connection.body.id}`)))
		await env.DB.batch([
			env.DB.prepare('DELETE FROM passwords WHERE user_id = ?').bind(one.user_id),
			env.DB.prepare(
				"INSERT INTO identities (id, user_id, issuer, subject, connection_id, created_at) VALUES (?1, ?1, ?2, 'me', ?3, '2026-01-01')",
			).bind(one.user_id, issuer, connection.body.id),
		])
		return one
	}

	test('and a passkey that are removed at once do not both go', async () => {
		const one = await withProvider()
		const both = await Promise.all([one.delete(pathOf(one.passkey_id)), one.delete(`${ME}/identities/${one.user_id}`)])
		expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
	})

	test('is a way in only while a connection leads to it', async () => {
		const one = await withProvider({ is_active: false })
		expect(reasonOf(await one.delete(pathOf(one.passkey_id)))).toEqual([409, 'sign_in.last_way'])
	})
})

test('new recovery codes in place of the old ones are a way back all the time', async () => {
	const one = await withPasskey()
	await one.post(`${ME}/recovery-codes`)
	expect((await one.patch(ME, OFF)).status).toBe(200)
	const made = await Promise.all([one.post(`${ME}/recovery-codes`), one.post(`${ME}/recovery-codes`)])
	expect(made.map(({ status }) => status)).toEqual([201, 201])
	expect((await one.get(`${ME}/recovery-codes`)).body.left).toBe(10)
	expect((await logIn(one.login)).body.details.methods).toEqual(['recovery_code'])
})
