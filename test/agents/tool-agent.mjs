// An agent in Node.js: a loop around a model that calls tools, and that Plinth may stop at each step. See README.md.
//
// It takes from Plinth which model to use and with which key, and which MCP servers there are. It holds what its next step may cost
// before it takes the step, and says what it has spent after it. At its budget it asks people for more, and continues if they grant it.
import { readFileSync } from 'node:fs'
import { env } from 'node:process'
import { mcpTools } from './mcp-tools.mjs'
import { fileStore, Plinth, Stopped } from './plinth_runtime.mjs'

/** What a step costs at most. */
const STEP_CREDITS = 10
/** How long it waits for people. */
const WAIT_S = 600

const plinth = new Plinth({
	url: env.PLINTH_URL,
	key: env.PLINTH_KEY,
	privateKey: JSON.parse(readFileSync(env.PLINTH_PRIVATE_KEY, 'utf8')),
	store: fileStore(env.PLINTH_STORE),
})

/** One call of the model: its message, and what it used. */
async function ask({ base_url, api_key, model }, messages, tools) {
	const response = await fetch(`${base_url}/chat/completions`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({ model, messages, tools }),
	})
	if (!response.ok) throw new Error(`The model answered ${response.status}`)
	const { choices, usage } = await response.json()
	return { message: choices[0].message, usage }
}

async function work(task) {
	const agent_id = 'node-agent'
	const run = await plinth.begin({ agent_id, selector: 'main^large', mcp: true, hold: { credits: STEP_CREDITS } })
	const { model, mcp } = run.parts
	const tools = await mcpTools(mcp.servers)
	const messages = [{ role: 'user', content: task }]
	const spent = { total_input_tokens: 0, total_output_tokens: 0 }
	let status = 'failed'
	try {
		for (let step = 1; ; step += 1) {
			const { message, usage } = await ask(model, messages, tools.listed)
			messages.push(message)
			spent.total_input_tokens += usage.prompt_tokens
			spent.total_output_tokens += usage.completion_tokens
			if (!message.tool_calls) {
				status = 'completed'
				return message.content
			}
			for (const { id, function: called } of message.tool_calls) {
				const content = await tools.call(called.name, JSON.parse(called.arguments))
				messages.push({ role: 'tool', tool_call_id: id, content })
			}
			const hold = { credits: (step + 1) * STEP_CREDITS }
			const more = { reason: `${step} steps are done of: ${task}`, credits: 2 * STEP_CREDITS }
			await run.progress({ ...spent, hold, ask: more, wait_s: WAIT_S })
		}
	} catch (error) {
		if (!(error instanceof Stopped)) throw error
		status = 'cancelled'
		return `Stopped: ${error.reason}`
	} finally {
		await run.end({ status, ...spent })
		await plinth.close()
	}
}

process.stdout.write(`${await work(process.argv[2])}\n`)
