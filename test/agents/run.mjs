// `node test/agents/run.mjs`: the demo agent against a running Plinth, over HTTP. See README.md.
import { parseArgs } from 'node:util'
import { runAgent } from './agent.mjs'

const { values } = parseArgs({
	options: {
		url: { type: 'string', default: 'http://127.0.0.1:8787' },
		org: { type: 'string' },
		user: { type: 'string' },
		agent: { type: 'string', default: 'demo-agent' },
		holds: { type: 'boolean', default: false },
		step: { type: 'string', default: '1000' },
	},
})
const key = process.env.PLINTH_KEY
if (!key) throw new Error('Set PLINTH_KEY to an API key with the scope runtime.report')

async function post(path, body) {
	const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Prefer: 'handling=strict' }
	const response = await fetch(`${values.url}/v1/runtime/runs${path}`, {
		method: 'POST',
		headers,
		body: JSON.stringify(body),
	})
	return response.json()
}

// The three verbs over HTTP, under their names over RPC.
const plinth = {
	begin: (run) => post('/begin', run),
	progress: ({ run_id, ...spent }) => post(`/${run_id}/progress`, spent),
	reportRuns: (report) => post('', report),
}

const run = { run_id: `demo-${Date.now()}`, org_id: values.org, user_id: values.user, agent_id: values.agent }
const { holds, step } = values
await runAgent(plinth, { run, holds, step_ms: Number(step) }, (line) => {
	process.stdout.write(`${JSON.stringify(line)}\n`)
})
