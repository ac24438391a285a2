import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { rowsOf as rows } from '../support/admission.ts'
import { as, type Reply, send } from '../support/api.ts'
import { logIn } from '../support/authenticator.ts'
import { linesAbout } from '../support/cut.ts'
import { counted, statementsOf } from '../support/d1.ts'
import { rolesIn } from '../support/invitations.ts'
import { again, operator } from '../support/operators.ts'
import { missing } from '../support/replies.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { type Caller, admin, address, PASSWORD, signIn, unique, user, world } from '../support/world.ts'

const PATH = '/v1/admin/users'
const unauthorized = { status: 401, body: { error: 'auth.unauthorized' } }
const refused = (reason: string) => ({ status: 409, body: { error: 'conflict', details: { reason } } })

const at = ({ user_id }: { user_id: string }) => `${PATH}/${user_id}`
const remove = async (one: { user_id: string }) => (await admin()).delete(at(one))

/** Adds members to an org, in this order, each a second younger than the one before. */
async function join(org_id: string, ...members: [{ user_id: string }, 'owner' | 'admin' | 'member'][]) {
	for (const [index, [{ user_id }, role]] of members.entries()) {
		await (await admin()).put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role })
		await env.DB.prepare('UPDATE memberships SET created_at = ? WHERE org_id = ? AND user_id = ?')
			.bind(`2026-01-01T00:00:0${index}.000Z`, org_id, user_id)
			.run()
	}
}

const grant = (one: { user_id: string }) => `${at(one)}/platform-admin`
const ungrant = (one: { user_id: string }) => rows('DELETE FROM platform_admins WHERE user_id = ?', one.user_id)

/** A user with one of everything that a deletion removes, and an org with somebody else in it. */
async function furnished(): Promise<Caller & { key: string; heir: Caller }> {
	const [root, someone, heir] = [await admin(), await user('furnished'), await user('heir')]
	await root.put(grant(someone))
	await join(someone.org_id, [heir, 'member'])
	await rows(
		"INSERT INTO invite_codes (id, user_id, code, created_at) VALUES (?1, ?2, ?1, '2026-01-01T00:00:00.000Z')",
		unique('CODE'),
		someone.user_id,
	)
	const admitted = await again(someone)
	const { key } = (await admitted.post('/v1/api-keys', { name: 'key' })).body
	return { ...admitted, key, heir }
}

/** Everything the database holds about a user and their org. */
async function everythingOf({ user_id, org_id }: Caller) {
	const of = (table: string) => rows(`SELECT * FROM ${table} WHERE user_id = ?`, user_id)
	return {
		user: await rows('SELECT * FROM users WHERE id = ?', user_id),
		org: await rows('SELECT * FROM orgs WHERE id = ?', org_id),
		erasures: await of('user_erasures'),
		memberships: await rows('SELECT * FROM memberships WHERE org_id = ? ORDER BY user_id', org_id),
		sessions: await of('sessions'),
		refresh_tokens: await rows(
			'SELECT * FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = ?)',
			user_id,
		),
		keys: await of('api_keys'),
		passwords: await of('passwords'),
		grants: await of('platform_admins'),
		codes: await of('invite_codes'),
	}
}

