import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { exact, rowsOf, spender } from '../support/admission.ts'
import { unique } from '../support/world.ts'

// The demo agent, which never stops by itself. A step takes 10 credits and 100 tokens.

interface Line {
	step?: number
	stopped?: string
	details?: Record<string, unknown>
	ended?: { status: string; credits_used: number; shortfall: number }
}

/** Runs the agent until it's stopped, and returns the last step and why. `watch` gets each line. */
async function agent(run: object, holds: boolean, watch: (line: Line) => Promise<void> | void = () => undefined) {
	const init = { method: 'POST', body: JSON.stringify({ run, holds, step_ms: 1 }) }
	const response = await env.DEMO_AGENT.fetch('http://demo-agent', init)
	const lines: Line[] = []
	let rest = ''
	for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		const parts = (rest + text).split('\n')
		rest = parts.pop() ?? ''
		for (const part of parts) {
			lines.push(JSON.parse(part) as Line)
			await watch(lines.at(-1) as Line)
		}
	}
	const stopped = lines.find((line) => 'stopped' in line)
	return { step: stopped?.step, stopped: stopped?.stopped, details: stopped?.details, ended: lines.at(-1)?.ended }
}

// Without a hold the step that goes beyond has happened when it's refused. With one it's refused before.
const WAYS = [
	['without a hold', false, 6],
	['with a hold', true, 5],
] as const

test.each(WAYS)('an endless agent %s is stopped by a budget, and what it took is charged', async (_, holds, steps) => {
	const org = await spender({ balance: 1_000 })
	const id = await org.budget({ scope: 'agent', subject: 'looper', limit: 55, window: 'day' })
	const run_id = unique('run')
	const found = await agent({ run_id, org_id: org.org_id, agent_id: 'looper' }, holds)
	expect(found).toMatchObject({ step: steps, stopped: 'budget.exceeded', details: { budget_id: id, limit: 55 } })
	expect(found.ended).toMatchObject({ status: 'cancelled', credits_used: steps * 10, shortfall: 0 })
	expect(await exact(org.org_id)).toEqual({ balance: 1_000 - steps * 10, held: 0 })
	expect(await rowsOf('SELECT used, held, refused FROM budget_states WHERE budget_id = ?', id)).toEqual([
		{ used: steps * 10, held: 0, refused: 1 },
	])
	// The next one wants to hold a step from its beginning on, and nothing is left for that.
	const again = await agent({ run_id: unique('run'), org_id: org.org_id, agent_id: 'looper' }, true)
	expect(again).toMatchObject({ step: 0, stopped: 'budget.exceeded' })
})

test.each(WAYS)(
	'an endless agent %s is stopped by the balance, and what it took is charged',
	async (_, holds, steps) => {
		const org = await spender({ balance: 55 })
		const run_id = unique('run')
		const found = await agent({ run_id, org_id: org.org_id }, holds)
		expect(found).toMatchObject({
			step: steps,
			stopped: 'credits.insufficient',
			details: { balance: 55, overdraft: 0 },
		})
		expect(found.ended).toMatchObject({ credits_used: steps * 10, shortfall: Math.max(steps * 10 - 55, 0) })
		expect(await exact(org.org_id)).toEqual({ balance: Math.max(55 - steps * 10, 0), held: 0 })
	},
)

test.each(WAYS)(
	'an endless agent %s is stopped by a pause within one step, and what it took is charged',
	async (_, holds) => {
		const org = await spender({ balance: 1_000_000 })
		const run_id = unique('run')
		/** How many steps Plinth knew of just after the pause. */
		let known = 0
		const found = await agent({ run_id, org_id: org.org_id, agent_id: 'looper' }, holds, async ({ step }) => {
			if (step !== 3) return
			await org.pause('agent', 'looper', { reason: 'It loops' })
			known = (await org.read(run_id)).total_output_tokens / 20
		})
		expect(found).toMatchObject({
			stopped: 'run.paused',
			details: { scope: 'agent', subject: 'looper', reason: 'It loops' },
		})
		expect(known).toBeGreaterThanOrEqual(3)
		expect([known, known + 1]).toContain(found.step)
		expect(found.ended).toMatchObject({ credits_used: (found.step ?? 0) * 10 })
		expect(await exact(org.org_id)).toEqual({ balance: 1_000_000 - (found.step ?? 0) * 10, held: 0 })
	},
)
