import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { WorkContext } from '../../src/worker/context.ts'
import type { Statements } from '../../src/worker/ground/write/after-commit.ts'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { type Reply, declared, send } from '../support/api.ts'
import { type Call, harmless } from '../support/dry-run.ts'
import { emptyResult, plans, systemContext, write } from '../support/program.ts'
import { subscribe } from '../support/runs.ts'
import { unique, world } from '../support/world.ts'

// What has no dry run: a guess must count, and a login must end.
const CREDENTIALS =
	/^\/v1\/(auth\/|me$|me\/(passkeys\/options|password|recovery-codes|identities\/(access|:connection_id\/start))$|me\/totp|.*\/oidc-connections\/:connection_id\/test$)/

const { admin, owner, member, stranger, org_id } = await world()

const { body: config } = await owner.post('/v1/mcp-configs', {
	name: unique('mcp'),
	transport: 'stdio',
	command: 'run',
})

type Headers = Record<string, string>
const DRY = { 'Dry-Run': 'true' }
const dry = { headers: DRY }
const newFlag = () => ({ key: unique('flag'), default_value: true })
const plan = (fields: object = {}) => ({ name: unique('plan'), display_name: 'A plan', ...fields })

describe('a dry run gives the real refusal', () => {
	const flag = newFlag()
	const path = `/v1/feature-flags/${flag.key}`
	const REFUSED: [name: string, status: number, call: Call][] = [
		['a value that is wrong', 400, (headers) => admin.post('/v1/feature-flags', { key: 'BAD' }, { headers })],
		['no credential', 401, (headers) => send('POST', '/v1/feature-flags', { body: newFlag(), headers })],
		['a missing permission', 403, (headers) => owner.post('/v1/feature-flags', newFlag(), { headers })],
		['a missing row', 404, (headers) => admin.patch('/v1/feature-flags/none', { default_value: true }, { headers })],
		["another org's row", 404, (headers) => stranger.delete(`/v1/mcp-configs/${config.id}`, { headers })],
		['a taken name', 409, (headers) => admin.post('/v1/feature-flags', flag, { headers })],
		['a guard', 409, (headers) => admin.delete(`/v1/admin/orgs/${org_id}/members/${owner.user_id}`, { headers })],
		[
			'a guard that names a field',
			400,
			(headers) => admin.post(`${path}/org-overrides`, { org_id: 'x', enabled: true }, { headers }),
		],
		[
			'an old tag',
			412,
			(headers) => admin.patch(path, { default_value: true }, { headers: { ...headers, 'If-Match': '"old"' } }),
		],
		['a large body', 413, (headers) => admin.post('/v1/plans', `{"name":"${'x'.repeat(1_048_576)}"}`, { headers })],
		['no JSON', 422, (headers) => admin.post('/v1/plans', '{', { headers })],
	]

	test.each(REFUSED)('%s: %i', async (_, status, call) => {
		await admin.post('/v1/feature-flags', flag)
		const simulated = await harmless(call)
		const real = await call({})
		expect(real.status).toBe(status)
		expect({ ...simulated.body, trace_id: real.body.trace_id }).toEqual(real.body)
		expect(simulated.status).toBe(status)
	})
})

describe('the Dry-Run header', () => {
	test.each(['yes', 'false', 'TRUE', '1', '', 'true, true'])('%j is 400 and does nothing', async (value) => {
		const headers = { 'Dry-Run': value }
		const response = await harmless(() => admin.post('/v1/feature-flags', newFlag(), { headers }))
		expect(response).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'Dry-Run' }] } } })
	})

	test.each(
		declared
			.filter(({ method, path }) => method === 'POST' && (path.startsWith('/v1/auth/') || path === '/v1/me/password'))
			.map(({ path }) => path),
	)('is refused at %s', async (path) => {
		const response = await harmless((headers) => member.post(path, {}, { headers }))
		expect(response).toMatchObject({
			status: 400,
			body: { error: 'validation.error', details: { reason: 'dry_run.not_offered' } },
		})
	})

	test('is ignored on a read and outside of /v1', async () => {
		const headers = { 'Dry-Run': 'yes' }
		expect((await admin.get('/v1/plans?limit=1', { headers })).status).toBe(200)
		const evaluated = await member.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'x' } }, { headers })
		expect(evaluated.body).toHaveProperty('flags')
	})

	test('is declared, with its response, by every operation that offers a dry run', () => {
		for (const { method, path } of declared) {
			const operation = (document.paths as Record<string, Record<string, Operation>>)[
				path.replaceAll(/:(\w+)/g, '{$1}')
			]?.[method.toLowerCase()]
			const names = operation?.parameters?.map(({ $ref }) => $ref?.split('/').at(-1)) ?? []
			const { $ref, content } = operation?.responses[200] ?? {}
			const offers = method !== 'GET' && path.startsWith('/v1/') && !CREDENTIALS.test(path)
			expect({ path, declared: names.includes('Dry-Run') }).toEqual({ path, declared: offers })
			const responses =
				$ref === '#/components/responses/DryRun' ||
				Object.keys(content ?? {}).includes('application/json; dry-run=true')
			expect({ path, responses }).toEqual({ path, responses: offers })
		}
	})
})