test("a deleted user can't get in any way, and their row holds nothing personal", async () => {
	const [root, someone] = [await admin(), await furnished()]
	await root.patch(at(someone), { username: unique('Countess'), email_verified: true })
	await env.DB.prepare("UPDATE users SET avatar_url = 'https://a.example/face' WHERE id = ?")
		.bind(someone.user_id)
		.run()
	const { orgs: _, ...before } = (await root.get(at(someone))).body
	expect((await as(someone.key).get('/v1/plans')).status).toBe(200)
	const tried = await root.delete(at(someone), { headers: { 'Dry-Run': 'true' } })
	expect(tried.body.changes).toMatchObject([
		{ before: { session_count: 1, api_key_count: 1 }, after: { session_count: 0, api_key_count: 0 } },
	])
	const deletion = await remove(someone)
	expect(deletion).toMatchObject({ status: 204, body: '' })
	for (const response of [
		await someone.get('/v1/me'),
		await as(someone.key).get('/v1/plans'),
		await send('POST', '/v1/auth/refresh', { headers: { Cookie: someone.cookie } }),
		await logIn(someone.login),
		await logIn(before.email),
	])
		expect(response).toMatchObject(unauthorized)
	for (const response of [
		await root.get(at(someone)),
		await root.patch(at(someone), { status: 'active' }),
		await root.patch(at(someone), {}),
		await remove(someone),
		await root.put(grant(someone)),
	])
		expect(response).toMatchObject(missing)
	const name = `deleted-${someone.user_id.slice(4).toLowerCase()}`
	const { user: left, org, erasures, sessions, codes, ...rest } = await everythingOf(someone)
	expect(org).toMatchObject([{ name: expect.not.stringContaining('furnished'), deleted_at: null }])
	expect(erasures).toMatchObject([{ org_ids: JSON.stringify([someone.org_id]) }])
	expect(left).toMatchObject([
		{ login: name, username: name, email: null, email_verified: 0, avatar_url: null, status: 'deleted' },
	])
	expect(left[0]?.['last_login_at']).toBe(before.last_login_at)
	expect(sessions).toMatchObject([{ ended_at: expect.any(String) }, { ended_at: expect.any(String) }])
	expect(codes).toMatchObject([{ is_active: 0 }])
	expect(rest).toEqual({
		memberships: [expect.objectContaining({ user_id: someone.heir.user_id, role: 'owner' })],
		refresh_tokens: [],
		keys: [],
		passwords: [],
		grants: [],
	})
	const [entry] = (await root.get(`/v1/admin/audit-logs?target_id=${someone.user_id}&action=users.delete`)).body
	expect(entry.before).toEqual({
		...before,
		reached_at: null,
		deleted_with_org: null,
		email_proved_by: 'operator',
		email_set_by_operator: false,
		memberships: [{ org_id: someone.org_id, role: 'owner', heir_user_id: someone.heir.user_id }],
		session_count: 1,
		api_key_count: 1,
	})
	expect(entry.after).toMatchObject({ login: name, email: null, status: 'deleted', memberships: [], session_count: 0 })
	const trace = deletion.headers.get('X-Trace-Id')
	const [{ after } = {}] = await rows('SELECT after FROM audit_logs WHERE trace_id = ?', trace)
	for (const personal of [before.login, before.username, before.email, 'face']) expect(after).not.toContain(personal)
})

test('a deleted user is in no list and no search, and their login and address are free again', async () => {
	const [root, someone] = [await admin(), await user('freed')]
	const ids = async (query: string) =>
		(await root.get(`${PATH}?${query}`)).body.map(({ id }: { id: string }) => id) as string[]
	expect(await ids(`q=${someone.login}`)).toEqual([someone.user_id])
	await remove(someone)
	for (const q of [someone.login, someone.user_id.slice(4).toLowerCase(), 'deleted-'])
		expect([q, await ids(`q=${q}`)]).toEqual([q, []])
	for (const query of ['limit=5', 'status=active&limit=5', 'status=suspended&limit=5'])
		expect(await ids(query)).not.toContain(someone.user_id)
	const account = { login: someone.login, password: PASSWORD, email: `${someone.login}@example.com` }
	const response = await send('POST', '/v1/auth/register', {
		body: account,
		headers: { 'CF-Connecting-IP': address() },
	})
	expect(response.status).toBe(201)
	expect(response.body.user_id).not.toBe(someone.user_id)
	expect(await ids(`q=${someone.login}`)).toEqual([response.body.user_id])
	expect((await logIn(someone.login)).status).toBe(200)
})

