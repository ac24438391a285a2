import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '../../src/tools/certificate.ts'
import { serveDeployed } from '../support/served.ts'

// `npm run prove` holds for the build that is deployed, and names each fault that a proxy in front of it plants.

const METRICS_TOKEN = 'a-token-of-a-scraper'
const folder = mkdtempSync(join(tmpdir(), 'plinth-proof-'))
const report = join(folder, 'proof.md')

interface Call {
	method: string
	path: string
	headers: Record<string, string>
}

interface Answer {
	status: number
	text: string
}

interface Fault {
	/** The section that has to see it, and what it says. */
	section: string
	says: RegExp
	/** What the proxy sends on; null answers 204 in place of the instance. */
	request?: (call: Call) => Call | null
	answer?: (call: Call, answer: Answer) => Answer
}

const isDryRun = ({ path, headers }: Call) => path === '/v1/plans' && headers['dry-run'] === 'true'
let turn = 0
const every = (n: number) => (turn += 1) % n === 0

const FAULTS: Record<string, Fault> = {
	'a schema that is missing': {
		section: 'answers',
		says: /the database has the schema: 503/,
		answer: ({ path }, answer) => (path === '/readyz' ? { status: 503, text: '{}' } : answer),
	},
	'a dry run that D1 cut': {
		section: 'dry-runs',
		says: /1\.9 MB: the dry run answered 503 dry_run\.cut/,
		answer: (call, answer) =>
			isDryRun(call) && answer.text.length > 1_000_000
				? { status: 503, text: '{"error":"unavailable","details":{"reason":"dry_run.cut"}}' }
				: answer,
	},
	'a dry run that lost a piece': {
		section: 'dry-runs',
		says: /100 KB: the change lacks something/,
		answer: (call, { status, text }) => {
			if (!isDryRun(call)) return { status, text }
			const at = text.indexOf(String.raw`\u0001`, text.indexOf('"changes"'))
			return { status, text: text.slice(0, at) + text.slice(at + 6) }
		},
	},
	'a dry run that writes': {
		section: 'dry-runs',
		says: /the dry run answered 201/,
		request: (call) => (isDryRun(call) ? { ...call, headers: { ...call.headers, 'dry-run': '' } } : call),
	},
	'a beginning too many': {
		section: 'begins',
		says: /50\d began, 49\d were refused.*Exactly 500/,
		answer: ({ path }, answer) =>
			path.endsWith('/begin') && answer.status === 402 && every(100) ? { status: 201, text: '{}' } : answer,
	},
	'an activation that is lost': {
		section: 'activations',
		says: /active is web_search\.selfhosted/,
		request: (call) => (call.path.includes('/hosted/activate') ? null : call),
	},
	'a webhook that fails': {
		section: 'webhook',
		says: /It must answer 2xx/,
		answer: ({ path }, { status, text }) =>
			path.endsWith('/deliveries') ? { status, text: text.replaceAll('"delivered"', '"failed"') } : { status, text },
	},
	'reads that ask D1 too often': {
		section: 'd1',
		says: /3\.\d D1 calls a read/,
		answer: ({ path }, { status, text }) => ({
			status,
			text: path === '/metrics' ? text.replace(/(d1_call_duration_seconds_count\S+) (\d+)/, thrice) : text,
		}),
	},
	'a location with the old flag': {
		section: 'flag',
		says: /still gets the old value/,
		answer: ({ path }, { status, text }) =>
			path.endsWith('/evaluate') && every(20) ? { status, text: text.replace('true', 'false') } : { status, text },
	},
	'no answer after the pause': {
		section: 'idle',
		says: /503 after 1\.00 s/,
		answer: ({ path }, answer) => (path === '/v1/plans?limit=1' ? { status: 503, text: '{}' } : answer),
	},
	'an org that stays': {
		section: 'clean-up',
		says: /Deleting the org returned 500/,
		answer: ({ method }, answer) => (method === 'DELETE' ? { status: 500, text: '{}' } : answer),
	},
}

const thrice = (_: string, name: string, count: string) => `${name} ${3 * Number(count)}`