test("a dry run doesn't use an idempotency key up, and returns a stored response as the real call would", async () => {
	const key = { 'Idempotency-Key': unique('key') }
	const wanted = plan()
	const first = await harmless((headers) => admin.post('/v1/plans', plan(), { headers: { ...headers, ...key } }))
	expect(first.body).toMatchObject({ status: 201, changes: [{ target_type: 'plans', before: null }] })
	const real = await admin.post('/v1/plans', wanted, { headers: key })
	expect(real.status).toBe(201)
	const again = await harmless((headers) => admin.post('/v1/plans', wanted, { headers: { ...headers, ...key } }))
	expect(again.body).toEqual({
		dry_run: true,
		status: 201,
		body: real.body,
		changes: [],
		events: [],
		effects: [],
		effect_codes: [],
		affects: [],
		credits: [],
		credits_total: { count: 0, amount: 0 },
		ignored: [],
	})
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	expect(await admin.post('/v1/plans', plan(), { headers: { ...DRY, ...key } })).toMatchObject({
		status: 409,
		body: { details: { reason: 'idempotency.key_reused' } },
	})
})

test('a dry run of an upsert returns the row that the real call would leave', async () => {
	const { key } = (await admin.post('/v1/feature-flags', newFlag())).body
	const path = `/v1/feature-flags/${key}/org-overrides`
	const made = await admin.post(path, { org_id, enabled: true })
	const replaced = await harmless((headers) => admin.post(path, { org_id, enabled: false }, { headers }))
	expect(replaced.body).toMatchObject({
		status: 200,
		body: { ...made.body, enabled: false },
		changes: [{ before: { enabled: true }, after: { enabled: false } }],
	})
})

test('a dry run with a matching If-Match runs', async () => {
	const { key } = (await admin.post('/v1/feature-flags', newFlag())).body
	const { headers } = await admin.get(`/v1/feature-flags/${key}`)
	const tag = { 'If-Match': headers.get('ETag') as string }
	const change = (also: Headers) =>
		admin.patch(`/v1/feature-flags/${key}`, { default_value: false }, { headers: { ...tag, ...also } })
	expect((await harmless(change)).body).toMatchObject({ status: 200, body: { default_value: false } })
	expect((await change({})).status).toBe(200)
	expect((await change(DRY)).status).toBe(412)
})

describe('text from callers in a dry run', () => {
	const WORDS =
		'DRY:{"parts":[]} CHECK constraint failed: guard FOREIGN KEY constraint failed UNIQUE constraint failed: plans.name: SQLITE overloaded SQLITE_TOOBIG network connection lost } changes() returning "id"'

	test('may contain the words of errors', async () => {
		const created = await harmless((headers) => admin.post('/v1/plans', plan({ display_name: WORDS }), { headers }))
		expect(created.body).toMatchObject({ status: 201, changes: [{ after: { display_name: WORDS } }] })
		const args = [WORDS, '\u0001"\\\u{1F600}']
		const wanted = { name: unique('mcp'), transport: 'stdio', command: WORDS, args }
		const { id } = (await owner.post('/v1/mcp-configs', wanted)).body
		const changed = await harmless((headers) => owner.patch(`/v1/mcp-configs/${id}`, { is_active: false }, { headers }))
		expect(changed.body).toMatchObject({ status: 200, body: { command: WORDS, args, is_active: false } })
	})

	test('may fill a body of 1 MB', async () => {
		const entitlements = Array.from({ length: 200 }, (_, index) => ({
			key: `key.${index}`,
			value: '😀'.repeat(512),
			value_type: 'string',
		}))
		const wanted = plan({ entitlements })
		const simulated = await harmless((headers) => admin.post('/v1/plans', wanted, { headers }))
		expect(simulated.body.status).toBe(201)
		expect(simulated.body.changes[0].after.entitlements).toHaveLength(200)
		const reports = Array.from({ length: 100 }, (_, index) => ({
			run_id: `${unique('run')}-${index}`,
			org_id,
			status: 'completed',
			thread_id: null,
			created_at: '2026-01-01T00:00:00Z',
		}))
		await subscribe(org_id)
		const text = JSON.stringify(reports).replace(/\]$/, `${' '.repeat(1_000_000)}]`)
		const reported = await harmless((headers) => admin.post('/v1/runtime/runs', text, { headers }))
		expect(reported.body).toMatchObject({ status: 200, body: { accepted: 100 } })
		expect(reported.body.events).toEqual(Array<string>(100).fill('run.completed'))
	})
})

