import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdLinks } from '../support/guide.ts'
import { shown } from '../support/page.ts'
import { admin } from '../support/world.ts'

// `npm run test:agents` runs the guide's first run as a reader would, and its agents.

const PAGE = '/docs/runtime'
const AGENTS = import.meta.glob<string>('../agents/*.{py,mjs}', { query: '?raw', import: 'default', eager: true })
const CLIENTS = import.meta.glob<string>('../../src/client/*.py', { query: '?raw', import: 'default', eager: true })

test('the guide needs nothing from other hosts, and what it names exists', async () => {
	expect(await holdLinks(PAGE)).toBeGreaterThan(5)
})

test.each([
	['agent-python', 'tool_agent.py'],
	['mcp-python', 'mcp_tools.py'],
	['agent-node', 'tool-agent.mjs'],
	['mcp-node', 'mcp-tools.mjs'],
])('the guide shows the %s that the test of the agents runs', async (block, file) => {
	expect(await shown(PAGE, block)).toBe(AGENTS[`../agents/${file}`])
})

test('the client for Python is served as the one file that the package exports', async () => {
	const { status, headers, body } = await send('GET', '/docs/plinth_runtime.py')
	expect(status).toBe(200)
	expect(headers.get('Content-Type')).toBe('text/x-python; charset=UTF-8')
	expect(body).toBe(CLIENTS['../../src/client/plinth_runtime.py'])
	expect(body).not.toMatch(/^\s*from \./m)
})

test('after what the guide configures, a run that reports tokens costs something', async () => {
	const root = await admin()
	const { org_id } = root
	let provider = ''
	for (const [, method = '', path = '', body = ''] of (await shown(PAGE, 'configure')).matchAll(
		/^(?:PROVIDER=\$\()?api (\w+) (\S+) '(.+?)'/gm,
	)) {
		const at = path.replace('$PROVIDER', provider).replace('$ORG', org_id)
		const reply = await send(method, at, {
			body: JSON.parse(body.replaceAll('…', 'of-a-reader')),
			headers: { Authorization: `Bearer ${root.token}` },
		})
		expect([path, reply.status]).toEqual([path, method === 'PUT' ? 200 : 201])
		if (path === '/v1/llm-providers') provider = reply.body.id
	}
	const run_id = crypto.randomUUID()
	await root.post('/v1/runtime/runs/begin', { run_id, org_id, agent_id: 'weather', selector: 'main^gpt-5-mini' })
	const used = { total_input_tokens: 1_000, total_output_tokens: 1_000 }
	await root.post('/v1/runtime/runs', { run_id, org_id, status: 'completed', ...used })
	expect((await root.get(`/v1/orgs/${org_id}/runs/${run_id}`)).body.total_cost_usd).toBe(0.00225)
})
