import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { answer, authenticator as withApp, logIn } from '../support/authenticator.ts'
import { counted } from '../support/d1.ts'
import { sendFromEdge, underGateway } from '../support/gateway.ts'
import { addPasskey, withPasskey } from '../support/passkeys.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, PASSWORD, user } from '../support/world.ts'

type Keyed = Awaited<ReturnType<typeof withPasskey>>

/** What a right password earns. */
async function asked({ login }: Pick<Keyed, 'login'>) {
	const { status, body } = await logIn(login)
	expect({ status, reason: body.details.reason }).toEqual({ status: 401, reason: 'auth.second_factor' })
	return body.details
}

const factorOf = async ({ user_id }: Pick<Keyed, 'user_id'>) =>
	env.DB.prepare('SELECT factor FROM sessions WHERE user_id = ? ORDER BY id DESC').bind(user_id).first('factor')

const NOT_AN_ANSWER = { status: 400, body: { details: { fields: [{ path: 'credential' }] } } }

test('a password alone no longer logs in a user with a passkey, and the passkey answers', async () => {
	const one = await withPasskey()
	const { challenge, methods, passkey } = await asked(one)
	expect(methods).toEqual(['passkey'])
	expect(passkey).toEqual({
		challenge,
		rpId: 'localhost',
		timeout: 300_000,
		allowCredentials: [{ type: 'public-key', id: one.authenticator.id, transports: ['hybrid', 'internal'] }],
		userVerification: 'required',
	})
	const credential = await one.authenticator.get(passkey)
	expect((await answer(challenge, { credential })).status).toBe(200)
	expect(await factorOf(one)).toBe('passkey')
	expect((await answer(challenge, { credential })).body.details.fields[0].path).toBe('challenge')
})

test('an app beside the passkey is offered too, and recovery codes for either', async () => {
	const one = await withPasskey()
	const { code } = await withApp(one)
	const { codes } = (await one.post('/v1/me/recovery-codes')).body
	const { challenge, methods } = await asked(one)
	expect(methods).toEqual(['passkey', 'totp', 'recovery_code'])
	expect((await answer(challenge, { totp: await code() })).status).toBe(200)
	expect((await answer((await asked(one)).challenge, { recovery_code: codes[0] })).status).toBe(200)
	await one.delete('/v1/me/totp')
	expect((await one.get('/v1/me/recovery-codes')).body.left).toBe(9)
	await one.delete(`/v1/me/passkeys/${one.passkey_id}`)
	expect((await one.get('/v1/me/recovery-codes')).body.left).toBe(0)
	expect((await logIn(one.login)).status).toBe(200)
})

test("nothing but the user's own passkey answers, to just this challenge", async () => {
	const [one, other] = [await withPasskey(), await withPasskey()]
	const { challenge, passkey } = await asked(one)
	const older = await one.authenticator.get((await asked(one)).passkey)
	const wrong = [
		await other.authenticator.get(passkey),
		await one.authenticator.get(passkey, { origin: 'http://evil.example' }),
		await one.authenticator.get(passkey, { flags: 0x01 }),
		older,
	]
	for (const credential of wrong) expect(await answer(challenge, { credential })).toMatchObject(NOT_AN_ANSWER)
	expect((await answer(challenge, { credential: await one.authenticator.get(passkey) })).status).toBe(200)
})

test('wrong answers count as failed logins', async () => {
	const one = await withPasskey()
	for (let asks = 0; asks < 2; asks += 1) {
		const { challenge, passkey } = await asked(one)
		const credential = await one.authenticator.get(passkey, { flags: 0x01 })
		for (let wrong = 0; wrong < 5; wrong += 1) await answer(challenge, { credential })
	}
	expect((await logIn(one.login)).body.details.reason).toBe('auth.too_many_failures')
})

test('a right password of a user with a passkey takes two D1 calls, and the answer four', async () => {
	const one = await withPasskey()
	expect(await counted(() => logIn(one.login))).toMatchObject({ calls: 2 })
	const { challenge, passkey } = await asked(one)
	const credential = await one.authenticator.get(passkey)
	expect(await counted(() => answer(challenge, { credential }))).toMatchObject({ calls: 4 })
})

test('a step-up takes the passkey, and no password', async () => {
	const one = await withPasskey()
	await env.DB.prepare("UPDATE sessions SET created_at = '2020', authenticated_at = NULL WHERE user_id = ?")
		.bind(one.user_id)
		.run()
	forgetPrincipals()
	const { challenge, methods, passkey } = (await one.post('/v1/me/recovery-codes')).body.details
	expect(methods).toEqual(['passkey'])
	const proven = (body: object) => one.post('/v1/auth/step-up', { challenge, ...body })
	expect((await proven({ password: PASSWORD })).body.details.fields[0].path).toBe('password')
	expect((await proven({ credential: await one.authenticator.get(passkey) })).status).toBe(200)
	expect((await one.post('/v1/me/recovery-codes')).status).toBe(201)
})

test('where there are no passkeys, the 401 offers none', async () => {
	const one = await withPasskey()
	const { body } = await send('POST', '/v1/auth/login', {
		body: { login: one.login, password: PASSWORD },
		env: { PUBLIC_URL: 'http://127.0.0.1:8787' },
	})
	expect(body.details).toMatchObject({ reason: 'auth.second_factor', methods: ['passkey'] })
	expect(body.details.passkey).toBeUndefined()
})

test('an operator removes lost passkeys with the other factors', async () => {
	const one = await withPasskey()
	await withApp(one)
	await addPasskey(one)
	expect((await (await admin()).post(`/v1/admin/users/${one.user_id}/second-factor/reset`)).status).toBe(200)
	expect((await one.get('/v1/me/passkeys')).body).toEqual([])
	expect((await logIn(one.login)).status).toBe(200)
})

test('adding a passkey says that the session has proven one', async () => {
	const one = await user('keyed')
	await addPasskey(one)
	expect(await factorOf(one)).toBe('passkey')
})

test('an operator may answer however risky their request is, and nobody else', async () => {
	const [one, operator] = [await withPasskey(), await withPasskey()]
	await (await admin()).put(`/v1/admin/users/${operator.user_id}/roles`, { roles: ['auditor'] })
	const answers: object[] = []
	for (const keyed of [one, operator]) {
		const { challenge, passkey } = await asked(keyed)
		answers.push({ challenge, credential: await keyed.authenticator.get(passkey) })
	}
	const riskily = (body: object) =>
		sendFromEdge('POST', '/v1/auth/second-factor', { body, cf: { country: 'T1' }, headers: { 'User-Agent': '' } })
	const statuses = await underGateway({ risk_reject_threshold: 0.1 }, async () => [
		(await riskily(answers[0] ?? {})).status,
		(await riskily(answers[1] ?? {})).status,
	])
	expect(statuses).toEqual([403, 200])
})
