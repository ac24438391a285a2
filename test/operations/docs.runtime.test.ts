import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdLinks } from '../support/guide.ts'
import { shown } from '../support/page.ts'

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
