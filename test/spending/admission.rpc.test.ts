import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { ask, exact, runtime, spender, storedPause, UNPRICED } from '../support/admission.ts'
import { storedBudget } from '../support/budgets.ts'
import { counted } from '../support/d1.ts'
import { shown } from '../support/page.ts'
import { equipped, KEY } from '../support/questions.ts'
import { admin, unique, user } from '../support/world.ts'

// The same three verbs over RPC, and what a beginning resolves. Only RPC brings credentials.

test('over RPC a run begins, continues and ends as it does over HTTP, and a refusal is a value', async () => {
	const org = await spender({ balance: 100 })
	const { org_id } = org
	const run_id = unique('run')
	const run = { org_id, run_id, hold: { credits: 60 } }
	const begun = await ask<object>('begin', run)
	expect(begun).toEqual({
		run: { run_id, org_id, status: 'running' },
		hold: { credits: 60, tokens: 0, expires_at: expect.any(String) },
		budgets: [],
		terms: UNPRICED,
	})
	expect((await org.begin(run)).body).toEqual(begun)
	expect(await ask('progress', { org_id, run_id, total_cost_usd: 0.07, hold: { credits: 80 } })).toMatchObject({
		hold: { credits: 80 },
		spent: { credits: 70, tokens: 0 },
	})
	const refused = await ask('begin', { ...run, run_id: unique('run') })
	const { status, body } = await org.begin({ ...run, run_id: unique('run') })
	expect([status, refused]).toEqual([402, { error: body.error, message: body.message, details: body.details }])
	expect(await ask('reportRuns', { run_id, org_id, status: 'completed' })).toMatchObject({
		runs: [{ credits_used: 70 }],
	})
	expect(await exact(org_id)).toEqual({ balance: 30, held: 0 })
	expect(await ask('progress', { org_id, run_id })).toMatchObject({
		error: 'conflict',
		details: { reason: 'run.ended' },
	})
	expect(await ask('progress', { org_id, run_id: unique('run') })).toMatchObject({ error: 'not_found' })
})

test.each([
	['begin', { run_id: 'r' }, 'org_id'],
	['begin', { org_id: 'org_1', run_id: 7 }, 'run_id'],
	['begin', { org_id: 'org_1', run_id: 'r', hold: { credits: 1e13 } }, 'hold.credits'],
	['progress', { run_id: 'r' }, 'org_id'],
	['progress', { org_id: 'org_1' }, 'run_id'],
	['progress', { org_id: 'org_1', run_id: 'r', total_cost_usd: NaN }, 'total_cost_usd'],
	['progress', null, 'body'],
])('%s with %j is a validation error that names %s', async (method, input, path) => {
	const reply: object = await (method === 'begin'
		? runtime().begin(input as never)
		: runtime().progress(input as never))
	expect(reply).toMatchObject({ error: 'validation.error', details: { fields: [{ path }] } })
})

/** An org whose model costs 2.5 times as much, and a beginning that asks for everything. */
async function asking() {
	const here = await equipped()
	const { owner, org_id, admin: root, model, flag } = here
	await owner.patch(model.path, { multiplier: 2.5 })
	const asked = {
		org_id,
		selector: model.selector,
		tools: ['web_search', 'web_fetch', 'nothing'],
		mcp: true,
		flags: [flag.key, 'no.such.flag'],
		entitlements: ['limit.team_members', 'no.such.key'],
	}
	return { ...here, root, asked, key: flag.key }
}

test('over HTTP a beginning resolves what it asks for as the single calls do, with errors in place and no credentials', async () => {
	const { root, owner, org_id, asked, key } = await asking()
	const { status, body } = await root.post('/v1/runtime/runs/begin', { run_id: unique('run'), ...asked })
	expect(status).toBe(201)
	const single = await owner.post('/v1/llm-providers/resolve', { selector: asked.selector })
	// What it costs is in the terms.
	const { price: _, ...model } = single.body
	expect([single.status, body.model]).toEqual([200, model])
	expect(body.terms).toEqual({ ...UNPRICED, multiplier: 2.5, model_scope: 'org' })
	expect(body.tools).toMatchObject([
		{ group_name: 'web_search', provider_name: 'web_search.keyed', scope: 'org', skipped: [] },
		{ error: 'conflict', details: { reason: 'tool.not_configured', group_name: 'web_fetch' } },
		{ error: 'conflict', details: { reason: 'tool.not_configured', group_name: 'nothing' } },
	])
	expect(body.mcp).toMatchObject({ servers: [{ name: 'remote', url: 'https://mcp.example.com/mcp' }], skipped: [] })
	const flag = (await owner.get(`/v1/feature-flags/${key}/evaluate`)).body
	expect(body.flags).toEqual([flag, expect.objectContaining({ error: 'not_found' })])
	expect(body.entitlements).toMatchObject([{ key: 'limit.team_members', value: '7' }, { error: 'not_found' }])
	expect(JSON.stringify(body)).not.toContain(KEY)
	expect(body.run.org_id).toBe(org_id)
})

test('over RPC the model, tools and MCP servers bring their credentials, and progress knows the price', async () => {
	const { org_id, asked, key } = await asking()
	const run_id = unique('run')
	const begun = await ask<Record<string, unknown>>('begin', { run_id, ...asked })
	expect(begun).toMatchObject({
		terms: { multiplier: 2.5 },
		model: { model: 'm-1', api_key: KEY },
		tools: [{ provider_name: 'web_search.keyed', api_key: KEY }, { error: 'tool.not_configured' }, {}],
		mcp: { servers: [{ bearer_token: KEY }] },
		flags: [{ key, value: true }, { error: 'not_found' }],
		entitlements: [{ value: '7' }, { error: 'not_found' }],
	})
	// The model costs 2.5 times as much, so 10 credits become 25.
	const spent = await ask('progress', { run_id, org_id, total_cost_usd: 0.01 })
	expect(spent).toMatchObject({ terms: { multiplier: 2.5 }, spent: { credits: 25 } })
	expect(await ask('reportRuns', { run_id, org_id, status: 'completed' })).toMatchObject({
		runs: [{ credits_used: 25 }],
	})
})

