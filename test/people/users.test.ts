import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { logIn } from '../support/authenticator.ts'
import { operator } from '../support/operators.ts'
import { invalidField } from '../support/replies.ts'
import { admin, PASSWORD, signIn, unique, user, world } from '../support/world.ts'

const PATH = '/v1/admin/users'
const unauthorized = { status: 401, body: { error: 'auth.unauthorized' } }
const refused = (reason: string) => ({ status: 409, body: { error: 'conflict', details: { reason } } })
const taken = (field: string) => ({ status: 409, body: { details: { reason: 'name.taken', field } } })

const at = ({ user_id }: { user_id: string }) => `${PATH}/${user_id}`
const read = async (one: { user_id: string }) => (await (await admin()).get(at(one))).body
const patch = async (one: { user_id: string }, change: object) => (await admin()).patch(at(one), change)
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()
const refresh = (cookie: string) => send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })
const audits = async (user_id: string) =>
	(await (await admin()).get(`/v1/admin/audit-logs?target_id=${user_id}&action=users.update`)).body

test('a user is read with their orgs, oldest membership first, and a new org changes the ETag', async () => {
	const { admin: root, org_id, member } = await world()
	const home = (await (await signIn(member.login)).get('/v1/me')).body.org_id
	const response = await root.get(at(member))
	expect(response.status).toBe(200)
	const { orgs, ...record } = response.body
	expect(orgs).toEqual([
		{ org_id: home, name: `${member.login}'s org`, role: 'owner' },
		{ org_id, name: expect.any(String), role: 'member' },
	])
	const {
		orgs: _orgs,
		permissions: _permissions,
		roles: _roles,
		kind: _kind,
		org_id: _org,
		paused: _paused,
		...me
	} = (await member.get('/v1/me')).body
	expect(record).toEqual(me)
	const etag = response.headers.get('ETag') as string
	const ask = () => root.get(at(member), { headers: { 'If-None-Match': etag } })
	expect(await ask()).toMatchObject({ status: 304, body: '' })
	const { body: org } = await root.post('/v1/admin/orgs', { name: unique('org') })
	await root.put(`/v1/admin/orgs/${org.id}/members/${member.user_id}`, { role: 'admin' })
	expect((await ask()).body.orgs).toEqual([...orgs, { org_id: org.id, name: org.name, role: 'admin' }])
})

test('a PATCH changes what it names, returns the record, and is audited', async () => {
	const someone = await user()
	const { orgs, ...before } = await read(someone)
	const change = {
		username: unique('Countess'),
		email: `${unique('new')}@example.org`,
		email_verified: true,
		locale: 'de-CH',
		timezone: 'Europe/Zurich',
	}
	const response = await patch(someone, change)
	expect(response.status).toBe(200)
	expect(response.body).toEqual({ ...before, ...change })
	expect(await read(someone)).toEqual({ ...response.body, orgs })
	const root = await admin()
	expect((await audits(someone.user_id))[0]).toMatchObject({
		actor_user_id: root.user_id,
		before,
		after: response.body,
	})
	expect((await patch(someone, { locale: 'fr' })).body).toEqual({ ...response.body, locale: 'fr' })
})

test.each([
	['status', { status: 'deleted' }],
	['status', { status: 'ACTIVE' }],
	['status', { status: null }],
	['username', { username: '' }],
	['username', { username: ' \n' }],
	['username', { username: 'n'.repeat(129) }],
	['username', { username: 'a\u0000' }],
	['username', { username: 'ad\u200Bmin' }],
	['username', { username: '\u202Enimda' }],
	['username', { username: 'ad\u00ADmin' }],
	['username', { username: 'ad\uFEFFmin' }],
	['username', { username: 'ad\u2066min' }],
	['username', { username: 'admin\u3164' }],
	['username', { username: 'ad\nmin' }],
	['username', { username: null }],
	['username', { username: 'Deleted-01jd6z5w3t9v7k2m4n8p0q1r2s' }],
	['email', { email: 'nobody' }],
	['email', { email: '' }],
	['email', { email: `${'e'.repeat(250)}@example.com` }],
	['email_verified', { email_verified: 'yes' }],
	['email_verified', { email_verified: null }],
	['email_verified', { email: null, email_verified: true }],
	['locale', { locale: 'not a tag' }],
	['locale', { locale: null }],
	['timezone', { timezone: 'Moon/Base' }],
	['timezone', { timezone: 7 }],
])('a bad %s is 400 naming it, and changes nothing: %j', async (path, change) => {
	const someone = await user()
	const before = await read(someone)
	expect(await patch(someone, { locale: 'fr', ...change })).toMatchObject(invalidField(path))
	expect(await read(someone)).toEqual(before)
})

