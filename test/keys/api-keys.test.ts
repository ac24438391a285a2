import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as } from '../support/api.ts'
import { later } from '../support/clock.ts'
import { cutAt } from '../support/cut.ts'
import { counted } from '../support/d1.ts'
import { operator } from '../support/operators.ts'
import { hashOf } from '../support/program.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { type Caller, admin, create, signIn, unique, user, world } from '../support/world.ts'

const PATH = '/v1/api-keys'
const dead = { status: 401, body: { error: 'auth.unauthorized' } }

type Keeper = Pick<Caller, 'get' | 'post'>
const keysOf = async (caller: Keeper) => (await caller.get(PATH)).body
const members = (org_id: string, { user_id }: { user_id: string }) => `/v1/admin/orgs/${org_id}/members/${user_id}`

/** A new key of the caller, and a client that uses it. */
async function keyOf(caller: Keeper, fields: object = {}) {
	const { status, body } = await caller.post(PATH, { name: 'Nightly import', ...fields })
	expect(status).toBe(201)
	return { id: body.id as string, ...as(body.key) }
}

test('creating a key shows it once; the list has its record without the key', async () => {
	const owner = await user('owner')
	const response = await owner.post(PATH, {
		name: 'Nightly import',
		scopes: ['data.secrets'],
		expires_at: '2126-01-01T02:00:00+02:00',
	})
	expect(response.status).toBe(201)
	expect(response.body).toEqual({
		id: expect.any(String),
		org_id: owner.org_id,
		user_id: owner.user_id,
		name: 'Nightly import',
		key: expect.stringMatching(/^al_[\w-]{40,}$/),
		key_prefix: expect.any(String),
		scopes: ['data.secrets'],
		mode: 'act',
		expires_at: '2126-01-01T00:00:00.000Z',
		last_used_at: null,
		connection_id: null,
		created_at: isoTime,
		replaced_by: null,
	})
	const { key, ...record } = response.body
	expect(key.startsWith(record.key_prefix)).toBe(true)
	expect(record.key_prefix.length).toBeLessThan(key.length / 3)
	const listed = await owner.get(PATH)
	expect(listed.status).toBe(200)
	expect(listed.body).toEqual([record])
})

test('its owner gets a notice of a new key', async () => {
	const owner = await user('owner')
	const name = unique('robot')
	const { id } = (await owner.post('/v1/api-keys', { name })).body
	const { data } = (await owner.get('/v1/notifications')).body
	expect(data).toContainEqual(
		expect.objectContaining({
			type: 'security.api_key_created',
			body: expect.stringContaining(name),
			payload: { code: 'api_key_created', values: { name }, api_key_id: id },
		}),
	)
})

test('a key has no scopes and never expires by default, and no two keys are equal', async () => {
	const owner = await user('owner')
	const responses = await Promise.all(Array.from({ length: 5 }, () => owner.post(PATH, { name: 'Same name' })))
	for (const { body } of responses) expect(body).toMatchObject({ scopes: [], expires_at: null })
	expect(new Set(responses.map(({ body }) => body.key)).size).toBe(5)
	expect(await keysOf(owner)).toHaveLength(5)
	const nulls = await owner.post(PATH, { name: 'Nulls', scopes: null, expires_at: null })
	expect(nulls).toMatchObject({ status: 201, body: { scopes: [], expires_at: null } })
})

test.for([
	['a missing name', 'name', { name: undefined }],
	['a blank name', 'name', { name: ' ' }],
	['a name with NUL', 'name', { name: '\u0000' }],
	['a name with a lone surrogate', 'name', { name: 'a\udc00' }],
	['an over-long name', 'name', { name: 'n'.repeat(201) }],
	['a scope that is no permission', 'scopes.0', { scopes: ['everything'] }],
	['scopes that are no array', 'scopes', { scopes: { 0: 'data.secrets' } }],
	['an expiry that has passed', 'expires_at', { expires_at: '2026-01-01T00:00:00Z' }],
	['an expiry without an offset', 'expires_at', { expires_at: '2126-01-01T00:00:00' }],
] as const)('%s is 400 naming %s, and creates no key', async ([, path, fields]) => {
	const owner = await user('owner')
	expect(await owner.post(PATH, { name: 'Refused', ...fields })).toMatchObject(invalidField(path))
	expect(await keysOf(owner)).toEqual([])
})

