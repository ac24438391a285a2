// `npm run test:agents`: agents outside of Plinth's account, in Python and Node.js, against `npm run serve`. First it does what
// `/docs/runtime` tells a reader to do, literally, up to their first run. Then the agents of the guide work with a model and an MCP
// server until their budget stops them, and continue once a person grants them more. Plinth's books have to say so.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serveDeployed } from '../support/served.ts'
import { LLM_KEY, MCP_TOKEN, PRICES, startOthers } from './others.ts'

const run = promisify(execFile)
const HERE = import.meta.dirname
const LOGIN = { LOGIN: 'admin', PASSWORD: 'agents-anywhere-1' }

/** A step takes 10 credits, and the agent holds the next one before it takes it. So it asks after the fifth, for two more. */
const LIMIT = 55
const STEPS = 7

const folder = mkdtempSync(join(tmpdir(), 'plinth-agents-'))
const others = await startOthers()
const plinth = await serveDeployed({
	env: {
		RATE_LIMITS: 'on',
		OUTBOUND_ALLOWLIST: [others.llm, others.mcp].map((url) => new URL(url).host).join(','),
		BOOTSTRAP_ADMIN_LOGIN: LOGIN.LOGIN,
		BOOTSTRAP_ADMIN_PASSWORD: LOGIN.PASSWORD,
	},
})
const PLINTH_URL = plinth.url
let token = ''
try {
	const began = Date.now()
	const key = await followGuide()
	console.log(`The guide's first runs took ${((Date.now() - began) / 1000).toFixed(1)} s`)
	const org = await configure()
	for (const [name, command, file] of [
		['python', 'python3', 'tool_agent.py'],
		['node', process.execPath, 'tool-agent.mjs'],
	] as const) {
		cpSync(join(HERE, file), join(folder, file))
		const working = inFolder(command, [file, 'Look around'], {
			PLINTH_KEY: key,
			PLINTH_PRIVATE_KEY: 'private-key.json',
			PLINTH_STORE: join(folder, `${name}-state`),
		})
		const [said] = await Promise.all([working, decide(org)])
		demand(`${name}: what it says`, said.trim(), 'Stopped: declined')
		await audit(org, `${name}-agent`)
		console.log(
			`The ${name} agent took ${STEPS} steps, ${STEPS * 10} credits, the last two by a grant, and was declined more`,
		)
	}
	demand('calls with a wrong credential', others.intruders, 0)
} catch (error) {
	console.error(error)
	process.exitCode = 1
} finally {
	await plinth.stop()
	others.stop()
	rmSync(folder, { recursive: true, force: true })
}

/** Runs the blocks of the page, in its order and in both languages. Returns the API key that it made. */
async function followGuide(): Promise<string> {
	const page = await (await fetch(`${PLINTH_URL}/docs/runtime`)).text()
	const block = (id: string) => blockIn(page, id)
	mkBin()
	writeFileSync(join(folder, 'first.py'), block('first'))
	mkdirSync(join(folder, 'node'))
	writeFileSync(join(folder, 'node/first.mjs'), block('first-node'))
	const python = [block('set-up'), block('get-client'), block('key-pair'), 'python3 first.py']
	const node = ['cd node', block('get-client-node'), block('key-pair-node'), 'node first.mjs']
	const script = [...python, ...node, 'cp plinth_runtime.mjs ..', 'echo "$PLINTH_KEY"'].join('\n')
	const lines = (await inFolder('bash', ['-euo', 'pipefail', '-c', script], LOGIN)).trim().split('\n')
	const run_ids = lines.flatMap((line) => /^(run_\S+) is in/.exec(line)?.[1] ?? [])
	token = await signIn()
	const { org_id } = await api('GET', '/v1/me')
	const shown = await api('GET', `/v1/orgs/${org_id}/runs`)
	const ran = { status: 'completed', agent_id: 'my-first-agent', credits_used: 4 }
	demand('the runs of the guide', shown.length, 2)
	for (const [index, run_id] of run_ids.toReversed().entries())
		demand('a run of the guide', shown[index], { run_id, ...ran })
	return lines.at(-1) as string
}

/** Debian's Python has the packages. The first `python3` of the path may be another. */
function mkBin() {
	symlinkSync('/usr/bin/python3', join(folder, 'python3'))
	for (const file of ['mcp_tools.py', 'mcp-tools.mjs']) cpSync(join(HERE, file), join(folder, file))
}

