import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import { type Caller, unique, user, world } from '../support/world.ts'

const PATH = '/v1/llm-providers'
const BASE = 'https://api.example.com/v1'
const KEY = 'sk-live-0123456789abcdef'

async function providerOf(caller: Caller, fields: object = {}) {
	const wanted = { name: unique('acme'), provider: 'vendor_a', api_key: KEY, base_url: BASE, ...fields }
	const response = await caller.post(PATH, wanted)
	expect(response.status).toBe(201)
	return `${PATH}/${response.body.id}`
}

interface Seen {
	url: string
	headers: Record<string, string>
	init: RequestInit
}

/** Somebody else's server: responds to each request with `response` and records what it was asked. */
function upstream(response: (seen: Seen) => Response | Promise<Response>): Seen[] {
	const requests: Seen[] = []
	vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
		const seen = { url: input as string, headers: Object.fromEntries(new Headers(init.headers)), init }
		requests.push(seen)
		return response(seen)
	})
	return requests
}

const listOf = (...ids: string[]) => Response.json({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) })
const discover = (caller: Caller, provider: string) => caller.get(`${provider}/available-models`)
const trouble = (reason: string, status: number | null) => ({ error: 'upstream_error', details: { reason, status } })

test('vendor_a gets a Bearer key; its models are sorted by name, and configured when the provider has them', async () => {
	const { owner } = await world()
	const provider = await providerOf(owner)
	await owner.post(`${provider}/models`, { model: 'GPT-Big' })
	const requests = upstream(() =>
		Response.json({
			data: [{ id: 'gpt-small' }, { id: 'gpt-big' }, { id: 'x-1', name: 'Fast one' }, { id: 'b', name: 7 }],
		}),
	)
	const response = await discover(owner, provider)
	expect(response.status).toBe(200)
	expect(response.body).toEqual({
		models: [
			{ id: 'b', name: 'b', configured: false },
			{ id: 'x-1', name: 'Fast one', configured: false },
			{ id: 'gpt-big', name: 'gpt-big', configured: true },
			{ id: 'gpt-small', name: 'gpt-small', configured: false },
		],
	})
	expect(requests).toMatchObject([{ url: `${BASE}/models`, init: { method: 'GET', redirect: 'manual' } }])
	expect(requests[0]?.headers).toEqual({ accept: 'application/json', authorization: `Bearer ${KEY}` })
})

test('vendor_b gets x-api-key and a version; a base with or without /v1 leads to the same path', async () => {
	const owner = await user()
	const fields = { provider: 'vendor_b', base_url: 'https://api.example.com' }
	const providers = [
		await providerOf(owner, fields),
		await providerOf(owner, { ...fields, base_url: BASE, advanced_json: { anthropic_version: '2024-10-22' } }),
		await providerOf(owner, { ...fields, advanced_json: { anthropic_version: 'x\r\nEvil: 1' } }),
	]
	const requests = upstream(() => Response.json({ data: [{ id: 'c-1', display_name: 'C One', type: 'model' }] }))
	for (const provider of providers)
		expect((await discover(owner, provider)).body).toEqual({
			models: [{ id: 'c-1', name: 'C One', configured: false }],
		})
	expect(new Set(requests.map(({ url }) => url))).toEqual(new Set(['https://api.example.com/v1/models?limit=1000']))
	const headers = { accept: 'application/json', 'x-api-key': KEY, 'anthropic-version': '2023-06-01' }
	expect(requests.map((request) => request.headers)).toEqual([
		headers,
		{ ...headers, 'anthropic-version': '2024-10-22' },
		headers,
	])
})

test("without a base_url the request goes to the kind's default", async () => {
	const owner = await user()
	const requests = upstream(() => listOf())
	for (const provider of ['vendor_a', 'vendor_b'])
		await discover(owner, await providerOf(owner, { provider, base_url: null }))
	expect(requests.map(({ url }) => url)).toEqual([
		`${env.VENDOR_A_BASE_URL}/models`,
		`${env.VENDOR_B_BASE_URL}/v1/models?limit=1000`,
	])
})

test('discovery reads all pages, each after the last id of the one before', async () => {
	const owner = await user()
	const pages: Record<string, object> = {
		'': { data: [{ id: 'm/1' }, { id: 'm 2' }], has_more: true },
		'm 2': { data: [{ id: 'm3' }], has_more: true, last_id: 'm3' },
		m3: { data: [{ id: 'm3' }, { id: 'm4' }], has_more: false },
	}
	for (const [kind, name] of [
		['vendor_a', 'after'],
		['vendor_b', 'after_id'],
	] as const) {
		const provider = await providerOf(owner, { provider: kind })
		const requests = upstream(({ url }) => Response.json(pages[new URL(url).searchParams.get(name) ?? '']))
		const { body } = await discover(owner, provider)
		expect(body.models.map(({ id }: { id: string }) => id)).toEqual(['m 2', 'm/1', 'm3', 'm4'])
		expect(requests).toHaveLength(3)
		vi.restoreAllMocks()
	}
})

