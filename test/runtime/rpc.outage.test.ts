import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { runtime } from '../support/admission.ts'
import { sendingBy, withD1 } from '../support/d1.ts'
import worker, { forgetEverything } from '../support/program.ts'
import { equipped } from '../support/questions.ts'
import { create, unique } from '../support/world.ts'

// What the runtime gets while D1 is away: what the isolate has read in the last minute, and nothing that could have changed.

type Equipped = Awaited<ReturnType<typeof equipped>>

/** What no test changes. */
const here = await equipped()

beforeEach(() => {
	// What was read at a moved clock would stay new.
	forgetEverything()
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})

const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
const silence = () => new Promise(() => undefined)
const later = (ms: number) => void vi.setSystemTime(Date.now() + ms)

const reportOf = (org_id: string, run_id = unique('run')) => ({ run_id, org_id, status: 'completed' })

/** What the runtime asks over HTTP that answers from the isolate. */
const routesOf = ({ flag, org_id, model }: Equipped): [method: string, path: string, body?: object][] => [
	['GET', '/v1/tool-providers/web_search/effective'],
	['POST', '/v1/llm-providers/resolve', { selector: model.selector }],
	['GET', `/v1/feature-flags/${flag.key}/evaluate`],
	['POST', `/ofrep/v1/evaluate/flags/${flag.key}`, { context: {} }],
	['POST', '/ofrep/v1/evaluate/flags', { context: {} }],
	['GET', `/v1/entitlements?org_id=${org_id}`],
]

/** Sends a request and doesn't wait for what it leaves behind. */
async function http(token: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
	const init: RequestInit = { method, headers: { Authorization: `Bearer ${token}`, ...headers } }
	if (body) init.body = JSON.stringify(body)
	const request = new Request(`http://localhost${path}`, init) as Request<unknown, IncomingRequestCfProperties>
	const response = await worker.fetch(request, env, createExecutionContext())
	const reply = JSON.parse((await response.text()) || 'null') as Record<string, unknown> | null
	return { status: response.status, headers: response.headers, body: reply }
}

const UNAVAILABLE = { error: 'unavailable' }

test.each(['tool', 'model', 'mcp', 'entitlement', 'flag'] as const)(
	'while D1 fails, the question for a %s is answered for a minute from what was read, and says so',
	async (question) => {
		const ask = here.questions[question]
		const known = await ask()
		const read_at = new Date().toISOString()
		expect(known).not.toHaveProperty('stale_since')
		later(4_999)
		expect(await withD1(lost, async () => ask())).toEqual(known)
		later(1)
		expect(await withD1(lost, async () => ask())).toEqual({ ...known, stale_since: read_at })
		later(54_999)
		expect(await withD1(lost, async () => ask())).toEqual({ ...known, stale_since: read_at })
		expect(await ask()).toEqual(known)
		later(question === 'flag' ? 610_000 : 70_000)
		expect(await withD1(lost, async () => ask())).toMatchObject(UNAVAILABLE)
		expect(await ask()).toEqual(known)
	},
)

test.each(['tool', 'model', 'mcp', 'entitlement', 'flag'] as const)(
	'while D1 hangs, the first question for a %s waits a second and a half, and the next ones do not wait',
	async (question) => {
		const ask = here.questions[question]
		const known = await ask()
		const stale_since = new Date().toISOString()
		later(5_000)
		const whileAway = async () => {
			let answered = false
			const first = (async () => {
				const answer = await ask()
				answered = true
				return answer
			})()
			await vi.advanceTimersByTimeAsync(1_499)
			expect(answered).toBe(false)
			await vi.advanceTimersByTimeAsync(1)
			expect(await first).toEqual({ ...known, stale_since })
			for (let asked = 0; asked < 10; asked += 1) expect(await ask()).toEqual({ ...known, stale_since })
		}
		await withD1(silence, whileAway)
		expect(await ask()).toEqual(known)
	},
)