/** Credits, a model with a price, an MCP server, and a budget for each agent. */
async function configure(): Promise<string> {
	const { org_id } = await api('GET', '/v1/me')
	await api('POST', '/v1/admin/credits/adjust', { org_id, amount: 1_000 })
	const main = { name: 'main', provider: 'vendor_a', api_key: LLM_KEY, base_url: others.llm }
	const { id } = await api('POST', '/v1/llm-providers', main)
	await api('POST', `/v1/llm-providers/${id}/models`, { model: 'large', is_default: true, ...PRICES })
	// The agents give tokens only, and an org's own prices count only where the platform says so.
	await api('PUT', '/v1/admin/config-entries/billing.own_prices', { value: 'count' })
	const server = { name: 'everything', transport: 'streamable_http', url: others.mcp, bearer_token: MCP_TOKEN }
	await api('POST', '/v1/mcp-configs', server)
	const budget = { name: 'Agents', scope: 'agent', unit: 'credits', limit: LIMIT, window: 'day', mode: 'enforce' }
	await api('POST', `/v1/orgs/${org_id}/budgets`, budget)
	return org_id
}

/** Grants the first that an agent asks for, and declines the second. */
async function decide(org: string) {
	for (const decision of ['grant', 'decline']) {
		let asked
		while (!asked) {
			await sleep(500)
			;[asked] = await api('GET', `/v1/orgs/${org}/requests?state=open`)
		}
		const { id, hash, spend } = asked
		demand('what it asks for', spend, { credits: 20, tokens: 0, runs: 0 })
		await api('POST', `/v1/orgs/${org}/requests/${id}/${decision}`, decision === 'grant' ? { for: 'run', hash } : {})
	}
}

/** Demands that the run, the ledger and the budget say what the agent did. */
async function audit(org: string, agent_id: string) {
	const [ran, ...more] = await api('GET', `/v1/orgs/${org}/runs?agent_id=${agent_id}`)
	demand(`${agent_id}: other runs`, more, [])
	const totals = { total_input_tokens: STEPS * 1000, total_output_tokens: STEPS * 100, credits_used: STEPS * 10 }
	demand(`${agent_id}: its run`, ran, { status: 'cancelled', model: 'large', ...totals })
	const { transactions } = await api('GET', '/v1/me/credits')
	const entries = transactions.filter((entry: { reference_id: string }) => entry.reference_id === ran.run_id)
	const charged = entries.map(({ type, amount }: { type: string; amount: number }) => [type, amount])
	demand(`${agent_id}: its ledger`, charged, [['consumption', -STEPS * 10]])
	const [budget] = (await api('GET', `/v1/orgs/${org}/budgets`)) as { id: string }[]
	const states = await api('GET', `/v1/orgs/${org}/budgets/${budget?.id}/states`)
	const state = states.find(({ subject }: { subject: string }) => subject === agent_id)
	demand(`${agent_id}: its budget`, state, { used: STEPS * 10, held: 0, refused: 2 })
	demand('what the tools said', others.heard.at(-1)?.startsWith('Echo: '), true)
}

async function signIn(): Promise<string> {
	const body = JSON.stringify({ login: LOGIN.LOGIN, password: LOGIN.PASSWORD })
	const response = await fetch(`${PLINTH_URL}/v1/auth/login`, { method: 'POST', body })
	const { access_token } = (await response.json()) as { access_token: string }
	return access_token
}

// oxlint-disable-next-line typescript/no-explicit-any -- a script reads what it demands next
async function api(method: string, path: string, body?: object): Promise<any> {
	const headers = { Authorization: `Bearer ${token}`, Prefer: 'handling=strict' }
	const response = await fetch(PLINTH_URL + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
	return response.json()
}

async function inFolder(command: string, args: string[], variables: Record<string, string>): Promise<string> {
	const env = {
		...process.env,
		PATH: [folder, dirname(process.execPath), process.env.PATH].join(':'),
		PLINTH_URL,
		...variables,
	}
	const { stdout, stderr } = await run(command, args, { cwd: folder, env, timeout: 120_000 })
	if (stderr) process.stderr.write(stderr)
	return stdout
}

/** What a reader copies from the page. */
function blockIn(page: string, id: string): string {
	const escaped = new RegExp(`<pre id="${id}"[^>]*>([^<]*)</pre>`).exec(page)?.[1]
	if (escaped === undefined) throw new Error(`The guide has no block ${id}`)
	const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
	return escaped.replaceAll(/&([a-z]+|#39);/g, (_, name: string) => entities[name] as string)
}

/** Throws unless the value has what's wanted. */
function demand(what: string, found: unknown, wanted: unknown) {
	const isObject = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
	const part = isObject
		? Object.fromEntries(Object.keys(wanted).map((name) => [name, (found as Record<string, unknown>)?.[name]]))
		: found
	const [one, other] = [JSON.stringify(part), JSON.stringify(wanted)]
	if (one !== other) throw new Error(`${what}: expected ${other}, found ${one}`)
}