test.for<[string, unknown, string[]]>([
	['a bare array', [{ id: 'a' }, { id: 'b' }], ['a', 'b']],
	['ids alone', { data: ['b', 'a', 'a'] }, ['a', 'b']],
	['a list that is null', { object: 'list', data: null }, []],
	['null', null, []],
	['entries that nobody can read', { data: [null, { id: 7 }, { id: 'a' }, { id: '' }, ['b'], {}] }, ['a']],
	['an empty cursor', { data: [{ id: 'a' }], has_more: false, last_id: '' }, ['a']],
	['a page that leads to itself', { data: [{ id: 'a' }], has_more: true, last_id: '' }, ['a']],
])('%s is read for what it says', async ([, said, ids]) => {
	const owner = await user()
	const provider = await providerOf(owner)
	upstream(() => Response.json(said))
	const { status, body } = await discover(owner, provider)
	expect([status, body]).toEqual([200, { models: ids.map((id) => ({ id, name: id, configured: false })) }])
})

test('a later page that holds nothing keeps what the others said', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	upstream(({ url }) =>
		Response.json(url.includes('after=') ? { data: null, has_more: true } : { data: ['a'], has_more: true }),
	)
	expect((await discover(owner, provider)).body.models).toMatchObject([{ id: 'a' }])
})

const failures: [string, string, number | null, () => Response | Promise<Response>][] = [
	['401', 'unauthorized', 401, () => Response.json({ error: `bad key ${KEY}` }, { status: 401 })],
	['403', 'unauthorized', 403, () => new Response(KEY, { status: 403 })],
	['404', 'status', 404, () => new Response(KEY, { status: 404 })],
	['429', 'status', 429, () => new Response(KEY, { status: 429 })],
	['500', 'status', 500, () => new Response(KEY, { status: 500 })],
	['an edge that finds no origin', 'unreachable', 523, () => new Response(KEY, { status: 523 })],
	['a redirect', 'redirect', 302, () => Response.redirect('https://other.example.org/models', 302)],
	['HTML', 'invalid_response', 200, () => new Response(`<html>${KEY}</html>`)],
	['nothing', 'invalid_response', 200, () => new Response('')],
	['half JSON', 'invalid_response', 200, () => new Response('{"data":[{"id":"gpt"')],
	['another shape', 'invalid_response', 200, () => Response.json({ models: [] })],
	['an id that is a number', 'invalid_response', 200, () => Response.json({ data: [{ id: 7 }] })],
	['an empty id', 'invalid_response', 200, () => Response.json({ data: [{ id: '' }] })],
	['the key as an id', 'invalid_response', 200, () => listOf(`echo-${KEY}`)],
	['more after nothing', 'invalid_response', 200, () => Response.json({ data: [], has_more: true })],
	['a body over 1 MiB', 'too_large', 200, () => Response.json({ data: [{ id: 'x'.repeat(1_048_576) }] })],
	['a refused connection', 'unreachable', null, () => Promise.reject(new Error(`Network: ${KEY}`))],
	['an unknown host', 'dns', null, () => Promise.reject(new Error(`DNS lookup failed ${KEY}`))],
]

const asking = await user()

test.for(failures)(
	'%s returns 502 %s, with neither the key nor what the upstream said',
	async ([, reason, status, response]) => {
		const owner = asking
		const provider = await providerOf(owner)
		const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const requests = upstream(response)
		const { status: given, body } = await discover(owner, provider)
		expect([given, body]).toEqual([
			502,
			{ ...trouble(reason, status), message: expect.any(String), trace_id: body.trace_id },
		])
		expect(JSON.stringify(body)).not.toContain(KEY)
		for (const [line] of log.mock.calls)
			expect(Object.keys(JSON.parse(String(line)))).toEqual(['refused', 'status', 'trace_id', 'count', 'since'])
		expect(JSON.stringify(log.mock.calls)).not.toContain(KEY)
		expect(requests.every(({ url }) => url.startsWith(`${BASE}/`))).toBe(true)
		// Failures aren't cached.
		vi.mocked(fetch).mockResolvedValue(listOf('gpt'))
		expect((await discover(owner, provider)).body.models).toEqual([{ id: 'gpt', name: 'gpt', configured: false }])
	},
)