describe('a statement in a dry run', () => {
	// No operation reads or returns this much yet, so this calls `write()` directly.
	const simulated = (parts: (db: WorkContext['var']['db']) => Record<string, Statements>) => {
		const context = systemContext(env)
		const dry_run = emptyResult()
		return write({ ...context, var: { ...context.var, dry_run } }, parts(context.var.db))
	}

	test('returns all its rows, or the dry run is refused', async () => {
		const rowsOf = (count: number) => {
			const list = JSON.stringify(Array<number>(count).fill(0))
			return simulated((db) => ({ rows: db.select({ key: sql<number>`key` }).from(sql`json_each(${list})`) }))
		}
		expect((await rowsOf(1_000)).rows).toHaveLength(1_000)
		await expect(rowsOf(1_001)).rejects.toMatchObject({ status: 503, details: { reason: 'dry_run.cut' } })
	})

	test('returns columns, but no expressions', async () => {
		const doubled = simulated((db) => ({
			plans: db
				.update(plans)
				.set({ name: 'x' })
				.returning({ name: sql<string>`name || name` }),
		}))
		await expect(doubled).rejects.toThrow('A dry run can only note columns of RETURNING')
	})
})

describe('the table of dry runs', () => {
	const ending = (size: number) =>
		env.DB.prepare('INSERT INTO dry_runs (result) VALUES (?1 || ?1)').bind('x'.repeat(size / 2))

	test('carries 1.9 MB in the message of its error', async () => {
		const carried = async (size: number) =>
			ending(size)
				.run()
				.then(
					() => 'written',
					(error: Error) => error.message,
				)
		expect((await carried(1_900_000)).replace(/x+/, ({ length }) => String(length))).toMatch(
			/^D1_ERROR: DRY:1900000: SQLITE_CONSTRAINT/,
		)
	})

	test('ends the batch even without its trigger', async () => {
		const name = unique('plan')
		const insert = env.DB.prepare("INSERT INTO plans (id, name, display_name, created_at) VALUES (?1, ?1, '', '')")
		const batch = env.DB.batch([insert.bind(name), env.DB.prepare('DROP TRIGGER dry_runs_end'), ending(2)])
		await expect(batch).rejects.toThrow('CHECK constraint failed: dry_run')
		expect(await env.DB.prepare('SELECT id FROM plans WHERE id = ?').bind(name).first()).toBeNull()
	})
})

describe('concurrent calls', () => {
	test("dry runs don't see each other", async () => {
		const wanted = newFlag()
		const responses = await harmless(async (headers) => {
			const all = await Promise.all(
				Array.from({ length: 20 }, () => admin.post('/v1/feature-flags', wanted, { headers })),
			)
			expect(all.map(({ body }) => body.status)).toEqual(Array<number>(20).fill(201))
			return all[0] as Reply
		})
		expect(responses.status).toBe(200)
	})

	test("a dry run doesn't affect the real call", async () => {
		const wanted = newFlag()
		const responses = await Promise.all(
			Array.from({ length: 20 }, (_, index) => admin.post('/v1/feature-flags', wanted, index === 9 ? {} : dry)),
		)
		expect(responses[9]?.status).toBe(201)
		for (const { status, body } of responses.toSpliced(9, 1))
			expect([200, 409]).toContain(status === 200 && body.status !== 201 ? body.status : status)
		expect((await admin.get(`/v1/feature-flags/${wanted.key}`)).body.id).toBe(responses[9]?.body.id)
	})
})

interface Operation {
	parameters?: { $ref?: string }[]
	responses: Record<number, { $ref?: string; content?: object }>
}
