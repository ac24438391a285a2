import { createOpenAI } from '@ai-sdk/openai'
import { generateText, registerTelemetry } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { plinth as ai } from '../../src/client/adapters/ai.ts'
import { plinth as sdk } from '../../src/client/adapters/sdk.ts'
import { systemClock } from '../../src/client/clock.ts'
import { World } from './adapters/plinth.ts'

// What all guards have in common. Each framework's own ways are in adapters.test.ts.

const world = new World()
beforeAll(() => world.start())
afterAll(() => world.upstream.stop())

let count = 0
let agent_id = ''
beforeEach(() => {
	count += 1
	agent_id = `guarded-${count}`
	world.upstream.expect()
})

const MODEL = 'main^large'
const VENDORS = { vendor_a: OpenAI }
const asks = (model: string) => ({ model, messages: [{ role: 'user' as const, content: 'Hi' }] })

describe('a run ends once', () => {
	test('when what was given to it has thrown', async () => {
		const guarded = sdk.guard({ agent_id }, await world.client())
		const failing = guarded.run(async () => {
			const { client, model } = await guarded.client(MODEL, VENDORS)
			await client.chat.completions.create(asks(model))
			throw new Error('The program is wrong')
		})
		await expect(failing).rejects.toThrow('The program is wrong')
		await guarded.end('completed')
		expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'failed', input: 100 }])
	})

	test('when its block ends, and no model is called after that', async () => {
		let guarded
		{
			await using within = sdk.guard({ agent_id }, await world.client())
			guarded = within
			const { client, model } = await guarded.client(MODEL, VENDORS)
			await client.chat.completions.create(asks(model))
		}
		expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'completed', input: 100 }])
		await expect(guarded.client(MODEL, VENDORS)).rejects.toMatchObject({ name: 'Stopped', reason: 'run.ended' })
		const more = guarded.fetch(`${world.upstream.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
		await expect(more).rejects.toMatchObject({ name: 'Stopped', reason: 'run.ended' })
		expect(world.upstream.asked).toHaveLength(1)
	})

	test('when its model has no vendor, or there is no such model', async () => {
		const client = await world.client()
		const guarded = sdk.guard({ agent_id }, client)
		await expect(guarded.client(MODEL, {})).rejects.toMatchObject({ name: 'Invalid', reason: 'vendor_a' })
		expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'failed', input: 0 }])
		const lost = sdk.guard({ agent_id }, client).client('main^lost', VENDORS)
		await expect(lost).rejects.toMatchObject({ name: 'Refused', status: 404 })
	})
})

test('settings that are missing or wrong are named, and no part of a key is shown', () => {
	const wanted = { PLINTH_URL: world.url, PLINTH_KEY: world.key, PLINTH_PRIVATE_KEY: 'package.json' }
	const wrong = [
		[{ PLINTH_PRIVATE_KEY: '' }, 'PLINTH_PRIVATE_KEY'],
		[{ PLINTH_PRIVATE_KEY: 'lost.json' }, 'PLINTH_PRIVATE_KEY'],
		[{ PLINTH_PRIVATE_KEY: '{"d": secret' }, 'PLINTH_PRIVATE_KEY'],
		[{}, 'privateKey'],
		[{ PLINTH_PRIVATE_KEY: '{"d":"e"}', PLINTH_URL: '' }, 'url'],
		[{ PLINTH_PRIVATE_KEY: '{"d":"e"}', PLINTH_KEY: '' }, 'key'],
	] as const
	for (const [changed, reason] of wrong) {
		for (const [name, value] of Object.entries({ ...wanted, ...changed })) vi.stubEnv(name, value)
		expect(() => sdk.guard({ agent_id })).toThrow(expect.objectContaining({ name: 'Invalid', reason }))
		expect(() => sdk.guard({ agent_id })).not.toThrow(/secret/)
	}
	vi.unstubAllEnvs()
})

test('calls at once are one run, and each is counted', async () => {
	const guarded = sdk.guard({ agent_id }, await world.client())
	await guarded.run(() =>
		Promise.all(
			[1, 2, 3].map(async () => {
				const { client, model } = await guarded.client(MODEL, VENDORS)
				return client.chat.completions.create(asks(model))
			}),
		),
	)
	expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'completed', input: 300, output: 30 }])
})

/** Of the agent, which uses 110 tokens for each step. */
const budget = () => ({ scope: 'agent', unit: 'tokens', limit: 150, subject: agent_id }) as const

test('a run at its budget asks people, continues by their grant, and stops when they decline', async () => {
	await world.plinth.change({ budget: budget() })
	const ask = { reason: 'The last two chapters are left.', tokens: 100 }
	const guarded = sdk.guard({ agent_id, ask, wait_s: 60 }, await world.client())
	const { client, model } = await guarded.client(MODEL, VENDORS)
	const stopped = guarded.run(async () => {
		for (let step = 1; step <= 4; step += 1) await client.chat.completions.create(asks(model))
	})
	for (const decision of ['grant', 'decline'] as const)
		expect(await world.plinth.decide(decision)).toMatchObject({ reason: ask.reason, spend: { agent_id, tokens: 100 } })
	await expect(stopped).rejects.toMatchObject({ name: 'Stopped', reason: 'declined' })
	expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'cancelled', input: 300, output: 30 }])
})

test("a program's own telemetry is still called", async () => {
	const heard: string[] = []
	registerTelemetry({ onEnd: () => void heard.push('ended') })
	const guarded = ai.guard({ agent_id }, await world.client())
	const model = await guarded.model(MODEL, { vendor_a: createOpenAI })
	await generateText({ model, prompt: 'Hi', ...guarded.hooks })
	globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = undefined
	expect(heard).toEqual(['ended'])
	expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'completed' }])
})

describe('while Plinth is away', () => {
	let isAway = false
	beforeEach(() => {
		isAway = false
	})
	/** Reports after an outage go through a queue. */
	const later = (runs: object[]) =>
		vi.waitFor(async () => expect(await world.runsOf(agent_id)).toMatchObject(runs), { timeout: 30_000 })

	/** A client whose waits are short while Plinth is away, although it believes that the time has passed. */
	function hasty() {
		let ahead = 0
		return world.client({
			fetch: (...given) => (isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(...given)),
			clock: {
				...systemClock,
				monotonic: () => performance.now() + ahead,
				after(ms, run, isBackground) {
					const passed = isAway ? ms * 0.99 : 0
					const arrive = () => {
						ahead += passed
						run()
					}
					return systemClock.after(ms - passed, arrive, isBackground)
				},
			},
		})
	}

	test('a run continues within its hold, and its tokens arrive afterwards', async () => {
		const plinth = await hasty()
		const guarded = sdk.guard({ agent_id, hold: { tokens: 500 } }, plinth)
		await guarded.run(async () => {
			const { client, model } = await guarded.client(MODEL, VENDORS)
			isAway = true
			for (let step = 1; step <= 3; step += 1) await client.chat.completions.create(asks(model))
		})
		expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'running', input: 0 }])
		isAway = false
		await plinth.flush()
		await later([{ status: 'completed', input: 300, output: 30 }])
	})

	test('a run without a hold stops before its next step', async () => {
		const plinth = await hasty()
		const guarded = sdk.guard({ agent_id }, plinth)
		const stopped = guarded.run(async () => {
			const { client, model } = await guarded.client(MODEL, VENDORS)
			isAway = true
			for (let step = 1; step <= 3; step += 1) await client.chat.completions.create(asks(model))
		})
		await expect(stopped).rejects.toMatchObject({ name: 'Stopped', reason: 'outage' })
		expect(world.upstream.asked).toHaveLength(1)
		isAway = false
		await plinth.flush()
		await later([{ status: 'cancelled', input: 100, output: 10 }])
	})

	test('no run begins, and it may be tried again', async () => {
		const guarded = sdk.guard({ agent_id }, await hasty())
		isAway = true
		await expect(guarded.client(MODEL, VENDORS)).rejects.toMatchObject({ name: 'Unavailable' })
		isAway = false
		const { client, model } = await guarded.client(MODEL, VENDORS)
		await client.chat.completions.create(asks(model))
		await guarded.end()
		expect(await world.runsOf(agent_id)).toMatchObject([{ status: 'completed', input: 100 }])
	})
})
