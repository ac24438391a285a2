import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { choices, seeds } from '../support/property.ts'
import { invalidField, missing } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, deletedOrg, unique, user } from '../support/world.ts'

describe('reporting', () => {
	test('a run progresses and ends: later reports add to earlier ones', async () => {
		const { run, report, read, org_id } = await runner(1000)
		const { run_id } = run()
		const running = { run_id, org_id, status: 'running', model: 'model-a', thread_id: 'thr_1', total_input_tokens: 3 }
		expect((await report(running)).body).toEqual({
			accepted: 1,
			runs: [
				{
					run_id,
					status: 'running',
					credits_used: 0,
					shortfall: 0,
					duration_ms: null,
					total_input_tokens: 3,
					total_output_tokens: 0,
					total_cache_read_tokens: null,
					total_cache_write_tokens: null,
					cost_source: null,
					total_cost_usd: 0,
				},
			],
		})
		const ended = {
			run_id,
			org_id,
			status: 'completed',
			persona_model: 'main^model-a',
			provider_kind: 'vendor_a',
			credential_name: 'main',
			duration_ms: 1234,
			total_input_tokens: 1830,
			total_output_tokens: 412,
			total_cost_usd: 0.0421,
		}
		expect((await report(ended)).body.runs).toMatchObject([
			{ run_id, status: 'completed', credits_used: 43, shortfall: 0 },
		])
		expect(await read(run_id)).toMatchObject({
			...running,
			...ended,
			persona_id: null,
			credits_used: 43,
			completed_at: expect.any(String),
		})
	})

	/** What people report of a run: each total may be absent or null, smaller or larger than before. */
	const TOTALS = ['duration_ms', 'total_input_tokens', 'total_output_tokens', 'total_cost_usd'] as const

	test.each(seeds(3, 100))('totals never decrease, in whatever order they come, seed %d', async (seed) => {
		const { run, report, read, root, org_id } = await runner(1_000_000)
		const below = choices(seed)
		const one = <T>(items: readonly T[]) => items[below(items.length)] as T
		const { run_id } = run()
		const totals: Record<string, number> = {}
		const given = () =>
			Object.fromEntries(TOTALS.flatMap((name) => (below(3) > 0 ? [[name, one([null, 0, 1, 20, 300, 4_000])]] : [])))
		const keep = (body: object) => {
			for (const [name, value] of Object.entries(body))
				if (value !== null) totals[name] = Math.max(totals[name] ?? 0, Number(value))
		}
		const isBegun = below(2) === 0
		if (isBegun)
			expect((await root.post('/v1/runtime/runs/begin', { run_id, org_id, hold: { credits: 7 } })).status).toBe(201)
		for (let step = 0; step < 6; step += 1) {
			if (isBegun && below(3) === 0) {
				const { duration_ms: _, ...body } = given()
				const reply = await root.post(`/v1/runtime/runs/${run_id}/progress`, { org_id, ...body })
				expect(reply.status).toBe(200)
				keep(body)
				const { total_input_tokens = 0, total_output_tokens = 0, total_cost_usd = 0 } = totals
				expect(reply.body.run).toMatchObject({ total_input_tokens, total_output_tokens, total_cost_usd })
				continue
			}
			const bodies = Array.from({ length: 1 + below(3) }, given)
			for (const body of bodies) keep(body)
			const reply = await report(bodies.map((body) => ({ run_id, org_id, status: 'running', ...body })))
			expect(reply.body.runs[0]).toMatchObject(totals)
		}
		const last = given()
		keep(last)
		expect((await report({ run_id, org_id, status: 'completed', ...last })).body.runs[0]).toMatchObject(totals)
		expect(await read(run_id)).toMatchObject({
			...totals,
			credits_used: Math.ceil((totals.total_cost_usd ?? 0) * 1_000),
		})
	})

	test('an ended run never changes, whatever is reported', async () => {
		const { run, report, read, credits } = await runner(1000)
		const ended = run({ total_cost_usd: 0.01, total_input_tokens: 5 })
		await report(ended)
		const before = await read(ended.run_id)
		for (const status of ['queued', 'running', 'completed', 'failed', 'cancelled']) {
			const response = await report({ ...ended, status, total_cost_usd: 9, total_input_tokens: 99, model: 'other' })
			expect(response).toMatchObject({
				status: 200,
				body: { accepted: 1, runs: [{ status: 'completed', credits_used: 10 }] },
			})
		}
		expect(await read(ended.run_id)).toEqual(before)
		expect((await credits()).balance).toBe(990)
	})

	test("a running run doesn't become queued again", async () => {
		const { run, report } = await runner()
		const running = run({ status: 'running' })
		await report(running)
		expect((await report({ ...running, status: 'queued', model: 'other' })).body.runs[0].status).toBe('running')
	})

	test('one run twice in one array counts as two reports of it', async () => {
		const { run, report, usage, events } = await runner(100)
		const first = run({ status: 'running', total_input_tokens: 7 })
		const { run_id, org_id } = first
		const last = { run_id, org_id, status: 'failed', total_output_tokens: 2, total_cost_usd: 0.001 }
		const { body } = await report([first, last, { ...last, status: 'cancelled', total_output_tokens: 500 }])
		const now = { run_id, status: 'failed', credits_used: 1, shortfall: 0 }
		expect(body).toMatchObject({ accepted: 3, runs: [now, now, now] })
		expect(await usage()).toMatchObject({ run_count: 1, total_input_tokens: 7, total_output_tokens: 2 })
		expect((await events()).map(({ type }) => type)).toEqual(['run.failed'])
	})

	test('a hundred reports are returned in their order, with one D1 call', async () => {
		const { run, report, usage } = await runner(10_000)
		const runs = Array.from({ length: 100 }, () => run({ total_cost_usd: 0.002, total_input_tokens: 10 }))
		await report(run())
		let response = { status: 0, body: { accepted: 0, runs: [] as { run_id: string }[] } }
		const { calls } = await counted(async () => (response = await report(runs)))
		expect(calls).toBe(1)
		expect(response.body.accepted).toBe(100)
		expect(response.body.runs.map(({ run_id }) => run_id)).toEqual(runs.map(({ run_id }) => run_id))
		expect(await usage()).toMatchObject({ run_count: 101, total_input_tokens: 1000, total_cost_usd: 0.2 })
	})

	test('missing times are computed from the others', async () => {
		const { run, report, read } = await runner()
		const [ended, began] = [
			run({ completed_at: '2024-02-29T12:00:05Z', duration_ms: 5000 }),
			run({ created_at: '2024-02-29T12:00:00+01:00', duration_ms: 7000 }),
		]
		await report([ended, began])
		expect(await read(ended.run_id)).toMatchObject({
			created_at: '2024-02-29T12:00:00.000Z',
			completed_at: '2024-02-29T12:00:05.000Z',
		})
		expect(await read(began.run_id)).toMatchObject({
			created_at: '2024-02-29T11:00:00.000Z',
			completed_at: '2024-02-29T11:00:07.000Z',
		})
	})

	test('a duration that nobody reports is computed from both times, if both are known', async () => {
		const { run, report, read } = await runner()
		const began = { created_at: '2024-02-29T12:00:00.250Z' }
		const ended = { completed_at: '2024-02-29t12:00:05.251z' }
		const [once, twice, given, early, unknown] = [run(), run(), run(), run(), run()]
		await report([
			{ ...once, ...began, ...ended },
			{ ...twice, ...began, status: 'running' },
			{ ...given, ...began, status: 'running', duration_ms: 7 },
			{ ...early, created_at: '2024-03-01T00:00:00Z', status: 'running' },
			unknown,
		])
		await report([
			{ ...twice, ...ended },
			{ ...given, ...began, ...ended },
			{ ...early, ...ended },
		])
		const durations = await Promise.all(
			[once, twice, given, early, unknown].map(async ({ run_id }) => (await read(run_id)).duration_ms),
		)
		expect(durations).toEqual([5001, 5001, 7, null, null])
		expect(await read(early.run_id)).toMatchObject({ completed_at: '2024-03-01T00:00:00.000Z' })
	})

	test('each end emits an event with the run as it ended', async () => {
		const { run, report, events, read } = await runner()
		const [done, lost, left] = [run(), run({ status: 'failed' }), run({ status: 'cancelled', total_cost_usd: 0.5 })]
		await report([done, lost, left, run({ status: 'running' })])
		const emitted = await events()
		expect(emitted.map(({ type }) => type).sort()).toEqual(['run.cancelled', 'run.completed', 'run.failed'])
		const { hold: _, ...cancelled } = await read(left.run_id)
		expect(emitted.find(({ type }) => type === 'run.cancelled')?.data).toEqual(cancelled)
	})
})