test('a locale with an underscore is stored with a hyphen', async () => {
	expect((await patch(await user(), { locale: 'de_CH' })).body.locale).toBe('de-CH')
	const login = unique('locale')
	const account = { login, password: PASSWORD, email: `${login}@example.com`, locale: 'zh_Hant_TW' }
	const { body } = await as().post('/v1/auth/register', account)
	expect((await as(body.access_token).get('/v1/me')).body.locale).toBe('zh-Hant-TW')
})

test('nobody can register a name that is reserved for deleted users', async () => {
	const login = 'deleted-01jd6z5w3t9v7k2m4n8p0q1r2s'
	const account = { login: unique('user'), password: PASSWORD, email: `${unique('mail')}@example.com` }
	for (const fields of [{ login }, { login: login.toUpperCase() }, { username: login }])
		expect(await as().post('/v1/auth/register', { ...account, ...fields })).toMatchObject(
			invalidField(Object.keys(fields)[0] as string),
		)
})

test('a changed address is no longer verified unless the call says so', async () => {
	const someone = await user()
	const email = `${unique('Mail')}@example.org`
	const verified = async (change: object) => (await patch(someone, change)).body.email_verified
	expect(await verified({ email })).toBe(false)
	expect(await verified({ email_verified: true })).toBe(true)
	expect(await verified({ email, username: unique('name') })).toBe(true)
	expect(await verified({ email: email.toLowerCase() })).toBe(false)
	expect(await verified({ email, email_verified: true })).toBe(true)
	expect(await verified({ email: `${unique('mail')}@example.org`, email_verified: true })).toBe(true)
	expect(await verified({ email_verified: false })).toBe(false)
	await verified({ email_verified: true })
	expect(await patch(someone, { email: null })).toMatchObject({ body: { email: null, email_verified: false } })
	expect(await patch(someone, { email: null })).toMatchObject({ body: { email: null, email_verified: false } })
})

test('verifying a user without an address is 400 and changes nothing', async () => {
	const someone = await user()
	await patch(someone, { email: null })
	const before = await read(someone)
	expect(await patch(someone, { email_verified: true, locale: 'fr' })).toMatchObject(invalidField('email_verified'))
	expect(await read(someone)).toEqual(before)
	const email = `${unique('mail')}@example.org`
	expect(await patch(someone, { email, email_verified: true })).toMatchObject({ body: { email, email_verified: true } })
})

test("another user's address or username, in any case, is 409 naming the field; one's own can be sent again", async () => {
	const [one, two] = [await user(), await user()]
	const before = await read(two)
	expect(await patch(two, { email: `${one.login}@EXAMPLE.com` })).toMatchObject(taken('email'))
	expect(await patch(two, { username: one.login.toUpperCase(), locale: 'fr' })).toMatchObject(taken('username'))
	expect(await read(two)).toEqual(before)
	expect((await patch(two, { email: before.email, username: before.username })).status).toBe(200)
})

test('of many PATCHes to one address or one username at once, one wins', async () => {
	const users = [await user(), await user(), await user(), await user()]
	for (const [field, value] of [
		['email', `${unique('raced')}@example.org`],
		['username', unique('raced')],
	] as const) {
		const responses = await Promise.all(users.map((one) => patch(one, { [field]: value })))
		expect(statuses(responses)).toEqual([200, 409, 409, 409])
		for (const response of responses.filter(({ status }) => status === 409))
			expect(response).toMatchObject(taken(field))
	}
})