test("scopes beyond one's own permissions are 403 and create no key", async () => {
	const { owner, member } = await world()
	for (const scope of ['platform_admin', 'runtime.report'])
		expect([scope, await owner.post(PATH, { name: 'Too much', scopes: ['data.secrets', scope] })]).toMatchObject([
			scope,
			{
				status: 403,
				body: { error: 'auth.forbidden', details: { permission: scope } },
			},
		])
	for (const scope of ['data.secrets', 'org.settings'])
		expect([scope, (await member.post(PATH, { name: 'Too much', scopes: [scope] })).status]).toEqual([scope, 403])
	for (const caller of [owner, member]) expect(await keysOf(caller)).toEqual([])
})

test('a key can do only what its scopes say', async () => {
	const deputy = await operator(['admin'])
	const [scoped, bare] = [await keyOf(deputy, { scopes: ['platform_admin'] }), await keyOf(deputy)]
	const plan = { name: unique('by-key'), display_name: 'By a key' }
	expect(await bare.post('/v1/plans', plan)).toMatchObject({ status: 403, body: { error: 'auth.forbidden' } })
	expect((await scoped.post('/v1/plans', plan)).status).toBe(201)
	expect((await bare.get('/v1/plans')).status).toBe(200)
})

test('a key loses the scopes that its owner no longer holds', async () => {
	const deputy = await operator(['admin'])
	const key = await keyOf(deputy, { scopes: ['platform_admin'] })
	expect((await key.get('/v1/admin/orgs')).status).toBe(200)
	await (await admin()).delete(`/v1/admin/users/${deputy.user_id}/platform-admin`)
	expect(await key.get('/v1/admin/orgs')).toMatchObject({ status: 403, body: { error: 'auth.forbidden' } })
	expect((await key.get('/v1/plans')).status).toBe(200)
})

test('a key acts in the org it was created in, whichever org its owner acts in now', async () => {
	const { admin: root, org_id, owner, stranger } = await world()
	await root.put(members(stranger.org_id, owner), { role: 'member' })
	const away = await signIn(owner.login, stranger.org_id)
	const [homeKey, awayKey] = [await keyOf(owner), await keyOf(away)]
	const [atHome, abroad] = [await create.subscription(org_id), await create.subscription(stranger.org_id)]
	expect((await homeKey.get('/v1/subscriptions')).body).toEqual([atHome])
	expect((await awayKey.get('/v1/subscriptions')).body).toEqual([abroad])
	expect(await homeKey.get(`/v1/subscriptions/${abroad.id}`)).toMatchObject(missing)
	for (const path of ['/v1/entitlements?', `/v1/feature-flags/${(await create.featureFlag()).key}/evaluate?`]) {
		expect((await homeKey.get(`${path}org_id=${org_id}`)).status).toBe(200)
		expect([path, await homeKey.get(`${path}org_id=${stranger.org_id}`)]).toMatchObject([path, missing])
	}
})

test('a deleted key stops working at once; deleting it again is 404', async () => {
	const owner = await user('owner')
	const [key, other] = [await keyOf(owner), await keyOf(owner)]
	expect((await key.get('/v1/plans')).status).toBe(200)
	expect(await owner.delete(`${PATH}/${key.id}`)).toMatchObject({ status: 204, body: '' })
	expect(await key.get('/v1/plans')).toMatchObject(dead)
	expect(await keysOf(owner)).toMatchObject([{ id: other.id }])
	expect(await owner.delete(`${PATH}/${key.id}`)).toMatchObject(missing)
	expect((await other.get('/v1/plans')).status).toBe(200)
})

test("to everybody else, even the org's owner, a key looks like one that doesn't exist", async () => {
	const { owner, member, stranger } = await world()
	const key = await keyOf(member)
	for (const caller of [owner, stranger, await admin()]) {
		expect((await caller.get(`${PATH}?limit=200`)).body).not.toContainEqual(expect.objectContaining({ id: key.id }))
		for (const id of [key.id, 'key_nothing', '%00']) {
			expect(await caller.delete(`${PATH}/${id}`)).toMatchObject(missing)
			expect((await caller.delete(`${PATH}/${id}`, { headers: { 'If-Match': '*' } })).status).toBe(412)
		}
	}
	expect((await key.get('/v1/plans')).status).toBe(200)
	expect(await keysOf(member)).toMatchObject([{ id: key.id }])
})

test("ending a membership deletes the user's keys of that org, and no others", async () => {
	const { admin: root, org_id, member } = await world()
	const [here, home] = [await keyOf(member), await keyOf(await signIn(member.login))]
	expect((await here.get('/v1/plans')).status).toBe(200)
	await root.delete(members(org_id, member))
	expect(await here.get('/v1/plans')).toMatchObject(dead)
	expect((await home.get('/v1/plans')).status).toBe(200)
})

