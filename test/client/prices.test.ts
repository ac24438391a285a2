import { beforeAll, expect, inject, test } from 'vitest'
import { some } from './nightly.ts'
import { tool } from './tool.ts'

// `npm run prices` against the real Worker.

const PLINTH = inject('plinth')
let PLINTH_TOKEN = ''

beforeAll(async () => {
	const body = JSON.stringify({ login: 'root', password: 'bootstrap-password-1' })
	const reply = await fetch(`${PLINTH}/v1/auth/login`, { method: 'POST', body })
	;({ access_token: PLINTH_TOKEN } = (await reply.json()) as { access_token: string })
})

const prices = (options: string[], env: Record<string, string> = { PLINTH_TOKEN }) =>
	tool('prices', ['--url', PLINTH, ...options], env)

const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
	const headers = { Authorization: `Bearer ${PLINTH_TOKEN}` }
	const reply = await fetch(PLINTH + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
	return (await reply.json()) as T
}

test('it says whose prices they are, and of when, and that there is nothing to price', async () => {
	const { code, printed } = await prices(['--models', 'nobody^*'])
	expect(printed).toContain('Prices of @pydantic/genai-prices 0.1.8, as of 2026-09-23.')
	expect(printed).toContain('The platform has no such models.')
	expect(code).toBe(1)
})

const WRONG: [string[], string][] = [
	[['--margin', 'much'], '--margin must be a number of 0 or more'],
	[['--margin', ''], '--margin must be a number of 0 or more'],
	[['--margin=-1'], '--margin must be a number of 0 or more'],
	[['--margin', 'Infinity'], '--margin must be a number of 0 or more'],
	[['--nonsense'], "Unknown option '--nonsense'"],
]

test.each(some(WRONG, 1))('%j is refused with a sentence', async (options, sentence) => {
	const { code, printed } = await prices(options)
	expect(printed).toContain(sentence)
	expect(printed).not.toContain(' at ')
	expect(code).toBe(1)
})

test('without a token it says what to set', async () => {
	expect(await prices([], {})).toMatchObject({ code: 1, printed: expect.stringContaining('PLINTH_TOKEN is not set') })
})

interface Listed {
	name: string
	models: { model: string; multiplier: number; cost_per_1k_input: number; cost_per_1k_output: number }[]
}

test('it shows what it would change, changes it when told to, and has nothing to change then', async () => {
	const provider = { name: 'prices', provider: 'vendor_a', api_key: 'sk-prices-0123456789' }
	const { id } = await call<{ id: string }>('POST', '/v1/llm-providers?scope=platform', provider)
	const models = `/v1/llm-providers/${id}/models?scope=platform`
	for (const model of ['gpt-5', 'gpt-5.5', 'of-our-own']) await call('POST', models, { model, cost_per_1k_input: 7 })
	const stored = async () => {
		const all = await call<Listed[]>('GET', '/v1/llm-providers?scope=platform')
		const [one] = all.filter(({ name }) => name === 'prices')
		return Object.fromEntries(
			(one?.models ?? []).map((model) => [
				model.model,
				[model.cost_per_1k_input, model.cost_per_1k_output, model.multiplier],
			]),
		)
	}
	const before = { 'gpt-5': [7, 0, 1], 'gpt-5.5': [7, 0, 1], 'of-our-own': [7, 0, 1] }
	const options = ['--models', 'PRICES^*', '--margin', '1.2']
	const planned = await prices(options)
	expect(planned.printed).toContain('models.gpt-5.cost_per_1k_input: 7 → 0.00125')
	expect(planned.printed).toContain('models.gpt-5.multiplier: 1 → 1.2')
	expect(planned.printed).toContain('prices^gpt-5.5 has prices in tiers. It gets the highest, $10 in and $45 out')
	expect(planned.printed).toContain("prices^of-our-own: the price list doesn't have it.")
	expect(planned.printed).toContain('Nothing was changed. Add --apply to apply this.')
	expect(planned.code).toBe(0)
	const proposing = { name: 'Proposes prices', mode: 'propose', scopes: ['platform_admin'] }
	const { key } = await call<{ key: string }>('POST', '/v1/api-keys', proposing)
	const proposed = await prices([...options, '--apply'], { PLINTH_TOKEN: key })
	expect(proposed.printed).toMatch(/Nothing was changed\. The key proposes, and people decide req_\w{26}\./)
	expect(proposed.code).toBe(1)
	expect(await stored()).toEqual(before)
	const applied = await prices([...options, '--apply'])
	expect(applied.printed).toMatch(/Applied as revision \d+\./)
	expect(await stored()).toEqual({ ...before, 'gpt-5': [0.00125, 0.01, 1.2], 'gpt-5.5': [0.01, 0.045, 1.2] })
	const again = await prices([...options, '--apply'])
	expect(again.printed).toContain('Nothing to change.')
	expect(again.code).toBe(0)
	expect((await prices(['--models', 'prices^nothing'])).printed).toContain('The platform has no such models.')
	await call('DELETE', `/v1/llm-providers/${id}?scope=platform`)
})