test('a suspended user loses all access at once; reactivated, they can log in, but nothing old comes back', async () => {
	const someone = await user()
	const second = await signIn(someone.login)
	const key = as((await someone.post('/v1/api-keys', { name: 'key' })).body.key)
	for (const caller of [someone, second]) expect((await caller.get('/v1/me')).status).toBe(200)
	expect((await key.get('/v1/plans')).status).toBe(200)
	expect((await patch(someone, { status: 'suspended' })).body.status).toBe('suspended')
	const out = async () => [
		await someone.get('/v1/me'),
		await second.get('/v1/me'),
		await key.get('/v1/plans'),
		await refresh(someone.cookie),
		await refresh(second.cookie),
	]
	for (const response of [...(await out()), await logIn(someone.login)]) expect(response).toMatchObject(unauthorized)
	expect(await patch(someone, { status: 'suspended' })).toMatchObject({ status: 200, body: { status: 'suspended' } })
	expect((await patch(someone, { status: 'active' })).body.status).toBe('active')
	for (const response of await out()) expect(response).toMatchObject(unauthorized)
	const again = await signIn(someone.login)
	expect((await again.get('/v1/me')).status).toBe(200)
	expect((await again.get('/v1/api-keys')).body).toEqual([])
})

test("a session or a key created during the suspension doesn't work afterwards", async () => {
	const someone = await user()
	const [logins, keys] = await Promise.all([
		Promise.all(Array.from({ length: 5 }, () => logIn(someone.login))),
		Promise.all(Array.from({ length: 5 }, () => someone.post('/v1/api-keys', { name: 'key' }))),
		patch(someone, { status: 'suspended' }),
	])
	// As an isolate would that doesn't know about the suspension yet.
	await env.DB.prepare(
		"INSERT INTO sessions (id, user_id, org_id, expires_at, created_at) VALUES (?1, ?1, 'x', '2126', '2026')",
	)
		.bind(someone.user_id)
		.run()
	await patch(someone, { status: 'active' })
	const tokens = [...logins.map(({ body }) => body.access_token), ...keys.map(({ body }) => body.key)].filter(Boolean)
	for (const token of tokens) expect(await as(token).get('/v1/plans')).toMatchObject(unauthorized)
	const open = await env.DB.prepare('SELECT id FROM sessions WHERE user_id = ? AND ended_at IS NULL')
		.bind(someone.user_id)
		.all()
	expect(open.results).toEqual([])
	expect((await logIn(someone.login)).status).toBe(200)
})

test('suspending yourself is 409, in person or with a key', async () => {
	const deputy = await operator(['admin'])
	const { key } = (await deputy.post('/v1/api-keys', { name: 'key', scopes: ['platform_admin'] })).body
	for (const caller of [deputy, as(key)])
		expect(await caller.patch(at(deputy), { status: 'suspended', locale: 'fr' })).toMatchObject(refused('users.self'))
	expect(await read(deputy)).toMatchObject({ status: 'active', locale: 'en' })
	expect((await deputy.patch(at(deputy), { status: 'active', locale: 'fr' })).body.locale).toBe('fr')
})

test('a platform admin can be suspended while there is another, and is one again when reactivated', async () => {
	const deputy = await operator(['admin'])
	expect((await patch(deputy, { status: 'suspended' })).status).toBe(200)
	expect((await deputy.get(PATH)).status).toBe(401)
	await patch(deputy, { status: 'active' })
	expect((await (await signIn(deputy.login)).get(PATH)).status).toBe(200)
})

test('when two platform admins suspend each other at once, one stays', async () => {
	const [root, one, two] = [await admin(), await operator(['admin']), await operator(['admin'])]
	for (const caller of [one, two]) await caller.get('/v1/me')
	const others = 'DELETE FROM platform_admins WHERE user_id NOT IN (?, ?)'
	await env.DB.prepare(others).bind(one.user_id, two.user_id).run()
	try {
		const responses = await Promise.all([
			one.patch(at(two), { status: 'suspended' }),
			two.patch(at(one), { status: 'suspended' }),
		])
		expect(statuses(responses)).toEqual([200, 409])
		expect(responses.find(({ status }) => status === 409)).toMatchObject(refused('users.last_platform_admin'))
	} finally {
		await env.DB.prepare("INSERT OR IGNORE INTO platform_admins (user_id, created_at) VALUES (?, '2026')")
			.bind(root.user_id)
			.run()
	}
	expect([(await read(one)).status, (await read(two)).status].sort()).toEqual(['active', 'suspended'])
})
