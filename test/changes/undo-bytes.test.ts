import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { configuration, orgPath, secret } from '../support/configuration.ts'
import { forgetTerms } from '../support/program.ts'
import { refused, revert } from '../support/reverts.ts'
import { auditOf } from '../support/spec/changes.ts'
import { admin, create, unique, user } from '../support/world.ts'

// How much an org may keep of its changes: rows for reverts, and revisions.

const MCP = '/v1/mcp-configs'
const LONG = 'x'.repeat(4_000)
const ARGS = [LONG, LONG, LONG, LONG]

const keptOf = async (audit_id: string) =>
	(await env.DB.prepare(
		'SELECT coalesce(sum(octet_length(before)), 0) + coalesce(sum(octet_length(after)), 0) AS bytes FROM audit_states WHERE audit_id = ?',
	)
		.bind(audit_id)
		.first<number>('bytes')) ?? 0

const keptBy = (owner: string) =>
	env.DB.prepare('SELECT coalesce(max(start + size) - min(start), 0) AS bytes FROM undo_sizes WHERE owner = ?')
		.bind(owner)
		.first<number>('bytes')

async function orgWithServer(fields: object = {}) {
	const owner = await user('owner')
	const made = await owner.post(MCP, { name: unique('mcp'), transport: 'stdio', command: 'x', args: ARGS, ...fields })
	expect(made.status).toBe(201)
	const path = `${MCP}/${made.body.id}`
	return { owner, path, made, patch: (call_timeout_ms: number) => owner.patch(path, { call_timeout_ms }) }
}

test('a change keeps no long value that it leaves alone, and its revert does not touch it', async () => {
	const { owner, path, made, patch } = await orgWithServer()
	const changed = await patch(20_000)
	expect(await keptOf(await auditOf(made))).toBeGreaterThan(16_000)
	expect(await keptOf(await auditOf(changed))).toBeLessThan(2_000)
	expect((await revert(owner, changed)).status).toBe(200)
	expect((await owner.get(path)).body).toMatchObject({ call_timeout_ms: 10_000, args: ARGS })
	const deleted = await owner.delete(path)
	expect((await revert(owner, deleted)).status).toBe(200)
	expect((await owner.get(path)).body).toMatchObject({ call_timeout_ms: 10_000, args: ARGS })
})

test('the oldest changes of an org make room for the newest, and those of others stay', async () => {
	const { owner, patch } = await orgWithServer({ args: [] })
	const other = await orgWithServer({ args: [] })
	const foreign = await other.patch(20_000)
	const first = await patch(20_000)
	const size = await keptOf(await auditOf(first))
	await create.override(owner.org_id, { key: 'limit.undo_bytes', value: String(4 * size) })
	for (let index = 1; index <= 8; index += 1) await patch(20_000 + index)
	expect(await keptBy(owner.org_id)).toBeLessThanOrEqual(4 * size)
	expect(await revert(owner, first)).toMatchObject(refused('audit.not_kept'))
	expect((await revert(owner, await patch(30_000))).status).toBe(200)
	expect((await revert(other.owner, foreign)).status).toBe(200)
})

test('a change that does not fit is made, keeps no rows, and leaves those of earlier changes', async () => {
	const { owner, path, patch } = await orgWithServer({ args: [] })
	const small = await patch(20_000)
	await create.override(owner.org_id, { key: 'limit.undo_bytes', value: '10000' })
	const before = await keptBy(owner.org_id)
	const large = await owner.post(MCP, { name: unique('mcp'), transport: 'stdio', command: 'x', args: ARGS })
	expect(large.status).toBe(201)
	expect(await revert(owner, large)).toMatchObject(refused('audit.not_kept'))
	expect(await keptBy(owner.org_id)).toBe(before)
	expect((await revert(owner, small)).status).toBe(200)
	expect((await owner.get(path)).body.call_timeout_ms).toBe(10_000)
})

test('a change that waits for its confirmation keeps its rows, however many they are', async () => {
	const owner = await user('owner')
	await create.override(owner.org_id, { key: 'limit.undo_bytes', value: '1' })
	const rule = { type: 'blocklist', cidr: '192.0.2.0/24' }
	const response = await owner.post('/v1/ip-rules', rule, { headers: { 'Confirm-Within': '600' } })
	const ended = await owner.post(`/v1/admin/changes/${response.headers.get('Confirm-Id')}/end`)
	expect(ended).toMatchObject({ status: 200, body: { status: 'reverted' } })
})