describe('what is refused', () => {
	test.each([
		['run_id', ''],
		['run_id', 'r'.repeat(129)],
		['status', 'done'],
		['total_input_tokens', -1],
		['total_input_tokens', 1.5],
		['total_output_tokens', 10_000_000_001],
		['total_cost_usd', -0.01],
		['total_cost_usd', '1'],
		['duration_ms', -1],
		['created_at', '2025-02-29T00:00:00Z'],
		['completed_at', 'yesterday'],
		['completed_at', '2999-01-01T00:00:00Z'],
		['model', 7],
	])('%s of %j is 400 naming it, alone and in an array', async (field, value) => {
		const { run, report } = await runner()
		expect(await report(run({ [field]: value }))).toMatchObject(invalidField(field))
		const good = run()
		expect(await report([good, run({ [field]: value })])).toMatchObject(invalidField(`1.${field}`))
		expect((await (await admin()).get(`/v1/admin/runs/${good.run_id}`)).status).toBe(404)
	})

	test('a run that ends before it begins', async () => {
		const { run, report } = await runner()
		expect(
			await report(run({ created_at: '2026-01-02T00:00:00Z', completed_at: '2026-01-01T00:00:00Z' })),
		).toMatchObject(invalidField('completed_at'))
	})

	test('an unknown or deleted org is the same 404, and nothing in the array is written', async () => {
		const { run, report, root } = await runner()
		const good = run()
		const gone = await deletedOrg()
		for (const org_id of [gone, 'org_none', '\u0000\ud800', '\ud800', 'org\u0000', '%'])
			expect(await report(run({ org_id })), JSON.stringify(org_id)).toMatchObject(missing)
		expect(await report([good, run({ org_id: 'org_none' })])).toMatchObject(missing)
		expect((await root.get(`/v1/admin/runs/${good.run_id}`)).status).toBe(404)
	})

	test("another org's run returns 409, even within one array", async () => {
		const [one, two] = [await runner(), await runner()]
		const mine = one.run({ status: 'running' })
		await one.report(mine)
		expect(await two.report({ ...mine, org_id: two.org_id, status: 'completed' })).toMatchObject({
			status: 409,
			body: { details: { reason: 'runs.other_org', runs: [{ path: 'run_id', run_id: mine.run_id }] } },
		})
		const many = [two.run(), { ...mine, org_id: two.org_id }, two.run(), { ...mine, org_id: two.org_id }]
		expect(await two.report(many)).toMatchObject({
			status: 409,
			body: {
				details: { runs: [1, 3].map((index) => ({ path: `${index}.run_id`, run_id: mine.run_id })) },
			},
		})
		expect((await one.read(mine.run_id)).status).toBe('running')
		const fresh = one.run()
		expect(await one.report([fresh, { ...fresh, org_id: two.org_id }])).toMatchObject(invalidField('1.org_id'))
	})

	test('more than a hundred reports return 400, anything else 422, and an empty array does nothing', async () => {
		const { run, report } = await runner()
		expect((await report(Array.from({ length: 101 }, () => run()))).status).toBe(400)
		expect(await report([run(), 7])).toMatchObject(invalidField('1'))
		expect(await report([])).toMatchObject({ status: 200, body: { accepted: 0, runs: [] } })
		for (const body of ['', 'null', '7', '"run"', '[{'])
			expect({ body, status: (await report(body)).status }).toEqual({ body, status: 422 })
	})
})

