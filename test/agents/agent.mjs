// A demo agent: a Worker that is bound to Plinth as the agent runtime is. Its loop never ends by itself. It continues until Plinth says
// that it may not, and then it reports the end. Each line of the response is what one step came to.

/** Plays a model that always wants another step. It takes 0.01 USD, which is 10 credits, and 100 tokens. */
const STEP = { cost_usd: 0.01, input_tokens: 80, output_tokens: 20 }

async function think(step, ms) {
	await new Promise((resolve) => setTimeout(resolve, ms))
	return { text: `Step ${step} is done, and there is more to do.`, isDone: false, ...STEP }
}

/**
 * Runs the agent. `run` is what begins the run. With `holds` it holds the credits of a step before it takes the step. `say` gets each
 * line.
 */
export async function runAgent(plinth, { run, holds = false, step_ms = 0 }, say) {
	const { run_id, org_id } = run
	const credits = Math.round(STEP.cost_usd * 1_000)
	const hold = (steps) => (holds ? { hold: { credits: steps * credits } } : {})
	const begun = await plinth.begin({ ...run, ...hold(1) })
	if (begun.error) {
		await say({ stopped: begun.error, details: begun.details, step: 0 })
		return
	}
	const spent = { total_cost_usd: 0, total_input_tokens: 0, total_output_tokens: 0 }
	let stopped
	let step = 0
	while (!stopped) {
		step += 1
		const { isDone, text, ...usage } = await think(step, step_ms)
		if (isDone) break
		spent.total_cost_usd = Math.round((spent.total_cost_usd + usage.cost_usd) * 1e6) / 1e6
		spent.total_input_tokens += usage.input_tokens
		spent.total_output_tokens += usage.output_tokens
		const reply = await plinth.progress({ run_id, org_id, ...spent, ...hold(step + 1) })
		if (reply.error) stopped = { error: reply.error, details: reply.details }
		else await say({ step, text, spent: reply.spent, hold: reply.hold })
	}
	await say({ stopped: stopped?.error, details: stopped?.details, step })
	const report = await plinth.reportRuns({ run_id, org_id, status: 'cancelled', ...spent })
	await say({ ended: report.runs?.[0] ?? report })
}

export default {
	async fetch(request, { PLINTH }, ctx) {
		const { readable, writable } = new TransformStream()
		const writer = writable.getWriter()
		const say = (line) => writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
		const asked = await request.json()
		ctx.waitUntil(runAgent(PLINTH, asked, say).then(() => writer.close()))
		return new Response(readable, { headers: { 'Content-Type': 'application/x-ndjson' } })
	},
}
