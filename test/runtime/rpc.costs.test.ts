import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { runtime } from '../support/admission.ts'
import { counted } from '../support/d1.ts'
import { forgetEverything } from '../support/program.ts'
import { equipped, forgetAll, KEY } from '../support/questions.ts'
import { unique } from '../support/world.ts'

// What the runtime's questions cost in D1, and how soon they follow a change.

const NEWER = 'sk-newer-0123456789-abcdef-77b2'

/** What no test changes. */
const here = await equipped()

beforeEach(() => {
	// What was read at a moved clock would stay new.
	forgetEverything()
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
})

const calls = async (ask: () => unknown) => (await counted(async () => ask())).calls

test.each(['tool', 'model', 'mcp', 'entitlement', 'flag'] as const)(
	'the question for a %s takes one D1 call when it is cold, and none for five seconds',
	async (question) => {
		const ask = here.questions[question]
		forgetAll()
		expect(await calls(ask)).toBe(1)
		const answer = await ask()
		expect(await calls(ask)).toBe(0)
		vi.setSystemTime(Date.now() + 4_999)
		expect(await calls(ask)).toBe(0)
		vi.setSystemTime(Date.now() + 1)
		expect(await calls(ask)).toBe(1)
		expect(await ask()).toEqual(answer)
	},
)

test('a beginning that asks for everything reads it in one call when nothing is known, and is one call when everything is', async () => {
	const { org_id, model, flag } = here
	const asked = { selector: model.selector, tools: ['web_search', 'web_fetch'], mcp: true, flags: [flag.key] }
	const begin = () =>
		runtime().begin({ run_id: unique('run'), org_id, ...asked, entitlements: ['mcp.stdio'] }) as Promise<object>
	forgetAll()
	expect(await calls(begin)).toBe(2)
	expect(await calls(begin)).toBe(1)
	expect(await begin()).toMatchObject({
		model: { api_key: KEY },
		tools: [{ api_key: KEY }, { error: 'tool.not_configured' }],
		mcp: { servers: [{ bearer_token: KEY }] },
		flags: [{ value: true }],
		entitlements: [{ value: 'false' }],
	})
})

test('the day of a run that begins, continues and ends takes three D1 calls', async () => {
	const { org_id, model, flag, questions } = here
	const day = async () => {
		const run_id = unique('run')
		const asked = { selector: model.selector, tools: ['web_search'], mcp: true, flags: [flag.key] }
		expect(await runtime().begin({ run_id, org_id, ...asked, hold: { credits: 5 } })).not.toHaveProperty('error')
		for (const ask of Object.values(questions)) expect(await ask()).not.toHaveProperty('error')
		expect(await runtime().progress({ run_id, org_id, total_cost_usd: 0.001 })).not.toHaveProperty('error')
		const end = { run_id, org_id, status: 'completed' as const, total_cost_usd: 0.001 }
		expect(await runtime().reportRuns(end)).not.toHaveProperty('error')
	}
	await day()
	expect(await calls(day)).toBe(3)
})

test('a key is opened at each use: an isolate keeps nothing that is decrypted', async () => {
	const { tool, model, mcp } = here.questions
	for (const ask of [tool, model, mcp]) {
		await ask()
		const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
		expect(await calls(ask)).toBe(0)
		expect(decrypt).toHaveBeenCalledTimes(1)
		decrypt.mockRestore()
	}
})

test('what this isolate changes acts at once', async () => {
	const { owner, org_id, admin, provider, model, config, flag, limit, override, questions } = await equipped()
	const all = async () =>
		Object.fromEntries(await Promise.all(Object.entries(questions).map(async ([name, ask]) => [name, await ask()])))
	const known = { tool: { api_key: KEY }, model: { api_key: KEY }, mcp: { servers: [{ bearer_token: KEY }] } }
	expect(await all()).toMatchObject({ ...known, flag: { value: true }, entitlement: { value: '7' } })
	await owner.put('/v1/tool-providers/web_search/keyed/credential?scope=org', { api_key: NEWER })
	expect(await questions.tool()).toMatchObject({ api_key: NEWER })
	await owner.patch(`/v1/llm-providers/${provider.id}`, { api_key: NEWER })
	expect(await questions.model()).toMatchObject({ api_key: NEWER })
	await owner.patch(model.path, { multiplier: 3 })
	expect(await questions.model()).toMatchObject({ multiplier: 3 })
	await owner.patch(`/v1/mcp-configs/${config.id}`, { bearer_token: NEWER })
	expect(await questions.mcp()).toMatchObject({ servers: [{ bearer_token: NEWER }] })
	await admin.patch(`/v1/feature-flags/${flag.key}`, { default_value: false })
	expect(await questions.flag()).toMatchObject({ value: false })
	await admin.post('/v1/entitlement-overrides', { ...limit, value: '9' })
	expect(await questions.entitlement()).toMatchObject({ value: '9' })
	await admin.delete(`/v1/entitlement-overrides/${override.id}?org_id=${org_id}`)
	expect(await questions.entitlement()).toMatchObject({ source: 'default' })
	const pause = `/v1/orgs/${org_id}/pauses/org/${org_id}`
	await owner.put(pause, { reason: 'r' })
	expect(await all()).toMatchObject({ tool: { error: 'run.paused' }, model: { error: 'run.paused' } })
	await owner.delete(pause)
	await owner.patch(`/v1/mcp-configs/${config.id}`, { is_active: false })
	expect(await questions.mcp()).toEqual({ servers: [], skipped: [] })
	await owner.delete(`/v1/tool-providers/web_search/keyed/credential?scope=org&purge=true`)
	expect(await questions.tool()).toMatchObject({ error: 'tool.not_configured' })
	await owner.delete(model.path)
	expect(await questions.model()).toMatchObject({ error: 'not_found' })
})