describe('who can report', () => {
	test("a platform admin's API key with the scope, for its own org by default", async () => {
		const root = await admin()
		const key = as((await root.post('/v1/api-keys', { name: unique('key'), scopes: ['runtime.report'] })).body.key)
		const run_id = unique('run')
		expect((await key.post('/v1/runtime/runs', { run_id, status: 'completed' })).status).toBe(200)
		expect((await root.get(`/v1/admin/runs/${run_id}`)).body.org_id).toBe(root.org_id)
		expect((await key.get('/v1/admin/runs')).status).toBe(403)
		const other = as((await root.post('/v1/api-keys', { name: unique('key') })).body.key)
		expect((await other.post('/v1/runtime/runs', { run_id, status: 'completed' })).status).toBe(403)
	})

	test("an org owner can't give themselves the scope", async () => {
		const owner = await user()
		expect((await owner.post('/v1/api-keys', { name: 'k', scopes: ['runtime.report'] })).status).toBe(403)
		expect((await owner.post('/v1/runtime/runs', { run_id: 'x', status: 'completed' })).status).toBe(403)
	})

	test('the runtime can report by RPC too', async () => {
		const { run, read, org_id } = await runner(10)
		const ask = async (...args: unknown[]) => {
			const init = { method: 'POST', body: JSON.stringify({ method: 'reportRuns', args }) }
			return (await (await env.AGENT_RUNTIME.fetch('http://agent-runtime', init)).json<{ reply: object }>()).reply
		}
		const [one, two] = [run({ total_cost_usd: 0.004 }), run({ status: 'running' })]
		expect(await ask([one, two])).toMatchObject({
			accepted: 2,
			runs: [
				{ run_id: one.run_id, status: 'completed', credits_used: 4, shortfall: 0 },
				{ run_id: two.run_id, status: 'running', credits_used: 0, shortfall: 0 },
			],
		})
		expect(await ask({ ...two, status: 'cancelled' })).toMatchObject({ accepted: 1 })
		expect(await read(two.run_id)).toMatchObject({ status: 'cancelled', org_id })
		expect(await ask([{ run_id: 'x', status: 'completed' }])).toMatchObject({
			error: 'validation.error',
			details: { fields: [{ path: '0.org_id' }] },
		})
		expect(await ask([{ ...two, org_id: 'org_none' }])).toMatchObject({ error: 'not_found' })
		expect(await ask([])).toEqual({ accepted: 0, runs: [] })
	})
})