test('while D1 hangs, one call in two seconds asks whether it is back, and no other one waits for it', async () => {
	const { model } = here.questions
	const known = await model()
	later(5_000)
	let sent = 0
	let isBack = false
	await sendingBy(
		(send) =>
			async function (...args) {
				sent += 1
				return isBack ? send.apply(this, args) : silence()
			},
		async () => {
			const first = (async () => model())()
			await vi.advanceTimersByTimeAsync(1_500)
			await first
			expect(sent).toBe(1)
			for (let tenths = 0; tenths < 100; tenths += 1) {
				await vi.advanceTimersByTimeAsync(100)
				await Promise.all([model(), model(), model()])
			}
			expect(sent).toBe(6)
			isBack = true
			await vi.advanceTimersByTimeAsync(2_000)
			// This one asks D1 and doesn't wait for the answer.
			expect(await model()).toHaveProperty('stale_since')
			await vi.waitFor(async () => expect(await model()).toEqual(known))
			expect(sent).toBe(7)
		},
	)
})

test('without a copy a question waits five seconds, and then fails', async () => {
	await here.questions.flag()
	await withD1(silence, async () => {
		let answered = false
		const asked = (async () => {
			const answer = await runtime().flag('org_nobody', 'x')
			answered = true
			return answer
		})()
		await vi.advanceTimersByTimeAsync(4_999)
		expect(answered).toBe(false)
		await vi.advanceTimersByTimeAsync(1)
		expect(await asked).toMatchObject({ ...UNAVAILABLE, details: { reason: 'database.timeout' } })
	})
})

test.each([
	['fails', lost],
	['hangs', silence],
])('while D1 %s, each route of the runtime answers a known caller, and Stale-Since says so', async (_, away) => {
	const token = here.owner.token as string
	const routes = routesOf(here)
	const known: Awaited<ReturnType<typeof http>>[] = []
	for (const route of routes) known.push(await http(token, ...route))
	for (const { status, headers } of known) expect([status, headers.get('Stale-Since')]).toEqual([200, null])
	const since = new Date().toISOString()
	later(6_000)
	await withD1(away, async () => {
		for (const [index, route] of routes.entries()) {
			const asked = http(token, ...route)
			await vi.advanceTimersByTimeAsync(1_500)
			const { status, headers, body } = await asked
			expect({ route, status, body }).toEqual({ route, status: 200, body: known[index]?.body })
			expect(headers.get('Stale-Since')).toBe(since)
		}
		later(60_000)
		const asked = http(token, 'GET', routes[0]?.[1] ?? '')
		await vi.advanceTimersByTimeAsync(5_000)
		expect(await asked).toMatchObject({ status: 503 })
	})
})

test('while D1 is away, beginnings, progresses and reports are 503 with Retry-After, and reports go to the queue', async () => {
	const { org_id, admin, model } = here
	await admin.get('/v1/me')
	const run = { run_id: unique('run'), org_id }
	expect((await admin.post('/v1/runtime/runs/begin', { ...run, selector: model.selector })).status).toBe(201)
	const token = admin.token as string
	const queued = vi.spyOn(env.RUN_REPORTS, 'sendBatch')
	later(6_000)
	const calls: [string, object][] = [
		['/v1/runtime/runs/begin', { run_id: unique('run'), org_id, selector: model.selector }],
		[`/v1/runtime/runs/${run.run_id}/progress`, { org_id, total_cost_usd: 0.001 }],
		['/v1/runtime/runs', reportOf(org_id, run.run_id)],
	]
	for (const away of [lost, silence])
		await withD1(away, async () => {
			for (const [path, body] of calls) {
				const asked = http(token, 'POST', path, body)
				await vi.advanceTimersByTimeAsync(8_000)
				const { status, headers, body: refused } = await asked
				expect({ path, status, error: refused?.error }).toEqual({ path, status: 503, error: 'unavailable' })
				expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
			}
			const accepted = await http(token, 'POST', '/v1/runtime/runs', reportOf(org_id), { Prefer: 'respond-async' })
			expect(accepted).toMatchObject({ status: 202, body: { accepted: 1 } })
		})
	for (const call of [
		() => runtime().begin({ run_id: unique('run'), org_id }),
		() => runtime().progress({ ...run, total_cost_usd: 0.001 }),
		() => runtime().reportRuns({ ...run, status: 'completed' }),
	])
		expect(await withD1(lost, async () => call())).toMatchObject(UNAVAILABLE)
	expect(
		await withD1(lost, async () => runtime().reportRuns({ ...run, status: 'completed' }, { async: true })),
	).toEqual({
		accepted: 1,
	})
	const messages = queued.mock.calls.flatMap(([batch]) => [...batch])
	const arrived = messages.map(({ body }) => ({ id: unique('msg'), timestamp: new Date(), attempts: 1, body }))
	const ctx = createExecutionContext()
	await worker.queue(createMessageBatch('plinth-run-reports', arrived), env, ctx)
	await waitOnExecutionContext(ctx)
	const ended = env.DB.prepare("SELECT count(*) AS runs FROM runs WHERE org_id = ? AND status = 'completed'")
	expect(await ended.bind(org_id).first('runs')).toBe(3)
})

