import { afterAll, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { clearEmail, configure, mailTo, ports, reaching } from '../support/email.ts'
import { invalidField } from '../support/replies.ts'
import { address, admin, type Caller, PASSWORD, unique, user } from '../support/world.ts'

// What a new password ends, and what it leaves.

const NEW = 'another horse 2'

const confirm = (token: string, fields: object = {}) =>
	send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: NEW, ...fields } })
const link = async ({ user_id }: Caller) => (await admin()).post(`/v1/admin/users/${user_id}/password-reset`)
const ask = (login: string) =>
	send('POST', '/v1/auth/password-reset', {
		body: { login },
		headers: { 'CF-Connecting-IP': address() },
		env: reaching,
	})
const addressOf = ({ login }: Caller) => `${login}@example.com`
/** The token of a mail: the only line with nothing else on it. */
const tokenIn = (text = '') => /^(?:reset|verify)_[\w-]{43}\r?$/m.exec(text)?.[0].trim() ?? ''

afterAll(clearEmail)

test("a user's API keys outlive a new password unless they ask to delete them", async () => {
	const key = async (one: Caller) => as((await one.post('/v1/api-keys', { name: unique('key') })).body.key)
	const [changes, resets, other] = [await user(), await user(), await user()]
	const [changed, reset, foreign] = [await key(changes), await key(resets), await key(other)]
	const lives = async (one: typeof changed) => (await one.get('/v1/plans')).status
	const change = (old_password: string, new_password: string, fields: object) =>
		changes.post('/v1/me/password', { old_password, new_password, ...fields })
	const { token } = (await link(resets)).body
	expect((await change(PASSWORD, NEW, { delete_api_keys: false })).status).toBe(200)
	expect((await confirm(token)).status).toBe(200)
	expect([await lives(changed), await lives(reset)]).toEqual([200, 200])
	expect(await change(NEW, PASSWORD, { delete_api_keys: 'yes' })).toMatchObject(invalidField('delete_api_keys'))
	expect((await change(NEW, PASSWORD, { delete_api_keys: true })).status).toBe(200)
	const { token: second } = (await link(resets)).body
	expect((await confirm(second, { delete_api_keys: true })).status).toBe(200)
	expect([await lives(changed), await lives(reset), await lives(foreign)]).toEqual([401, 401, 200])
	expect((await changes.get('/v1/api-keys')).body).toEqual([])
})

test("a stranger who asks for a mailed reset doesn't end the token that a platform admin passed on", async () => {
	await configure({ smtp_port: ports.plain })
	const mailed = async (one: Caller) => {
		await ask(one.login)
		return tokenIn((await mailTo('plain', addressOf(one))).text)
	}
	const [someone, other] = [await user(), await user()]
	const { token } = (await link(someone)).body
	const unwanted = await mailed(someone)
	expect(unwanted).not.toBe('')
	expect((await confirm(token)).status).toBe(200)
	// The new password ends the other one.
	expect(await confirm(unwanted)).toMatchObject(invalidField('token'))
	// Nor does an admin's token end a mailed one.
	const wanted = await mailed(other)
	await link(other)
	expect((await confirm(wanted)).status).toBe(200)
})