test('a key stops working at the moment it expires', async () => {
	const owner = await user('owner')
	const end = Date.now() + 60_000
	const key = await keyOf(owner, { expires_at: new Date(end).toISOString() })
	vi.useFakeTimers({ now: end - 1, toFake: ['Date'] })
	expect((await key.get('/v1/plans')).status).toBe(200)
	// The isolate has just read the key, and caches it for five seconds.
	vi.setSystemTime(end)
	expect(await key.get('/v1/plans')).toMatchObject(dead)
})

test('an altered or truncated key is 401', async () => {
	const owner = await user('owner')
	const { token = '' } = await keyOf(owner)
	for (const wrong of [`${token}x`, token.slice(0, -1), token.toUpperCase(), token.slice(0, 7), 'al_'])
		expect([wrong, await as(wrong).get('/v1/plans')]).toMatchObject([wrong, dead])
})

test('the checksum lets Plinth refuse a junk key without asking D1', async () => {
	const { token = '' } = await keyOf(await user('owner'))
	expect(token).toMatch(/^al_[\w-]{49}$/)
	await as().get('/v1/plans')
	for (const junk of [
		`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
		`al_${'x'.repeat(49)}`,
		'al_x',
		`al_${'/'.repeat(43)}`,
	])
		expect([junk, (await counted(() => as(junk).get('/v1/plans'))).calls]).toEqual([junk, 0])
})

test('a key from before the checksum stays valid', async () => {
	const owner = await user('owner')
	const { id } = await keyOf(owner)
	const old = `al_${'o'.repeat(36)}${Date.now().toString(36).slice(-7)}`
	const sql = 'UPDATE api_keys SET key_hash = ?, has_checksum = 0 WHERE id = ?'
	await env.DB.prepare(sql).bind(hashOf(old), id).run()
	// An isolate reads the list of old keys once a minute.
	await later(61_000, async () => {
		expect((await as(old).get('/v1/plans')).status).toBe(200)
		await owner.delete(`${PATH}/${id}`)
		expect((await as(old).get('/v1/plans')).status).toBe(401)
	})
})

test('junk in the form of an old key costs one lookup a minute, however much arrives', async () => {
	const junk = () => `al_${unique('junk').replaceAll('-', '').padEnd(43, 'j').slice(0, 43)}`
	await later(122_000, async () => {
		// The isolate reads the gateway document again too.
		await as().get('/v1/plans')
		for (const calls of [1, ...Array<number>(20).fill(0)]) {
			const refuse = async () => expect(await as(junk()).get('/v1/plans')).toMatchObject(dead)
			expect((await counted(refuse)).calls).toBe(calls)
		}
	})
})

test('a key is never last used before it was made', async () => {
	const owner = await user('owner')
	const key = await keyOf(owner)
	expect((await key.get('/v1/plans?limit=1')).status).toBe(200)
	const { created_at, last_used_at } = (await owner.get(`${PATH}/${key.id}`)).body
	expect(last_used_at).toBe(created_at)
})

test('a key shows the hour it was last used in; an isolate writes it once an hour, after the response', async () => {
	const owner = await user('owner')
	const key = await keyOf(owner)
	const record = async () => (await owner.get(`${PATH}/${key.id}`)).body
	expect((await record()).last_used_at).toBeNull()
	const writes = async () => (await counted(() => key.get('/v1/plans?limit=1'))).rows_written
	vi.useFakeTimers({ now: Date.parse('2126-11-21T07:59:00Z'), toFake: ['Date'] })
	try {
		// The owner's token has expired by then, so we read the row itself.
		const stored = () =>
			env.DB.prepare('SELECT last_used_at FROM api_keys WHERE id = ?').bind(key.id).first('last_used_at')
		expect([await writes(), await writes()]).toEqual([1, 0])
		expect(await stored()).toBe('2126-11-21T07:00:00.000Z')
		vi.setSystemTime(Date.parse('2126-11-21T08:00:00Z'))
		expect([await writes(), await writes()]).toEqual([1, 0])
		expect(await stored()).toBe('2126-11-21T08:00:00.000Z')
	} finally {
		vi.useRealTimers()
	}
	expect((await record()).last_used_at).toBe('2126-11-21T08:00:00.000Z')
	const { results } = await env.DB.prepare('SELECT action FROM audit_logs WHERE target_id = ?').bind(key.id).all()
	expect(results).toEqual([{ action: 'api_keys.create' }])
})

test("a request succeeds even if the key's last use can't be written", async () => {
	const key = await keyOf(await user('owner'))
	const response = await cutAt('UPDATE', 'api_keys', () => key.get('/v1/plans?limit=1'))
	expect(response.status).toBe(200)
})
