import { env } from 'cloudflare:workers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { clearEmail, configure, mailTo, ports, reaching, seenBy } from '../support/email.ts'
import { directoryOfOrg, enter, ofPlatform, refusalIn, signInWith, someone, servedProvider } from '../support/oidc.ts'
import { address, admin, type Caller, unique, user } from '../support/world.ts'

// What proves an address, and to whom.

const USERS = '/scim/v2/Users'
const texts = import.meta.glob<string>('../../drizzle/0*_email_proofs.sql', {
	query: '?raw',
	import: 'default',
	eager: true,
})

let root: Caller
beforeEach(async () => {
	root = await admin()
	await configure({ smtp_port: ports.plain })
})
afterAll(clearEmail)

const set = ({ user_id }: Caller, fields: object) => root.patch(`/v1/admin/users/${user_id}`, fields)
const stored = ({ user_id }: Pick<Caller, 'user_id'>) =>
	env.DB.prepare('SELECT email, email_proved_by, email_set_by_operator, reached_at FROM users WHERE id = ?')
		.bind(user_id)
		.first()
const noticesOf = async (one: Caller) =>
	(await one.get('/v1/notifications')).body.data.map(({ type }: { type: string }) => type)
const ask = (login: string) =>
	send('POST', '/v1/auth/password-reset', {
		body: { login },
		headers: { 'CF-Connecting-IP': address() },
		env: { ...reaching },
	})
const tokenIn = (text = '') => /^(?:reset|verify)_[\w-]{43}\r?$/m.exec(text)?.[0].trim() ?? ''

/** The user verifies their address by the mail that they ask for. */
async function verify(one: Caller, email: string) {
	expect((await one.post('/v1/me/email/verification', undefined, { env: { ...reaching } })).status).toBe(202)
	const token = tokenIn((await mailTo('plain', email)).text)
	return send('POST', '/v1/auth/email/verification/confirm', { body: { token } })
}

describe('an address that an operator marked as verified', () => {
	test("leads nobody to the account by a provider, whose company's it becomes", async () => {
		const provider = await servedProvider()
		const connection = await ofPlatform(provider, root)
		const sam = await user('sam')
		const email = `boss@${connection.domain}`
		expect((await set(sam, { email, email_verified: true })).body).toMatchObject({ email, email_verified: true })
		const boss = await enter(provider, connection, someone({ email, email_verified: true }))
		const { id } = (await boss.get('/v1/me')).body
		expect(id).not.toBe(sam.user_id)
		expect(await stored({ user_id: id })).toMatchObject({ email, email_proved_by: 'provider' })
		expect(await stored(sam)).toMatchObject({ email: null, email_proved_by: null })
		expect(await noticesOf(sam)).toContain('security.email_taken')
	})

	test('leads nobody to the account by a directory', async () => {
		const provider = await servedProvider()
		const { connection, client } = await directoryOfOrg(provider)
		const sam = await user('sam')
		const userName = `hire@${connection.domain}`
		await set(sam, { email: userName, email_verified: true })
		const { status, body } = await client.post(USERS, { userName })
		expect(status).toBe(201)
		expect(body.id).not.toBe(sam.user_id)
		expect(await stored({ user_id: body.id })).toMatchObject({ email_proved_by: 'directory' })
	})

	test('keeps out whom an operator suspended', async () => {
		const provider = await servedProvider()
		const connection = await ofPlatform(provider, root)
		const sam = await user('sam')
		const email = `out@${connection.domain}`
		await set(sam, { email, email_verified: true })
		await set(sam, { status: 'suspended' })
		const reply = await signInWith(connection.id, provider, someone({ email, email_verified: true }))
		expect(refusalIn(reply)).toMatchObject({ refused: 'oidc.inactive' })
		expect(await stored(sam)).toMatchObject({ email })
	})

	test('stays proved by a mail if it was before', async () => {
		const email = `${unique('ada')}@example.com`
		const ada = await user('ada', { email, email_verified: true })
		await set(ada, { email_verified: true })
		expect(await stored(ada)).toMatchObject({ email_proved_by: 'mail' })
		await set(ada, { email_verified: false })
		expect(await stored(ada)).toMatchObject({ email_proved_by: null, email_set_by_operator: 0 })
	})
})

describe('a reset', () => {
	test('is mailed to an address that an operator only marked as verified', async () => {
		const ada = await user('ada')
		await set(ada, { email_verified: true })
		await ask(ada.login)
		expect((await seenBy('plain')).filter(({ to }) => to?.includes(`${ada.login}@example.com`))).toHaveLength(1)
	})

	test.each([{ email_verified: true }, {}])(
		'is not mailed to an address that an operator set (%j), until its user has verified it by a mail',
		async (fields) => {
			const ada = await user('ada')
			const email = `${unique('set')}@example.com`
			await set(ada, { email, ...fields })
			await ask(ada.login)
			await ask(email)
			const resets = async () => {
				const sights = await seenBy('plain')
				return sights.filter(({ to, text }) => to?.includes(email) && /^Subject: Reset/m.test(text ?? '')).length
			}
			expect(await resets()).toBe(0)
			await set(ada, { email_verified: false })
			expect((await verify(ada, email)).status).toBe(200)
			expect(await stored(ada)).toMatchObject({ email_proved_by: 'mail', email_set_by_operator: 0 })
			await ask(ada.login)
			expect(await resets()).toBe(1)
		},
	)

	test('is mailed to an address that its user chose after an operator had set one', async () => {
		const ada = await user('ada')
		await set(ada, { email: `${unique('set')}@example.com` })
		expect((await ada.patch('/v1/me', { email: `${unique('own')}@example.com` })).status).toBe(200)
		expect(await stored(ada)).toMatchObject({ email_set_by_operator: 0, email_proved_by: null })
	})
})

test('the migration finds in the audit log what operators set, marked and reached', async () => {
	const support = await user('support')
	await root.put(`/v1/admin/users/${support.user_id}/roles`, { roles: ['support'] })
	const [ada, bob, cas, dan] = [await user('ada'), await user('bob'), await user('cas'), await user('dan')]
	const email = `${unique('set')}@example.com`
	await set(ada, { email, email_verified: true })
	await set(bob, { email_verified: true })
	await root.post(`/v1/admin/users/${cas.user_id}/password-reset`)
	await env.DB.prepare(
		"UPDATE audit_logs SET actor_user_id = ? WHERE target_id = ? AND action = 'passwords.reset_token'",
	)
		.bind(support.user_id, cas.user_id)
		.run()
	const before = await Promise.all([ada, bob, cas, dan].map(stored))
	await env.DB.prepare('UPDATE users SET email_proved_by = NULL, email_set_by_operator = 0, reached_at = NULL').run()
	for (const statement of Object.values(texts).flatMap((text) => text.split('--> statement-breakpoint')))
		if (statement.trim().startsWith('UPDATE')) await env.DB.prepare(statement).run()
	const after = await Promise.all([ada, bob, cas, dan].map(stored))
	expect(after.map((row) => ({ ...row, reached_at: null }))).toEqual(
		before.map((row) => ({ ...row, reached_at: null })),
	)
	// A platform admin's act isn't somebody else's.
	expect(after.map((row) => row?.reached_at !== null)).toEqual([false, false, true, false])
})
