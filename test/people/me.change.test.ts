import { env } from 'cloudflare:workers'
import { afterAll, expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { clearEmail, configure, mailTo, ports, reaching, seenBy } from '../support/email.ts'
import { forgetPrincipals } from '../support/program.ts'
import { invalidField } from '../support/replies.ts'
import { address, admin, type Caller, PASSWORD, signIn, unique, user } from '../support/world.ts'

const PATH = '/v1/me'
const WRONG = 'wrong horse 1'
const on = { RATE_LIMITS: 'on' as const }
const addressOf = ({ login }: { login: string }) => `${login}@example.com`
const newAddress = () => `${unique('new')}@example.com`
const mailsTo = async (to: string) => (await seenBy('plain')).filter((sight) => sight.to?.includes(to))
const readdress = (
	caller: Pick<Caller, 'patch'>,
	email: string | null,
	password = PASSWORD,
	variables: Partial<Env> = {},
) => caller.patch(PATH, { email, password }, { env: variables })

afterAll(clearEmail)

test('users change their names, language and time zone, and the personal org keeps its name', async () => {
	const ada = await user('ada')
	const before = await ada.get(PATH)
	const change = { username: ` ${unique('Ada Lovelace')} `, locale: 'de_CH', timezone: 'Europe/Zurich' }
	const changed = await ada.patch(PATH, change)
	const expected = { ...before.body, ...change, username: change.username.trim(), locale: 'de-CH' }
	expect(changed).toMatchObject({ status: 200, body: expected })
	expect((await ada.get(PATH)).body).toEqual(expected)
	expect((await ada.patch(PATH, {})).body).toEqual(expected)
	const [row] = (
		await (await admin()).get(`/v1/admin/audit-logs?target_id=${ada.user_id}&action=users.update`)
	).body.slice(-1)
	expect(row).toMatchObject({
		actor_user_id: ada.user_id,
		org_id: null,
		before: { locale: 'en' },
		after: { locale: 'de-CH' },
	})
})

test.for([
	['username', { username: '' }],
	['username', { username: null }],
	['username', { username: 'Ada\u200bLovelace' }],
	['username', { username: 'deleted-ada' }],
	['locale', { locale: 'not a language' }],
	['timezone', { timezone: 'Mars/Olympus' }],
	['email', { email: 'no address', password: PASSWORD }],
	['email', { email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }],
	['status', { status: 'suspended' }],
	['email_verified', { email_verified: true }],
	['login', { login: 'root' }],
] as const)('400 names %s in %j, and nothing changes', async ([path, change]) => {
	const ada = await user('ada')
	const before = (await ada.get(PATH)).body
	expect(await ada.patch(PATH, change)).toMatchObject(invalidField(path))
	expect((await ada.get(PATH)).body).toEqual(before)
})

test('a taken username or address is 409 in any spelling, and of 10 users who want one name, one gets it', async () => {
	const [ada, bob] = [await user('ada'), await user('bob')]
	const taken = (field: string) => ({ status: 409, body: { details: { reason: 'name.taken', field } } })
	expect(await ada.patch(PATH, { username: bob.login.toUpperCase() })).toMatchObject(taken('username'))
	expect(await readdress(ada, addressOf(bob).toUpperCase())).toMatchObject(taken('email'))
	expect((await ada.get(PATH)).body).toMatchObject({ username: ada.login, email: addressOf(ada) })
	const [all, username] = [await Promise.all(Array.from({ length: 10 }, () => user('rival'))), unique('Wanted')]
	const responses = await Promise.all(all.map((one) => one.patch(PATH, { username })))
	expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
	for (const refused of responses.filter(({ status }) => status !== 200))
		expect(refused).toMatchObject(taken('username'))
})

test('a new address needs the password, is unverified, and the old one gets a mail and the user a notice', async () => {
	await configure({ smtp_port: ports.plain })
	const [ada, email] = [await user('ada'), newAddress()]
	await (await admin()).patch(`/v1/admin/users/${ada.user_id}`, { email_verified: true })
	expect(await readdress(ada, email, WRONG, reaching)).toMatchObject(invalidField('password'))
	expect(await mailsTo(addressOf(ada))).toEqual([])
	expect((await ada.get(PATH)).body).toMatchObject({ email: addressOf(ada), email_verified: true })
	// The same address stays verified, and nobody gets a notice or a mail.
	expect((await readdress(ada, addressOf(ada), PASSWORD, reaching)).body).toMatchObject({ email_verified: true })
	expect(await mailsTo(addressOf(ada))).toEqual([])
	expect(await readdress(ada, email, PASSWORD, reaching)).toMatchObject({
		status: 200,
		body: { email, email_verified: false },
	})
	const mail = await mailTo('plain', addressOf(ada))
	expect(mail.text).toContain('no longer this one')
	expect(mail.text).not.toContain(email)
	expect(await mailsTo(email)).toEqual([])
	expect((await ada.get('/v1/notifications')).body.data).toMatchObject([
		{ type: 'security.email_changed', org_id: null },
	])
	expect((await signIn(email)).token).toBeDefined()
	expect(await readdress(ada, null, PASSWORD, reaching)).toMatchObject({
		status: 200,
		body: { email: null, email_verified: false },
	})
	await mailTo('plain', email)
})

test('a new address takes a recent proof instead of the password, ten times in an hour too', async () => {
	const ada = await user('ada')
	const [email, next] = [newAddress(), newAddress()]
	expect(await ada.patch(PATH, { email }, { env: on })).toMatchObject({ status: 200, body: { email } })
	for (let turn = 0; turn < 9; turn += 1)
		expect((await ada.patch(PATH, { email: newAddress() }, { env: on })).status).toBe(200)
	expect((await ada.patch(PATH, { email }, { env: on })).body.details.reason).toBe('auth.too_many_requests')
	await env.DB.prepare("UPDATE sessions SET created_at = '2020' WHERE user_id = ?").bind(ada.user_id).run()
	forgetPrincipals()
	expect((await ada.patch(PATH, { email: next })).body.details.reason).toBe('auth.step_up')
	expect((await readdress(ada, next)).status).toBe(200)
})

test('a change without mail settings, and one whose mail fails, is a change all the same', async () => {
	await clearEmail()
	const ada = await user('ada')
	expect((await readdress(ada, newAddress())).status).toBe(200)
	await configure({ smtp_port: 1 })
	const email = newAddress()
	expect(await readdress(ada, email, PASSWORD, reaching)).toMatchObject({ status: 200, body: { email } })
	await clearEmail()
})

test("a reset token that was mailed to the old address doesn't work after the change", async () => {
	await configure({ smtp_port: ports.plain })
	const ada = await user('ada')
	const reset = { body: { login: ada.login }, headers: { 'CF-Connecting-IP': address() }, env: reaching }
	expect((await send('POST', '/v1/auth/password-reset', reset)).status).toBe(202)
	const token = /^reset_[\w-]{43}\r?$/m.exec((await mailTo('plain', addressOf(ada))).text ?? '')?.[0].trim() ?? ''
	expect(token).not.toBe('')
	await clearEmail()
	expect((await readdress(ada, newAddress())).status).toBe(200)
	expect(
		await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: 'another horse 2' } }),
	).toMatchObject(invalidField('token'))
})

