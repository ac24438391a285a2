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
import { type Answer, type Call, type Fault, FAULTS, restart } from './faults.ts'

// `npm run prove` holds for the build that is deployed, and names each fault that a proxy in front of it plants.

const METRICS_TOKEN = 'a-token-of-a-scraper'
const folder = mkdtempSync(join(tmpdir(), 'plinth-proof-'))
const report = join(folder, 'proof.md')

/** What the proxy cuts off. */
let isCut = (_: Call) => false
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
	if (isCut(call)) throw new Error('It is cut off')
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
const prove = (...options: string[]): Promise<Ended> => proving(options).ended

function proving(options: string[]) {
	let kill = () => undefined as unknown
	const ended = new Promise<Ended>((resolve) => {
		const all = ['src/tools/prove.ts', '--url', address, '--report', report, '--receiver', receiving, ...options]
		const env = { ...process.env, PLINTH_TOKEN: token, METRICS_TOKEN }
		const child = execFile(process.execPath, all, { env }, (_, stdout, stderr) =>
			resolve({ code: child.exitCode ?? -1, stdout: stdout + stderr }),
		)
		kill = () => child.kill('SIGTERM')
	})
	return { ended, kill }
}

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
	restart()
	const { section, says } = fault
	const only = section === 'clean-up' ? 'answers' : section
	const { code, stdout } = await prove('--idle', '1s', '--only', only)
	const failures = stdout.split('\n').filter((line) => line.startsWith('failed'))
	expect(failures.join('\n')).toMatch(says)
	expect(failures.every((line) => line.startsWith(`failed     ${section}: `))).toBe(true)
	expect(code).toBe(1)
	expect(readFileSync(report, 'utf8')).toContain('| failed |')
})

test.each([
	[['--url', 'plinth.example.com'], '--url must be an address'],
	[['--url', 'localhost:8787'], '--url must be an address'],
	[['--url', 'http://127.0.0.1:1'], "http://127.0.0.1:1 doesn't answer as Plinth does."],
	[['--idle', '10'], '--idle must be a number with s or m'],
	[['--only', 'd1,everything'], 'There is no section everything.'],
	[['--report', join(folder, 'nowhere/proof.md')], "Couldn't write the report to"],
	[['--everything'], "Unknown option '--everything'"],
])('%j is refused with a sentence, before anything is made', async (options, sentence) => {
	fault = undefined
	const { code, stdout } = await prove(...options)
	expect(stdout).toContain(sentence)
	expect(stdout).not.toContain(' at ')
	expect(stdout).not.toContain('the org ')
	expect(code).toBe(1)
})

test('an instance that goes away is a sentence, and what was made is deleted', async () => {
	isCut = ({ path }) => path.endsWith('/service-accounts')
	const { code, stdout } = await prove('--only', 'answers')
	isCut = () => false
	expect(stdout).toMatch(/^POST \/v1\/orgs\/org_\w+\/service-accounts got no answer: other side closed$/m)
	expect(stdout).toMatch(/^held {7}clean-up: the org org_\w+ is deleted$/m)
	expect(stdout).not.toContain(' at ')
	expect(code).toBe(1)
})

test('what is interrupted deletes what it made, also if it has to wait for that', async () => {
	let refused = 0
	const { promise: asked, resolve } = Promise.withResolvers<void>()
	fault = {
		section: 'idle',
		says: /interrupted/,
		request: (call) => {
			if (call.path.endsWith('/keys')) resolve()
			return call.method === 'DELETE' && refused === 0 ? { ...call, path: '/elsewhere' } : call
		},
		answer: ({ method }, answer) =>
			method === 'DELETE' && (refused += 1) === 1 ? { status: 429, text: '{}' } : answer,
	}
	const { ended, kill } = proving(['--only', 'idle', '--idle', '10m'])
	await asked
	kill()
	const { code, stdout } = await ended
	expect(stdout).toContain('It was interrupted')
	expect(stdout).toMatch(/^held {7}clean-up: the org org_\w+ is deleted$/m)
	expect(refused).toBe(2)
	expect(code).toBe(1)
})
