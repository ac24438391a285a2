import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api, FRAMEWORKS, type Work } from './adapters/frameworks.ts'
import { World } from './adapters/plinth.ts'
import type { Reply } from './adapters/upstream.ts'
import { IS_NIGHT } from './nightly.ts'

// Agents of each framework, with a vendor that we fake and the real Worker.

const world = new World()
beforeAll(async () => {
	await world.start()
	await world.plinth.change({ budget: { scope: 'agent', unit: 'tokens', limit: 1_000 } })
})
afterAll(() => world.upstream.stop())

const SETTINGS: Record<Api, object> = {
	chat_completions: { provider: 'vendor_a', vendor_a_api_mode: 'chat_completions' },
	responses: { provider: 'vendor_a', vendor_a_api_mode: 'responses' },
	messages: { provider: 'vendor_b' },
}

const DAILY = ['AI SDK, responses, whole', 'AI SDK, messages, streaming', 'OpenAI Agents, responses, streaming']
DAILY.push(
	'LangChain, chat_completions, whole',
	'openai, chat_completions, streaming',
	'@anthropic-ai/sdk, messages, whole',
)

/** Every way to call a model that a framework has. By day it's one or two of each. */
const WAYS = FRAMEWORKS.flatMap((framework) =>
	framework.apis.flatMap((api) =>
		[false, true].map((isStreamed) => ({
			name: `${framework.name}, ${api}, ${isStreamed ? 'streaming' : 'whole'}`,
			framework,
			api,
			isStreamed,
		})),
	),
).filter(({ name }) => IS_NIGHT || DAILY.includes(name))

const endless = (reply: Reply) => Array.from({ length: 20 }, () => reply)

let count = 0

/** What a program that was stopped throws. The streams of one package wrap it. */
const stopOf = (work: Promise<unknown>): Promise<unknown> =>
	work.then(
		() => undefined,
		(error: Error) => error.cause ?? error,
	)

describe.each(WAYS)('$name', ({ framework, api, isStreamed }) => {
	let agent_id = ''
	beforeEach(async () => {
		count += 1
		agent_id = `agent-${count}`
		await world.serve(SETTINGS[api])
	})

	const work = async (given: Partial<Work> = {}) =>
		framework.work({
			input: { agent_id },
			plinth: await world.client(),
			isStreamed,
			look: async () => 'Nothing here',
			...given,
		})

	/** The agent's only run, when it has ended: the end of a stream is reported beside whoever reads it. */
	const ran = () =>
		vi.waitFor(
			async () => {
				const runs = await world.runsOf(agent_id)
				expect(runs.map(({ status }) => status)).not.toContain('running')
				expect(runs).toHaveLength(1)
				return runs[0]
			},
			{ timeout: 60_000 },
		)

	test('a run gets its model from Plinth, and ends once with the tokens of all steps', async () => {
		world.upstream.expect(
			{ tools: 2, read: 30, write: 5 },
			{ tools: 1, input: 200 },
			{ input: 300, output: 20, read: 200 },
		)
		let looked = 0
		expect(await work({ look: async () => `Place ${(looked += 1)}` })).toBe('All is well.')
		expect(looked).toBe(3)
		expect(world.upstream.asked.map(({ key, model }) => [key, model])).toEqual(
			[1, 2, 3].map(() => ['sk-case-llm', 'large']),
		)
		// The Agents SDK doesn't pass on what chat completions say of it.
		const write = framework.name === 'OpenAI Agents' && api === 'chat_completions' ? 0 : 5
		expect(await ran()).toEqual({ status: 'completed', input: 600, output: 40, read: 230, write })
	})

	test('a budget stops it before the next call of a model', async () => {
		world.upstream.expect(...endless({ tools: 1, input: 390 }))
		expect(await stopOf(work())).toMatchObject({ name: 'Stopped', reason: 'budget.exceeded' })
		expect(world.upstream.asked).toHaveLength(3)
		expect(await ran()).toMatchObject({ status: 'cancelled', input: 1_170, output: 30 })
	})

	test('a pause stops it within one step', async () => {
		world.upstream.expect(...endless({ tools: 1, input: 10 }))
		world.upstream.onAsked = (asked) => asked === 2 && world.plinth.change({ pause: ['agent', agent_id] })
		expect(await stopOf(work())).toMatchObject({ name: 'Stopped', reason: 'run.paused' })
		expect(world.upstream.asked).toHaveLength(2)
		expect(await ran()).toMatchObject({ status: 'cancelled', input: 20 })
	})

	if (IS_NIGHT || !framework.isSlow)
		test('what the package tries again counts once', async () => {
			world.upstream.expect({ status: 503 }, { tools: 1 }, { status: 503 }, {})
			expect(await work()).toBe('All is well.')
			expect(world.upstream.asked).toHaveLength(4)
			expect(await ran()).toMatchObject({ status: 'completed', input: 200, output: 20 })
		})

	test('a vendor that refuses fails the run', async () => {
		world.upstream.expect({ tools: 1 }, { status: 400 })
		await expect(work()).rejects.toBeInstanceOf(Error)
		expect(await ran()).toMatchObject({ status: 'failed', input: 100, output: 10 })
	})

	test('a run that is aborted is cancelled, with what it has used', async () => {
		world.upstream.expect({ tools: 1 }, { middle: 'stall' })
		const abort = new AbortController()
		world.upstream.onAsked = (asked) => void (asked === 2 && setTimeout(() => abort.abort(), 30))
		if (!isStreamed) world.upstream.onAsked = (asked) => asked === 2 && (abort.abort(), new Promise(() => undefined))
		await expect(work({ signal: abort.signal })).rejects.toBeInstanceOf(Error)
		// A stream of messages has said its input by then.
		const input = isStreamed && api === 'messages' ? 200 : 100
		expect(await ran()).toMatchObject({ status: 'cancelled', input })
	})
})