test('wrong passwords count together with those of a password change, and leave the login alone', async () => {
	const ada = await user('ada')
	const guesses = await Promise.all(Array.from({ length: 6 }, () => readdress(ada, newAddress(), WRONG)))
	for (const guess of guesses) expect(guess).toMatchObject(invalidField('password'))
	const change = (old_password: string) => ada.post('/v1/me/password', { old_password, new_password: PASSWORD })
	for (let turn = 0; turn < 4; turn += 1) expect(await change(WRONG)).toMatchObject(invalidField('old_password'))
	const blocked = { status: 429, body: { details: { reason: 'auth.too_many_failures' } } }
	expect(await change(PASSWORD)).toMatchObject(blocked)
	expect(await readdress(ada, newAddress())).toMatchObject(blocked)
	expect((await ada.get(PATH)).body.email).toBe(addressOf(ada))
	// What takes no password is free.
	expect((await ada.patch(PATH, { locale: 'fr' })).status).toBe(200)
	expect((await signIn(ada.login)).token).toBeDefined()
})

test('a user changes the address ten times in an hour at most, right or wrong, and one password of theirs is hashed at a time', async () => {
	const [ada, other] = [await user('ada'), await user('other')]
	const { promise, resolve } = Promise.withResolvers<void>()
	const asked: string[] = []
	const hasher = {
		derive: async ({ password }: { password: string }) => {
			asked.push(password)
			await promise
			return new Uint8Array(32)
		},
	}
	const held = { ...on, PASSWORD_HASHER: { getByName: () => hasher } as never }
	const first = readdress(ada, newAddress(), PASSWORD, held)
	await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
	const second = await readdress(ada, newAddress(), PASSWORD, held)
	expect(second).toMatchObject({ status: 429, body: { details: { reason: 'auth.busy' } } })
	expect(asked).toHaveLength(1)
	resolve()
	await first
	for (let turn = 0; turn < 4; turn += 1) {
		expect((await readdress(ada, newAddress(), PASSWORD, on)).status).toBe(200)
		expect((await readdress(ada, newAddress(), WRONG, on)).status).toBe(400)
	}
	expect(await readdress(ada, newAddress(), PASSWORD, on)).toMatchObject({
		status: 429,
		body: { details: { reason: 'auth.too_many_requests' } },
	})
	expect((await readdress(other, newAddress(), PASSWORD, on)).status).toBe(200)
	expect((await readdress(ada, newAddress())).status).toBe(200)
})