test('a suspended user can be deleted too, and their ledger, audit log and org stay', async () => {
	const [root, someone] = [await admin(), await user()]
	await rows(
		`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, actor_user_id, created_at)
		SELECT org_id, entry_count + 1, 7, balance + 7, 'admin_adjustment', ?1, '2026-01-01T00:00:00.000Z'
		FROM credit_accounts WHERE org_id = ?2`,
		someone.user_id,
		someone.org_id,
	)
	const kept = async () => ({
		ledger: await rows('SELECT * FROM ledger_entries WHERE org_id = ?', someone.org_id),
		account: await rows('SELECT * FROM credit_accounts WHERE org_id = ?', someone.org_id),
		audit: await rows('SELECT * FROM audit_logs WHERE actor_user_id = ?', someone.user_id),
	})
	await root.patch(at(someone), { status: 'suspended' })
	const before = await kept()
	expect(before.ledger.length).toBeGreaterThan(0)
	expect(before.audit.length).toBeGreaterThan(0)
	expect((await remove(someone)).status).toBe(204)
	expect(await kept()).toEqual(before)
	expect(await rolesIn(someone.org_id)).toEqual({})
})

test('an org passes to its oldest admin, or else its oldest member, only if the user was its only owner', async () => {
	const root = await admin()
	const [leaver, first, second, third] = [await user('leaver'), await user(), await user(), await user()]
	const org = async () => (await root.post('/v1/admin/orgs', { name: unique('org') })).body.id as string
	const [toAdmin, toMember, shared, plain, alone] = [await org(), await org(), await org(), await org(), await org()]
	await join(toAdmin, [leaver, 'owner'], [first, 'member'], [second, 'admin'], [third, 'admin'])
	await join(toMember, [third, 'member'], [leaver, 'owner'], [second, 'member'], [first, 'member'])
	await join(shared, [leaver, 'owner'], [first, 'admin'], [second, 'owner'])
	await join(plain, [leaver, 'admin'], [first, 'member'])
	await join(alone, [leaver, 'owner'])
	expect((await remove(leaver)).status).toBe(204)
	const [one, two, three] = [first.user_id, second.user_id, third.user_id]
	expect(await rolesIn(toAdmin)).toEqual({ [one]: 'member', [two]: 'owner', [three]: 'admin' })
	expect(await rolesIn(toMember)).toEqual({ [one]: 'member', [two]: 'member', [three]: 'owner' })
	expect(await rolesIn(shared)).toEqual({ [one]: 'admin', [two]: 'owner' })
	expect(await rolesIn(plain)).toEqual({ [one]: 'member' })
	expect(await rolesIn(alone)).toEqual({})
	expect(await rolesIn(leaver.org_id)).toEqual({})
})

test('if members joined at the same moment, the one with the lower id becomes the owner', async () => {
	const [leaver, ...members] = [await user('leaver'), await user(), await user(), await user()]
	await join(leaver.org_id, ...members.map((one): [Caller, 'member'] => [one, 'member']))
	await rows("UPDATE memberships SET created_at = '2026' WHERE org_id = ?", leaver.org_id)
	await remove(leaver)
	const ids = members.map(({ user_id }) => user_id).sort()
	expect(await rolesIn(leaver.org_id)).toEqual({
		[ids[0] as string]: 'owner',
		[ids[1] as string]: 'member',
		[ids[2] as string]: 'member',
	})
})

test('when all owners of an org are deleted at once, another member becomes its owner', async () => {
	const { org_id, owner, member, stranger } = await world()
	await join(org_id, [member, 'owner'], [stranger, 'member'])
	const responses = await Promise.all([remove(owner), remove(member)])
	expect(responses.map(({ status }) => status)).toEqual([204, 204])
	expect(await rolesIn(org_id)).toEqual({ [stranger.user_id]: 'owner' })
	expect((await (await signIn(stranger.login, org_id)).get('/v1/me')).body.permissions).toContain('org.settings')
})

test("you can't delete yourself; of many deletions of one user, one is 204", async () => {
	const [root, deputy] = [await admin(), await user('deputy')]
	await root.put(grant(deputy))
	const admitted = await again(deputy)
	expect(await admitted.delete(at(deputy))).toMatchObject(refused('users.self'))
	expect((await admitted.get(PATH)).status).toBe(200)
	const responses = await Promise.all(Array.from({ length: 5 }, () => remove(deputy)))
	expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
})