let fault: Fault | undefined
let served: Awaited<ReturnType<typeof serveDeployed>>
let token: string

const listening = async (server: Server) => {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
	return (server.address() as AddressInfo).port
}

const proxy = createServer((incoming, outgoing) => {
	void passedOn(incoming).then(
		({ status, text }) => outgoing.writeHead(status).end(status === 204 ? undefined : text),
		() => outgoing.destroy(),
	)
})
const receiver = createSecureServer(await certificate(), (incoming, outgoing) => {
	incoming.resume().on('end', () => outgoing.writeHead(204).end())
})

async function passedOn(incoming: IncomingMessage): Promise<Answer> {
	const { connection: _, host: __, 'content-length': ___, ...headers } = incoming.headers as Record<string, string>
	const call = { method: String(incoming.method), path: String(incoming.url), headers }
	const body = await buffer(incoming)
	const sent = fault?.request ? fault.request(call) : call
	if (!sent) return { status: 204, text: '' }
	const response = await fetch(served.url + sent.path, {
		method: sent.method,
		headers: Object.entries(sent.headers).filter(([, value]) => value !== ''),
		...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
	})
	const answer = { status: response.status, text: await response.text() }
	return fault?.answer ? fault.answer(call, answer) : answer
}

let address: string
let receiving: string

beforeAll(async () => {
	receiving = `https://localhost:${await listening(receiver)}/`
	served = await serveDeployed({ env: { METRICS_TOKEN, OUTBOUND_ALLOWLIST: new URL(receiving).host } })
	address = `http://127.0.0.1:${await listening(proxy)}`
	const post = async (path: string, body: object, headers = {}) =>
		(await (await fetch(served.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
			access_token: string
			key: string
		}
	const { access_token } = await post('/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
	const scopes = ['platform_admin', 'org.settings', 'data.secrets', 'runtime.report']
	token = (await post('/v1/api-keys', { name: 'Proof', scopes }, { Authorization: `Bearer ${access_token}` })).key
})
afterAll(async () => {
	proxy.close()
	receiver.close()
	await served.stop()
	rmSync(folder, { recursive: true })
})

interface Ended {
	code: number
	stdout: string
}

/** Runs the command against the proxy. */
const prove = (...options: string[]): Promise<Ended> =>
	new Promise((resolve) => {
		const all = ['src/tools/prove.ts', '--url', address, '--report', report, '--receiver', receiving, ...options]
		const env = { ...process.env, PLINTH_TOKEN: token, METRICS_TOKEN }
		const child = execFile(process.execPath, all, { env }, (_, stdout, stderr) =>
			resolve({ code: child.exitCode ?? -1, stdout: stdout + stderr }),
		)
	})

test('everything holds for the build that is deployed, and the report says when and what', async () => {
	fault = undefined
	const { code, stdout } = await prove('--idle', '1s')
	expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({
		code: 0,
		last: `9 held, 0 failed, 0 not shown: see ${report}`,
	})
	const text = readFileSync(report, 'utf8')
	expect(text).toContain(`held on ${new Date().toISOString().slice(0, 10)}`)
	expect(text.match(/\| held \|/g)).toHaveLength(9)
	expect(text).toContain('500 began, 500 were refused by the budget')
})

test('what nobody named or may see is not shown, and nothing of it counts as held', async () => {
	const { code, stdout } = await prove('--only', 'idle')
	expect(stdout).toContain('not shown  idle: no --idle was given')
	expect(code).toBe(0)
	expect(stdout).toContain('1 held, 0 failed, 1 not shown')
})

test.each(Object.keys(FAULTS))('%s fails', async (name) => {
	fault = FAULTS[name] as Fault
	turn = 0
	const { section, says } = fault
	const only = section === 'clean-up' ? 'answers' : section
	const { code, stdout } = await prove('--idle', '1s', '--only', only)
	const failures = stdout.split('\n').filter((line) => line.startsWith('failed'))
	expect(failures.join('\n')).toMatch(says)
	expect(failures.every((line) => line.startsWith(`failed     ${section}: `))).toBe(true)
	expect(code).toBe(1)
	expect(readFileSync(report, 'utf8')).toContain('| failed |')
})