test('an address changed at the same time as a reset of the password fails or comes first', async () => {
	const [ada, root] = [await user('ada'), await admin()]
	const { token } = (await root.post(`/v1/admin/users/${ada.user_id}/password-reset`)).body
	const email = newAddress()
	const [change, reset] = await Promise.all([
		readdress(ada, email),
		send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: 'another horse 2' } }),
	])
	expect(reset.status).toBe(200)
	const { body } = await root.get(`/v1/admin/users/${ada.user_id}`)
	expect([200, 400, 401]).toContain(change.status)
	expect(body.email).toBe(change.status === 200 ? email : addressOf(ada))
})

test('there is no dry run of it', async () => {
	const ada = await user('ada')
	expect(await ada.patch(PATH, { locale: 'fr' }, { headers: { 'Dry-Run': 'true' } })).toMatchObject({
		status: 400,
		body: { details: { reason: 'dry_run.not_offered' } },
	})
	expect((await ada.get(PATH)).body.locale).toBe('en')
})

test('nobody takes the name of the bootstrap account while there is no platform admin', async () => {
	const ada = await user('ada')
	await admin()
	const { results } = await env.DB.prepare('SELECT user_id, created_at FROM platform_admins').all<
		Record<string, string>
	>()
	const variables = { BOOTSTRAP_ADMIN_LOGIN: `${unique('Bootstrap')}@example.com` }
	const [name] = variables.BOOTSTRAP_ADMIN_LOGIN.split('@')
	const take = [{ username: name?.toUpperCase() }, { email: variables.BOOTSTRAP_ADMIN_LOGIN, password: PASSWORD }]
	await env.DB.prepare('DELETE FROM platform_admins').run()
	try {
		for (const change of take) expect((await ada.patch(PATH, change, { env: variables })).status).toBe(409)
	} finally {
		for (const { user_id, created_at } of results)
			await env.DB.prepare('INSERT INTO platform_admins (user_id, created_at) VALUES (?, ?)')
				.bind(user_id, created_at)
				.run()
	}
	for (const change of take) expect((await ada.patch(PATH, change, { env: variables })).status).toBe(200)
})
