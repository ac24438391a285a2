import { expect, test } from 'vitest'
import type { KeptRequest } from '../../src/worker/traffic/access-log/entry.ts'
import { as, type Reply, send } from '../support/api.ts'
import { rowOf, entryAt } from '../support/archive.ts'
import { counted } from '../support/d1.ts'
import { append, entryFor, newRecentLog, requestOf, withAccessLog } from '../support/logged.ts'
import { entryOf, pack, toRequest, unpack } from '../support/program.ts'
import { address, admin, unique, user, world } from '../support/world.ts'

withAccessLog()

const why = async (response: Reply) => {
	const { error, reason, decided_by } = await entryFor(response)
	return { error, reason, decided_by }
}

test('an entry says what was refused, why, and what decided it', async () => {
	const { owner, member } = await world()
	expect(await why(await owner.get('/v1/me'))).toEqual({ error: null, reason: null, decided_by: null })
	expect(await why(await owner.get('/v1/nothing'))).toEqual({ error: 'not_found', reason: null, decided_by: null })
	expect(await why(await send('DELETE', '/v1/me'))).toEqual({
		error: 'method_not_allowed',
		reason: null,
		decided_by: null,
	})
	expect(await why(await member.get('/v1/admin/users'))).toEqual({
		error: 'auth.forbidden',
		reason: null,
		decided_by: 'permission:platform.read',
	})
	const login = { login: owner.login, password: 'wrong password 1' }
	const failed = await send('POST', '/v1/auth/login', { body: login, headers: { 'CF-Connecting-IP': address() } })
	expect(await why(failed)).toEqual({
		error: 'auth.unauthorized',
		reason: 'auth.invalid_credentials',
		decided_by: null,
	})
})

test('a limit that an org has reached is what decided', async () => {
	const owner = await user()
	const root = await admin()
	const override = { org_id: owner.org_id, key: 'limit.mcp_configs', value: '1', value_type: 'integer' }
	expect((await root.post('/v1/entitlement-overrides', override)).status).toBe(201)
	const create = () => owner.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'npx' })
	expect((await create()).status).toBe(201)
	expect(await why(await create())).toEqual({
		error: 'conflict',
		reason: 'limit.reached',
		decided_by: 'limit:limit.mcp_configs',
	})
})

test('the IP rule that blocked a caller is in the log and not in the response, for one D1 call a minute', async () => {
	const owner = await user()
	const created = await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '198.51.100.0/24' })
	expect(created.status).toBe(201)
	const blocked = () => owner.get('/v1/plans', { headers: { 'CF-Connecting-IP': '198.51.100.9' } })
	const response = await blocked()
	expect(response).toMatchObject({ status: 403, body: { details: { reason: 'ip.blocked' } } })
	expect(JSON.stringify(response.body)).not.toContain(created.body.id)
	expect(await why(response)).toEqual({
		error: 'auth.forbidden',
		reason: 'ip.blocked',
		decided_by: `ip_rule:${created.body.id}`,
	})
	expect((await counted(blocked)).calls).toBe(0)
})

test("an address on no allowlist was blocked by the org's rules as a whole", async () => {
	const owner = await user()
	await owner.post('/v1/ip-rules?confirm=true', { type: 'allowlist', cidr: '203.0.113.0/24' })
	const response = await owner.get('/v1/plans', { headers: { 'CF-Connecting-IP': '198.51.100.10' } })
	expect(await why(response)).toEqual({
		error: 'auth.forbidden',
		reason: 'ip.blocked',
		decided_by: `ip_rules:${owner.org_id}`,
	})
})

test('entries from before the log had these fields are still read, from both stores', async () => {
	const { error: _, reason: __, decided_by: ___, ...old } = requestOf(3)
	const before = old as KeptRequest
	const values = unpack(pack([before]))[0] as unknown[]
	// As the previous version packed it.
	const packed = JSON.stringify([values.slice(0, 17)])
	expect(toRequest(JSON.parse(packed)[0])).toMatchObject({
		path: old.path,
		error: null,
		reason: null,
		decided_by: null,
	})
	const log = newRecentLog()
	await log.append([{ requests: packed, count: 1, max_risk: 0 }])
	await append(log, [requestOf(2, { error: 'auth.forbidden' })])
	const { entries } = await log.read({ filters: {}, limit: 10 })
	expect(entries.map(({ error }) => error)).toEqual(['auth.forbidden', null])
	const row = rowOf(entryAt(Date.now()))
	for (const column of ['blob15', 'blob16', 'blob17', 'double4']) delete row[column]
	expect(entryOf(row)).toMatchObject({ error: null, reason: null, decided_by: null, is_console_read: false })
})

test('a request without an error takes no more room than before', () => {
	const { error: _, reason: __, decided_by: ___, ...old } = requestOf(3)
	expect(pack([requestOf(3)])).toBe(pack([old as KeptRequest]))
	expect(unpack(pack([requestOf(3)]))[0]).toHaveLength(17)
})

test('what the console reads for its pages is known, and what it is refused or changes is not', async () => {
	const { admin, owner, member } = await world()
	const CONSOLE = { 'X-Client': 'console' }
	const { body: key } = await owner.post('/v1/api-keys', { name: unique('key') })
	const isRead = async (response: Reply) => (await entryFor(response)).is_console_read
	expect(await isRead(await owner.get('/v1/plans', { headers: CONSOLE }))).toBe(true)
	const refreshed = await send('POST', '/v1/auth/refresh', {
		body: {},
		headers: { ...CONSOLE, Cookie: owner.cookie, 'CF-Connecting-IP': address() },
	})
	expect(await isRead(refreshed)).toBe(true)
	const named = (headers: Record<string, string>) => admin.post('/v1/admin/names', { ids: [] }, { headers })
	expect(await isRead(await named(CONSOLE))).toBe(true)
	expect(await isRead(await named({}))).toBe(false)
	expect(await isRead(await owner.get('/v1/plans'))).toBe(false)
	expect(await isRead(await member.get('/v1/admin/users', { headers: CONSOLE }))).toBe(false)
	expect(await isRead(await send('GET', '/v1/plans', { headers: CONSOLE }))).toBe(false)
	expect(await isRead(await as(key.key).get('/v1/plans', { headers: CONSOLE }))).toBe(false)
	const written = await owner.patch('/v1/me', { locale: 'de' }, { headers: CONSOLE })
	expect(await isRead(written)).toBe(false)
})