test('a limit of 0 is none, a plan and a default of the platform count, and so does an override that has ended', async () => {
	const owner = await user('owner')
	const bytes = () =>
		env.DB.prepare("SELECT bytes FROM byte_budgets WHERE owner = ? AND key = 'limit.undo_bytes'")
			.bind(owner.org_id)
			.first<number | null>('bytes')
	const effective = async () => {
		const { body } = await owner.get(`/v1/entitlements?org_id=${owner.org_id}`)
		return Number(body.find(({ key }: { key: string }) => key === 'limit.undo_bytes').value) || null
	}
	const same = async () => {
		expect(await bytes()).toBe(await effective())
		return bytes()
	}
	const root = await admin()
	expect(await same()).toBe(50_000_000)
	await root.put('/v1/admin/config-entries/limit.undo_bytes', { value: '7000' })
	expect(await same()).toBe(7_000)
	await root.delete('/v1/admin/config-entries/limit.undo_bytes')
	const entitlements = [{ key: 'limit.undo_bytes', value: '8000', value_type: 'integer' }]
	await create.subscription(owner.org_id, { plan_id: (await create.plan({ entitlements })).id })
	expect(await same()).toBe(8_000)
	const { id } = await create.override(owner.org_id, { key: 'limit.undo_bytes', value: '0' })
	expect(await same()).toBeNull()
	await env.DB.prepare("UPDATE entitlement_overrides SET expires_at = '2026-01-01T00:00:00.000Z' WHERE id = ?")
		.bind(id)
		.run()
	forgetTerms()
	expect(await same()).toBe(8_000)
	expect(
		await env.DB.prepare(
			"SELECT bytes FROM byte_budgets WHERE owner = 'platform' AND key = 'limit.undo_bytes'",
		).first<number>('bytes'),
	).toBe(50_000_000)
})

const server = (name: string) => ({
	version: 1,
	mcp_configs: { [name]: { transport: 'stdio', command: name, env: secret({ A: unique('value') }) } },
})

test('the oldest revisions of an org make room for the newest, and the newest always stays', async () => {
	const owner = await user('owner')
	const { put, revisions, restore } = configuration(owner, orgPath(owner))
	for (const name of ['a', 'b', 'c', 'd']) expect((await put(server(name))).status).toBe(200)
	const size = async () =>
		env.DB.prepare(
			'SELECT sum(length(document) + length(secret_ids)) AS n FROM configuration_revisions WHERE owner = ?',
		)
			.bind(owner.org_id)
			.first<number>('n')
	const numbers = async () => (await revisions()).map(({ number }: { number: number }) => number)
	expect(await numbers()).toEqual([5, 4, 3, 2, 1])
	const half = Math.ceil(Number(await size()) / 2)
	await create.override(owner.org_id, { key: 'limit.revision_bytes', value: String(half) })
	await put(server('e'))
	expect(Number(await size())).toBeLessThanOrEqual(half)
	const left = await numbers()
	expect(left[0]).toBeGreaterThan(5)
	expect((await restore(left.at(-1))).status).toBe(200)
	const least = { org_id: owner.org_id, key: 'limit.revision_bytes', value: '1', value_type: 'integer' }
	expect((await (await admin()).post('/v1/entitlement-overrides', least)).status).toBe(200)
	const { body } = await put(server('f'))
	expect(await numbers()).toEqual([body.revision])
})

test('an org applies twenty documents a minute, and the platform as many as it likes', async () => {
	const owner = await user('owner')
	const path = orgPath(owner)
	const env_of_limits = { RATE_LIMITS: 'on' } as Partial<Env>
	const base = async (caller: Api, from: string) => ({
		'If-Match': (await caller.get(from)).headers.get('ETag') as string,
	})
	const ofOwner = await base(owner, path)
	const apply = () => owner.put(path, { document: { version: 1 } }, { headers: ofOwner, env: env_of_limits })
	const statuses: number[] = []
	for (let index = 0; index < 21; index += 1) statuses.push((await apply()).status)
	expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
	const over = await apply()
	expect(over).toMatchObject({ status: 429, body: { error: 'rate_limit' } })
	expect(over.headers.get('Retry-After')).toBe('60')
	expect((await owner.post(`${path}/revisions/1/restore`, {}, { env: env_of_limits })).status).toBe(429)
	const root = await admin()
	const headers = await base(root, '/v1/admin/config')
	const all = Array.from({ length: 22 }, () =>
		root.put('/v1/admin/config', { document: { version: 1 } }, { headers, env: env_of_limits }),
	)
	expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
})