test('a body that never ends is cut off at 1 MiB and cancelled', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	let sent = 0
	const cancelled = vi.fn<() => void>()
	const endless = () =>
		new ReadableStream<Uint8Array>({
			pull(controller) {
				sent += 65_536
				controller.enqueue(new Uint8Array(65_536).fill(32))
			},
			cancel: cancelled,
		})
	upstream(() => new Response(endless()))
	expect((await discover(owner, provider)).body).toMatchObject(trouble('too_large', 200))
	expect(sent).toBeLessThan(2_000_000)
	expect(cancelled).toHaveBeenCalledOnce()
})

test('an upstream with endless pages is cut off after 50 pages, or at 1 MiB over all pages', async () => {
	const owner = await user()
	let page = 0
	const paging = (id: () => string) => upstream(() => Response.json({ data: [{ id: id() }], has_more: true }))
	const small = paging(() => `m${(page += 1)}`)
	expect((await discover(owner, await providerOf(owner))).body).toMatchObject(trouble('too_large', null))
	expect(small).toHaveLength(50)
	vi.restoreAllMocks()
	const fat = upstream(() =>
		Response.json({ data: [{ id: `m${(page += 1)}`, name: 'n'.repeat(300_000) }], has_more: true }),
	)
	expect((await discover(owner, await providerOf(owner))).body).toMatchObject(trouble('too_large', 200))
	expect(fat).toHaveLength(4)
})

test('an upstream that hangs returns 502 timeout, after 5 seconds for all pages together', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const budgets: number[] = []
	const timeout = AbortSignal.timeout.bind(AbortSignal)
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		budgets.push(ms)
		return budgets.length === 3 ? timeout(20) : new AbortController().signal
	})
	const slow = async ({ init: { signal } }: Seen) => {
		if (budgets.length < 3) {
			vi.advanceTimersByTime(30)
			return Response.json({ data: [{ id: `m${budgets.length}` }], has_more: true })
		}
		return new Promise<Response>((_, reject) => {
			signal?.addEventListener('abort', () => reject(signal.reason as Error))
		})
	}
	upstream(slow)
	vi.useFakeTimers({ toFake: ['Date'] })
	const { status, body } = await discover(owner, provider)
	expect([status, body]).toMatchObject([502, trouble('timeout', null)])
	const [first = 0, second = 0, third = 0] = budgets
	expect(first).toBeLessThanOrEqual(5_000)
	expect(first - second).toBeGreaterThanOrEqual(25)
	expect(second - third).toBeGreaterThanOrEqual(25)
})

test("a base_url that's no longer allowed isn't called", async () => {
	const owner = await user()
	const base_url = 'http://127.0.0.1:11434/v1'
	const options = { env: { OUTBOUND_ALLOWLIST: '127.0.0.1' } }
	const fields = { name: unique('local'), provider: 'vendor_a', api_key: KEY, base_url }
	const { id } = (await owner.post(PATH, fields, options)).body
	const requests = upstream(() => listOf('llama'))
	expect((await discover(owner, `${PATH}/${id}`)).body).toMatchObject(trouble('url.private_target', null))
	expect(requests).toEqual([])
	expect((await owner.get(`${PATH}/${id}/available-models`, options)).status).toBe(200)
})

test('a list is cached for two minutes, and each read makes one D1 call for what is configured', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const requests = upstream(() => listOf('gpt'))
	await discover(owner, provider)
	const { body: model } = await owner.post(`${provider}/models`, { model: 'gpt' })
	expect((await counted(() => discover(owner, provider))).calls).toBe(1)
	expect((await discover(owner, provider)).body.models).toEqual([{ id: 'gpt', name: 'gpt', configured: true }])
	await owner.delete(`${provider}/models/${model.id}`)
	expect((await discover(owner, provider)).body.models).toEqual([{ id: 'gpt', name: 'gpt', configured: false }])
	expect(requests).toHaveLength(1)
	const later = Date.now() + 121_000
	vi.spyOn(Date, 'now').mockImplementation(() => later)
	await discover(owner, provider)
	expect(requests).toHaveLength(2)
})

test('a changed address, key or advanced_json asks the vendor again, and one provider never answers for another', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const requests = upstream(({ url, headers }) => listOf(`${new URL(url).host} ${headers.authorization?.length}`))
	const ask = async () => (await discover(owner, provider)).body.models[0].id as string
	const first = await ask()
	const changes = [{ base_url: 'https://other.example.org' }, { api_key: `${KEY}-longer` }, { advanced_json: { a: 1 } }]
	for (const [index, change] of changes.entries()) {
		expect((await owner.patch(provider, change)).status).toBe(200)
		await ask()
		expect(requests).toHaveLength(index + 2)
	}
	expect(await ask()).not.toBe(first)
	await discover(owner, await providerOf(owner))
	expect(requests).toHaveLength(changes.length + 2)
})