test('nothing is refused on the word of a copy', async () => {
	const { member, owner, org_id, name, questions } = await equipped()
	const token = member.token as string
	const junk = `${token.slice(0, -8)}AAAAAAAA`
	const refused: [token: string, status: number, method: string, path: string, body?: object][] = [
		[token, 404, 'GET', `/v1/feature-flags/${unique('none')}/evaluate`],
		[token, 404, 'POST', '/v1/llm-providers/resolve', { selector: `${name}^none` }],
		[token, 409, 'GET', '/v1/tool-providers/web_fetch/effective'],
		[token, 403, 'POST', '/v1/runtime/runs', reportOf(org_id)],
	]
	for (const [by, status, ...route] of refused) expect((await http(by, ...route)).status).toBe(status)
	expect((await http(junk, 'GET', '/v1/me')).status).toBe(401)
	const none = unique('none')
	expect(await runtime().flag(org_id, none)).toBeNull()
	expect(await runtime().resolveTool(org_id, 'web_fetch')).toMatchObject({ error: 'tool.not_configured' })
	later(6_000)
	await withD1(lost, async () => {
		for (const [by, , ...route] of refused) {
			const { status, headers } = await http(by, ...route)
			expect({ route, status, retry: headers.get('Retry-After') }).toEqual({ route, status: 503, retry: '2' })
		}
		expect(await runtime().flag(org_id, none)).toMatchObject(UNAVAILABLE)
		expect(await runtime().entitlement(org_id, none)).toMatchObject(UNAVAILABLE)
		expect(await runtime().resolveTool(org_id, 'web_fetch')).toMatchObject(UNAVAILABLE)
		expect(await runtime().resolveModel(org_id, `${name}^none`)).toMatchObject(UNAVAILABLE)
	})
	await owner.put(`/v1/orgs/${org_id}/pauses/org/${org_id}`, { reason: 'r' })
	expect(await questions.model()).toMatchObject({ error: 'run.paused' })
	later(6_000)
	for (const ask of [questions.model, questions.tool])
		expect(await withD1(lost, async () => ask())).toMatchObject(UNAVAILABLE)
})

test('a refused credential is not refused from memory, and a key that expires during an outage ends on time', async () => {
	const { owner } = here
	const expires_at = new Date(Date.now() + 20_000).toISOString()
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: [], expires_at })).body as {
		key: string
	}
	const gone = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: [] })).body as {
		key: string
		id: string
	}
	await owner.delete(`/v1/api-keys/${gone.id}`)
	const { key: flag } = await create.featureFlag()
	const path = `/v1/feature-flags/${flag}/evaluate`
	expect((await http(key, 'GET', path)).status).toBe(200)
	expect((await http(gone.key, 'GET', path)).status).toBe(401)
	later(6_000)
	expect((await withD1(lost, () => http(key, 'GET', path))).status).toBe(200)
	expect((await withD1(lost, () => http(gone.key, 'GET', path))).status).toBe(503)
	later(20_000)
	expect((await withD1(lost, () => http(key, 'GET', path))).status).toBe(503)
})

test('a replica that answers does not say that the primary is back', async () => {
	const { questions, owner } = here
	const known = await questions.model()
	expect((await owner.get('/v1/me')).status).toBe(200)
	later(5_000)
	await sendingBy(
		(send) =>
			async function (...args) {
				const [, sql] = args as [string, string | string[]]
				return [sql].flat().every((text) => text.includes('mcp_configs')) ? send.apply(this, args) : silence()
			},
		async () => {
			const first = (async () => questions.model())()
			await vi.advanceTimersByTimeAsync(1_500)
			expect(await first).toHaveProperty('stale_since')
			// A list, which a replica may answer.
			expect((await http(owner.token as string, 'GET', '/v1/mcp-configs')).status).toBe(200)
			expect(await questions.model()).toHaveProperty('stale_since')
		},
	)
	expect(await questions.model()).toEqual(known)
})