test('when two platform admins delete each other at once, one stays', async () => {
	const [root, one, two] = [await admin(), await operator(['admin']), await operator(['admin'])]
	for (const deputy of [one, two]) await deputy.get('/v1/me')
	const program = await serviceOf(root, root.org_id, { scopes: ['platform_admin'] })
	await rows('DELETE FROM platform_admins WHERE user_id NOT IN (?, ?)', one.user_id, two.user_id)
	try {
		const responses = await Promise.all([one.delete(at(two)), two.delete(at(one))])
		// The slower one is nobody any longer.
		expect(responses.map(({ status }) => status).sort()).toEqual([204, 401])
		const last = responses[0].status === 204 ? one : two
		expect(await program.delete(at(last))).toMatchObject(refused('users.last_platform_admin'))
	} finally {
		await rows("INSERT OR IGNORE INTO platform_admins (user_id, created_at) VALUES (?, '2026')", root.user_id)
	}
	const present = await rows("SELECT id FROM users WHERE id IN (?, ?) AND status = 'active'", one.user_id, two.user_id)
	expect(present).toHaveLength(1)
	for (const deputy of [one, two]) await ungrant(deputy)
})

test('a deletion with an outdated If-Match is 412, even if only an org has changed', async () => {
	const [root, someone, other] = [await admin(), await user(), await user()]
	const etag = (await root.get(at(someone))).headers.get('ETag') as string
	await join(other.org_id, [someone, 'member'])
	expect((await root.delete(at(someone), { headers: { 'If-Match': etag } })).status).toBe(412)
	const now = (await root.get(at(someone))).headers.get('ETag') as string
	expect((await root.delete(at(someone), { headers: { 'If-Match': now } })).status).toBe(204)
})

test('a deletion is one batch, and each statement finds its rows by an index', async () => {
	const [root, one, two] = [await admin(), await furnished(), await furnished()]
	await root.get('/v1/me')
	expect((await counted(() => remove(one))).calls).toBe(1)
	const statements = await statementsOf(() => remove(two))
	const changes = statements.filter(({ sql }) => /^(update|delete)/i.test(sql))
	expect(changes.length).toBeGreaterThan(8)
	for (const { sql, params } of changes) {
		const plan = await rows(`EXPLAIN QUERY PLAN ${sql}`, ...params)
		expect(
			plan.map(({ detail }) => detail).filter((detail) => /^SCAN (?!CONSTANT|\w+ VIRTUAL TABLE)/.test(String(detail))),
			sql,
		).toEqual([])
	}
})

test('a deletion or a suspension that fails at any of its rows changes nothing', async () => {
	const someone = await furnished()
	const before = await everythingOf(someone)
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const suspend = async () => (await admin()).patch(at(someone), { status: 'suspended' })
	const OF_BOTH = [
		'UPDATE ON users',
		'UPDATE ON sessions',
		'DELETE ON api_keys',
		'INSERT ON audit_logs',
		'UPDATE ON audit_logs',
	]
	for (const place of [
		...OF_BOTH,
		...['refresh_tokens', 'passwords', 'platform_admins', 'memberships'].map((table) => `DELETE ON ${table}`),
		...['invite_codes', 'orgs', 'memberships'].map((table) => `UPDATE ON ${table}`),
		'INSERT ON user_erasures',
	]) {
		await rows(`CREATE TRIGGER cut AFTER ${place} BEGIN SELECT RAISE(ABORT, 'cut'); END`)
		const cut: Reply[] = [await remove(someone)]
		if (OF_BOTH.includes(place)) cut.push(await suspend())
		await rows('DROP TRIGGER cut')
		for (const reply of cut) {
			expect([place, reply.status]).toEqual([place, 500])
			expect(linesAbout(log, reply)).toHaveLength(1)
		}
		expect([place, await everythingOf(someone)]).toEqual([place, before])
	}
	expect((await someone.get(PATH)).status).toBe(200)
	expect((await as(someone.key).get('/v1/plans')).status).toBe(200)
	expect(
		await rows("SELECT id FROM audit_logs WHERE target_id = ? AND action LIKE 'users.%e'", someone.user_id),
	).toEqual([])
	expect((await remove(someone)).status).toBe(204)
})