test('a deleted org gets nothing at once, and everything again when it is restored', async () => {
	const { owner, admin, org_id, questions } = await equipped()
	const { tool, model, mcp, entitlement, flag } = questions
	await admin.post('/v1/admin/orgs', { name: unique('other'), owner_user_id: owner.user_id })
	for (const ask of [tool, model, mcp, entitlement, flag]) await ask()
	expect((await admin.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	for (const ask of [tool, model, mcp, entitlement, flag]) expect(await ask()).toMatchObject({ error: 'not_found' })
	expect((await owner.get('/v1/me')).status).toBe(401)
	expect((await admin.post(`/v1/admin/orgs/${org_id}/restore`)).status).toBe(200)
	expect(await tool()).toMatchObject({ api_key: KEY })
	expect(await model()).toMatchObject({ api_key: KEY })
	expect(await mcp()).toMatchObject({ servers: [{ bearer_token: KEY }] })
})

test('what another isolate changes acts within five seconds', async () => {
	const { org_id, provider, questions, flag } = await equipped()
	for (const ask of Object.values(questions)) await ask()
	// D1 knows, this isolate doesn't.
	await env.DB.batch([
		env.DB.prepare('DELETE FROM secrets WHERE row_id = ? OR row_id LIKE ?').bind(provider.id, `${org_id} %`),
		env.DB.prepare('UPDATE llm_models SET multiplier = 4 WHERE provider_id = ?').bind(provider.id),
		env.DB.prepare('UPDATE tool_providers SET is_active = 0 WHERE owner = ?').bind(org_id),
		env.DB.prepare('UPDATE mcp_configs SET is_active = 0 WHERE org_id = ?').bind(org_id),
		env.DB.prepare("UPDATE entitlement_overrides SET value = '8' WHERE org_id = ?").bind(org_id),
		env.DB.prepare('UPDATE feature_flags SET default_value = 0 WHERE key = ?').bind(flag.key),
	])
	vi.setSystemTime(Date.now() + 5_000)
	expect(await questions.tool()).toMatchObject({ error: 'tool.not_configured' })
	expect(await questions.model()).toMatchObject({ multiplier: 4, api_key: null })
	expect(await questions.mcp()).toEqual({ servers: [], skipped: [] })
	expect(await questions.entitlement()).toMatchObject({ value: '8' })
	expect(await questions.flag()).toMatchObject({ value: false })
})

test('an override and a subscription begin and end by the clock in an isolate that has them cached', async () => {
	const { admin, org_id, limit, questions } = await equipped()
	const expires_at = new Date(Date.now() + 2_000).toISOString()
	await admin.post('/v1/entitlement-overrides', { ...limit, value: '9', expires_at })
	const plan = (
		await admin.post('/v1/plans', {
			name: unique('plan'),
			display_name: 'Plan',
			entitlements: [{ key: 'limit.team_members', value: '5', value_type: 'integer' }],
		})
	).body
	const period = (from: number, to: number) => ({
		current_period_start: new Date(Date.now() + from).toISOString(),
		current_period_end: new Date(Date.now() + to).toISOString(),
	})
	await admin.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period(3_000, 4_000) })
	expect(await questions.entitlement()).toMatchObject({ value: '9' })
	const at = async (ms: number) => {
		vi.setSystemTime(Date.now() + ms)
		let answer: unknown
		expect(await calls(async () => (answer = await questions.entitlement()))).toBe(0)
		return answer
	}
	expect(await at(2_000)).toMatchObject({ source: 'default' })
	expect(await at(1_000)).toMatchObject({ value: '5', source: 'plan' })
	expect(await at(1_000)).toMatchObject({ source: 'default' })
})
