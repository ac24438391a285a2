import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plinth } from '../../src/client/adapters/claude-agent.ts'
import { World } from './adapters/plinth.ts'

// Anthropic's Agent SDK weighs 420 MB, so these tests have its part by themselves: a program that calls the model where its environment says.

const world = new World()
beforeAll(async () => {
	await world.start()
	await world.serve({ provider: 'vendor_b' })
	await world.plinth.change({ budget: { scope: 'agent', unit: 'tokens', limit: 1_000 } })
})
afterAll(() => world.upstream.stop())

interface Options {
	model: string
	env: Record<string, string | undefined>
}

/** As the package's `query`: messages, of which the last says how it ended. What the program can't do is a message too. */
async function* query({ model, env }: Options, steps: number) {
	const client = new Anthropic({ apiKey: env.ANTHROPIC_API_KEY ?? '', baseURL: env.ANTHROPIC_BASE_URL ?? '' })
	for (let step = 1; step <= steps; step += 1) {
		const asked = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] }
		try {
			yield await client.messages.stream(asked).finalMessage()
		} catch (error) {
			yield { type: 'result', is_error: true, result: String(error) }
			return
		}
	}
	yield { type: 'result', is_error: false }
}

async function read(messages: AsyncIterable<object>): Promise<object[]> {
	const all: object[] = []
	for await (const message of messages) all.push(message)
	return all
}

test('its program calls the model through the guard, without the key of the vendor', async () => {
	world.upstream.expect({ input: 100, read: 40, write: 10 }, {})
	const guarded = plinth.guard({ agent_id: 'programmer' }, await world.client())
	const options = await guarded.options('main^large', { env: { PATH: '/bin' }, maxTurns: 3 })
	expect(options).toMatchObject({ model: 'large', maxTurns: 3, env: { PATH: '/bin' } })
	expect(JSON.stringify(options)).not.toContain('sk-case-llm')
	const said = await read(guarded.messages(query(options, 2)))
	expect(said.at(-1)).toEqual({ type: 'result', is_error: false })
	expect(world.upstream.asked.map(({ key }) => key)).toEqual(['sk-case-llm', 'sk-case-llm'])
	const used = { input: 200, output: 20, read: 40, write: 10 }
	expect(await world.runsOf('programmer')).toMatchObject([{ status: 'completed', ...used }])
	await expect(fetch(`${options.env.ANTHROPIC_BASE_URL}/v1/messages`, { method: 'POST' })).rejects.toThrow(
		'fetch failed',
	)
})

test('a budget stops it, and another program of the machine gets nothing', async () => {
	world.upstream.expect(...Array.from({ length: 10 }, () => ({ input: 390 })))
	const guarded = plinth.guard({ agent_id: 'spender' }, await world.client())
	const options = await guarded.options('main^large', { env: {} })
	const intruder = await fetch(`${options.env.ANTHROPIC_BASE_URL}/v1/messages`, { method: 'POST', body: '{}' })
	expect(intruder.status).toBe(401)
	const all = read(guarded.messages(query(options, 10)))
	await expect(all).rejects.toMatchObject({ name: 'Stopped', reason: 'budget.exceeded' })
	expect(world.upstream.asked).toHaveLength(3)
	expect(await world.runsOf('spender')).toMatchObject([{ status: 'cancelled', input: 1_170 }])
})

test('a program whose messages nobody reads to their end is cancelled', async () => {
	world.upstream.expect()
	const guarded = plinth.guard({ agent_id: 'unread' }, await world.client())
	for await (const _ of guarded.messages(query(await guarded.options('main^large', { env: {} }), 5))) break
	expect(await world.runsOf('unread')).toMatchObject([{ status: 'cancelled', input: 100 }])
})