test('what does not resolve does not keep the run from beginning', async () => {
	const [owner, root] = [await user(), await admin()]
	const { org_id } = owner
	for (const selector of ['no-caret', 'nobody^m-1']) {
		const { status, body } = await root.post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id, selector })
		const single = await owner.post('/v1/llm-providers/resolve', { selector })
		const { error, message, details } = single.body
		expect([status, body.model]).toEqual([201, { error, message, details }])
		expect(body.terms).toEqual(UNPRICED)
	}
})

test('a warm beginning asks D1 once, whatever it asks for', async () => {
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const { root, org_id, asked } = await asking()
	const { selector, flags, entitlements } = asked
	const calls = async (call: () => Promise<unknown>) => (await counted(call)).calls
	const rpc = (fields: object) => calls(() => runtime().begin({ run_id: unique('run'), org_id, ...fields }))
	const http = (fields: object) =>
		calls(() => root.post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id, ...fields }))
	const everything = { selector, tools: ['web_search'], mcp: true, flags }
	await rpc({ ...everything, entitlements })
	await http(everything)
	const each = [{}, { flags }, { selector }, { tools: ['web_search'] }, { mcp: true }, { entitlements }, everything]
	for (const fields of each) expect([fields, await rpc(fields), await http(fields)]).toEqual([fields, 1, 1])
})

test('a repeat resolves again what it asks for', async () => {
	const { root, asked, org_id } = await asking()
	const run = { run_id: unique('run'), org_id, flags: [asked.flags[0]] }
	expect((await root.post('/v1/runtime/runs/begin', run)).body.flags).toMatchObject([{ value: true }])
	await root.patch(`/v1/feature-flags/${asked.flags[0]}`, { default_value: false })
	const again = await root.post('/v1/runtime/runs/begin', { ...run, entitlements: ['limit.team_members'] })
	expect(again).toMatchObject({ status: 200, body: { flags: [{ value: false }], entitlements: [{ value: '7' }] } })
})

test('budgets and pauses of models and providers apply to what the selector resolved to, and else not', async () => {
	const { root, org_id, asked, name } = await asking()
	const { selector } = asked
	const begin = (fields: object) => root.post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id, ...fields })
	for (const [scope, subject] of [
		['model', 'm-1'],
		['provider', name],
	] as const) {
		// Only the platform pauses providers.
		const owner = scope === 'provider' ? 'platform' : org_id
		await storedPause({ owner, scope, subject })
		expect((await begin({ selector })).body).toMatchObject({ error: 'run.paused', details: { scope, subject } })
		expect((await begin({})).status).toBe(201)
		await env.DB.prepare('DELETE FROM pauses WHERE owner = ?').bind(owner).run()
	}
	await storedBudget({ org_id, scope: 'model', limit: 10 })
	expect((await begin({ selector, hold: { credits: 11 } })).body.details).toMatchObject({
		scope: 'model',
		subject: 'm-1',
	})
	expect((await begin({ hold: { credits: 11 } })).body.budgets).toEqual([])
})

/** The guide's code for a Worker that binds Plinth, with what a reader adds: an agent of so many steps, each of 10 tokens in and out. */
async function looped(org_id: string, run_id: string, steps: number) {
	const [taken, stops]: [number[], object[]] = [[], []]
	const call = (method: string) => (input: object) => ask(method, input)
	const PLINTH = { begin: call('begin'), progress: call('progress'), reportRuns: call('reportRuns') }
	const agent = {
		env: { PLINTH },
		run_id,
		org_id,
		totals: { total_input_tokens: 0, total_output_tokens: 0 },
		done: () => taken.length === steps,
		step: () => Promise.resolve({ input_tokens: taken.push(10) && 10, output_tokens: 10 }),
		stop: (refused: object) => void stops.push(refused),
	}
	const source = await shown('/docs/spending', 'loop')
	// oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval, no-new-func -- this tests exactly what readers will run
	const made = new Function(...Object.keys(agent), `return (async () => {\n${source}\n})()`) as (
		...given: unknown[]
	) => Promise<void>
	await made(...Object.values(agent))
	return { steps: taken.length, stops }
}

test('the code of the guide runs until it is done, or a budget stops it, and reports its end', async () => {
	const { org_id, root, read, budget, pause } = await spender()
	await budget({ unit: 'tokens', limit: 50 })
	const [whole, cut, refused] = [unique('run'), unique('run'), unique('run')]
	expect(await looped(org_id, whole, 2)).toEqual({ steps: 2, stops: [] })
	expect(await read(whole)).toMatchObject({ status: 'completed', total_input_tokens: 20, agent_id: 'research-agent' })
	expect(await looped(org_id, cut, 9)).toEqual({ steps: 1, stops: [] })
	expect(await read(cut)).toMatchObject({ status: 'cancelled', total_input_tokens: 10, total_output_tokens: 10 })
	await pause('agent', 'research-agent')
	expect(await looped(org_id, refused, 1)).toMatchObject({ steps: 0, stops: [{ error: 'run.paused' }] })
	expect((await root.get(`/v1/admin/runs/${refused}`)).status).toBe(404)
})
