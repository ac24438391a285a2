import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { authenticator, challengeOf } from '../support/authenticator.ts'
import { counted } from '../support/d1.ts'
import { configure, mailTo, ports, reaching, clearEmail } from '../support/email.ts'
import { invite } from '../support/invitations.ts'
import { entryFor, withAccessLog } from '../support/logged.ts'
import { directoryOfOrg, start, servedProvider } from '../support/oidc.ts'
import { hashOf, masked, PREFIXES } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { admin, PASSWORD, unique, user } from '../support/world.ts'

// Every opaque credential that we issue: how it begins, that logs mask it, and how junk in its form is refused.

withAccessLog()
afterEach(async () => {
	vi.useRealTimers()
	await clearEmail()
})

const tokenIn = (text = '') => /^\w+_[\w-]{43}\r?$/m.exec(text)?.[0].trim() ?? ''

/** What a mail says to somebody once `ask` was called. */
async function mailed(ask: (login: string) => Promise<unknown>) {
	await configure({ smtp_port: ports.plain })
	const login = unique('reader')
	await user('reader', { login, email: `${login}@example.com` })
	await ask(login)
	return tokenIn((await mailTo('plain', `${login}@example.com`)).text)
}

const serviceKey = async () => {
	const owner = await user()
	const accounts = `/v1/orgs/${owner.org_id}/service-accounts`
	const { body } = await owner.post(accounts, { name: unique('account'), role: 'member' })
	return (await owner.post(`${accounts}/${body.id}/keys`, { name: 'k' })).body.key
}

async function scimToken() {
	const { token } = await connected()
	return token
}

async function connected() {
	const provider = await servedProvider()
	const { owner, connection } = await directoryOfOrg(provider)
	const made = await owner.post(`/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}/scim-token`)
	expect(made.status).toBe(201)
	return { token: made.body.token as string, connection, provider }
}

const cookieValue = (cookie: string) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))

/** Each kind, and everything that issues one. */
const ISSUED: Record<keyof typeof PREFIXES, (() => Promise<string>)[]> = {
	api_key: [
		async () => (await (await user()).post('/v1/api-keys', { name: 'k' })).body.key,
		async () => {
			const owner = await user()
			const { id } = (await owner.post('/v1/api-keys', { name: 'k' })).body
			return (await owner.post(`/v1/api-keys/${id}/rotate`)).body.key
		},
		serviceKey,
	],
	scim_token: [scimToken],
	invitation: [async () => (await invite(await user())).body.token],
	password_reset: [
		async () => (await (await admin()).post(`/v1/admin/users/${(await user()).user_id}/password-reset`)).body.token,
		() => mailed((login) => send('POST', '/v1/auth/password-reset', { body: { login }, env: reaching })),
	],
	email_verification: [
		() =>
			mailed(async (login) => {
				const { body } = await send('POST', '/v1/auth/login', { body: { login, password: PASSWORD } })
				await as(body.access_token).post('/v1/me/email/verification', undefined, { env: reaching })
			}),
	],
	refresh_token: [
		async () => cookieValue((await user()).cookie),
		async () => {
			const { headers } = await send('POST', '/v1/auth/refresh', { headers: { Cookie: (await user()).cookie } })
			return cookieValue(headers.get('Set-Cookie')?.split(';')[0] ?? '')
		},
	],
	challenge: [
		async () => (await (await user()).post('/v1/me/passkeys/options')).body.challenge,
		async () => (await send('POST', '/v1/auth/passkey/options', { body: {} })).body.challenge,
		async () => {
			const one = await user()
			await authenticator(one)
			return challengeOf(one.login)
		},
	],
	oidc_sign_in: [
		async () => {
			const { connection, provider } = await connected()
			return cookieValue((await start(connection.id, provider)).cookie)
		},
	],
}

const CHECKED = ['api_key', 'scim_token', 'invitation'] as const
const junkOf = (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')

/** How somebody uses a long-lived one. Junk is refused with this status. */
const USES: Record<(typeof CHECKED)[number], [use: (token: string) => ReturnType<typeof send>, refused: number]> = {
	api_key: [(token) => send('GET', '/v1/plans', { headers: { Authorization: `Bearer ${token}` } }), 401],
	scim_token: [(token) => send('GET', '/scim/v2/Users', { headers: { Authorization: `Bearer ${token}` } }), 401],
	invitation: [(token) => send('GET', `/v1/invitations/${token}`), 404],
}

test.each(Object.entries(ISSUED))('a %s begins with its prefix, and no log has it', async (kind, makers) => {
	const prefix = PREFIXES[kind as keyof typeof PREFIXES]
	for (const make of makers) {
		const token = await make()
		expect(token).toMatch(new RegExp(`^${prefix}[\\w.-]{43,}$`))
		expect(masked(`a ${token} b`)).toBe('a … b')
		const asked = await send('GET', `/v1/nothing/${token}`, { headers: { 'User-Agent': `x ${token}` } })
		expect(await entryFor(asked)).toMatchObject({ path: '/v1/nothing/…', user_agent: 'x …' })
	}
})

test('every prefix is its own, and none begins another', () => {
	const all = Object.values(PREFIXES)
	for (const one of all) expect(all.filter((other) => other.startsWith(one))).toEqual([one])
})

test.each(CHECKED)('a %s has a checksum, and junk costs no D1 call', async (kind) => {
	const [use, refused] = USES[kind]
	// What every request reads is kept for five seconds, and stays so.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const token = (await ISSUED[kind][0]?.()) ?? ''
	expect(token.slice(-6)).toBe(hashOf(token.slice(0, -6)).slice(0, 6))
	const used = await use(token)
	expect({ body: used.body, status: used.status }).toMatchObject({ status: 200 })
	for (const junk of [junkOf(token), `${token}A`, token.slice(0, -1)]) {
		const { calls } = await counted(async () => expect((await use(junk)).status).toBe(refused))
		expect({ kind, calls }).toEqual({ kind, calls: 0 })
	}
})

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

test('what was issued before checksums and prefixes works until it ends', async () => {
	const old = (prefix: string) => prefix + hash(unique('old'))
	const scim = old('scim_')
	const { connection } = await connected()
	await rows('UPDATE scim_tokens SET token_hash = ? WHERE connection_id = ?', hash(scim), connection.id)
	expect((await USES.scim_token[0](scim)).status).toBe(200)
	const [owner, join] = [await user(), old('join_')]
	await rows('UPDATE invitations SET token_hash = ? WHERE id = ?', hash(join), (await invite(owner)).body.id)
	expect((await USES.invitation[0](join)).status).toBe(200)
	const [someone, reset] = [await user(), old('')]
	await (await admin()).post(`/v1/admin/users/${someone.user_id}/password-reset`)
	await rows('UPDATE one_time_tokens SET token_hash = ? WHERE user_id = ?', hash(reset), someone.user_id)
	const body = { token: reset, password: 'another horse 2' }
	expect((await send('POST', '/v1/auth/password-reset/confirm', { body })).status).toBe(200)
	const [third, login, own] = [await user(), old('').slice(0, 22), old('')]
	await rows(
		'UPDATE refresh_tokens SET token_hash = ? WHERE session_id = (SELECT id FROM sessions WHERE user_id = ?)',
		`${hash(login)}.${hash(own)}`,
		third.user_id,
	)
	const Cookie = `plinth_refresh=${login}.${own}`
	expect((await send('POST', '/v1/auth/refresh', { headers: { Cookie } })).status).toBe(200)
})
