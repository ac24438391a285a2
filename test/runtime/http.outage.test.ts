import { beforeEach, expect, test, vi } from 'vitest'
import { counted, withD1 } from '../support/d1.ts'
import { opened } from '../support/encryption.ts'
import { forgetPrincipals } from '../support/program.ts'
import { forgetAll } from '../support/questions.ts'
import { KEY, sealingWorld } from '../support/sealing.ts'
import { unique } from '../support/world.ts'

// What a runtime's questions over HTTP cost in D1, and what it gets while D1 is away.

beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))

const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
const later = (ms: number) => void vi.setSystemTime(Date.now() + ms)

/** A runtime that has asked each question once today. */
async function asking() {
	const here = await sealingWorld()
	const { org_id, selector, runtime } = here
	const questions: Record<string, [path: string, body: object]> = {
		tool: ['/v1/runtime/tools/resolve', { org_id, group: 'web_search' }],
		model: ['/v1/runtime/models/resolve', { org_id, selector }],
		mcp: ['/v1/runtime/mcp/resolve', { org_id }],
	}
	for (const [path, body] of Object.values(questions)) expect((await runtime.post(path, body)).status).toBe(200)
	return { ...here, questions }
}

test('a question takes one D1 call when it is cold, and none for five seconds; so does the look-up of the caller', async () => {
	const { runtime, questions } = await asking()
	for (const [path, body] of Object.values(questions)) {
		const calls = async () => (await counted(() => runtime.post(path, body))).calls
		forgetAll()
		expect({ path, calls: await calls() }).toEqual({ path, calls: 1 })
		expect({ path, calls: await calls() }).toEqual({ path, calls: 0 })
		forgetPrincipals()
		expect({ path, calls: await calls() }).toEqual({ path, calls: 1 })
	}
})

test('the day of a run takes two D1 calls, and one for each look-up of the caller', async () => {
	const { org_id, selector, runtime, questions } = await asking()
	const day = async () => {
		const run_id = unique('run')
		const asked = { selector, tools: ['web_search'], mcp: true }
		const begun = await runtime.post('/v1/runtime/runs/begin', { run_id, org_id, ...asked, hold: { credits: 5 } })
		expect(begun.status).toBe(201)
		for (const [path, body] of Object.values(questions)) expect((await runtime.post(path, body)).status).toBe(200)
		const end = { run_id, org_id, status: 'completed', total_cost_usd: 0.001 }
		expect((await runtime.post('/v1/runtime/runs', end)).status).toBe(200)
	}
	await day()
	expect((await counted(day)).calls).toBe(2)
	forgetPrincipals()
	expect((await counted(day)).calls).toBe(3)
})

test('while D1 is away, a runtime gets what the isolate has read, still sealed, and Stale-Since says so', async () => {
	const { org_id, runtime, questions } = await asking()
	const since = new Date().toISOString()
	later(6_000)
	await withD1(lost, async () => {
		for (const [name, [path, body]] of Object.entries(questions)) {
			const reply = await runtime.post(path, body)
			expect({ name, status: reply.status }).toEqual({ name, status: 200 })
			expect(reply.headers.get('Stale-Since')).toBe(since)
			expect(JSON.stringify(reply.body)).not.toContain(KEY)
			const sealed = name === 'mcp' ? reply.body.servers[1].bearer_token : reply.body.api_key
			expect(await opened(sealed, runtime.privateJwk)).toMatchObject({ value: KEY })
		}
		const unknown = { org_id, selector: unique('none^m') }
		expect((await runtime.post('/v1/runtime/models/resolve', unknown)).status).toBe(503)
		const other = await runtime.post('/v1/runtime/tools/resolve', { org_id: 'org_nobody', group: 'web_search' })
		expect(other.status).toBe(503)
	})
})
