import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The logins of a seeded instance. */
export const ADMIN = { login: 'root', password: 'bootstrap-password-1' }
export const MEMBER = { login: 'ada.demo', password: 'demo password 1' }

export interface Instance {
	address: string
	/** What it printed at startup. */
	printed: string
	stop: () => Promise<void>
}

const run = (script: string, env: NodeJS.ProcessEnv = {}, ...args: string[]) =>
	spawn(process.execPath, [script, ...args], {
		cwd: ROOT,
		env: {
			...process.env,
			// One more language for the tests. Their builds have a folder of their own.
			PSEUDO_LANGUAGE: 'test/console/pseudo.ts',
			// Wrangler and Miniflare are 20 MB of JavaScript to compile.
			NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/plinth/compiled'),
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	})

const newState = () => mkdtempSync(join(tmpdir(), 'plinth-console-'))

/** Builds the Worker and the console, which all instances run, and seeds a state, which they can copy. */
export async function prepare(): Promise<string> {
	const state = newState()
	// The instances share it, and none could read it while another makes it.
	await certificate()
	const parts = [run('drizzle/seed/seed.ts', { PERSIST_TO: state }), run('src/tools/build-worker.ts')]
	const said = parts.map(({ stdout, stderr }) => {
		stdout.resume()
		const chunks: string[] = []
		stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
		return chunks
	})
	const codes = await Promise.all(parts.map(ended))
	if (codes.some((code) => code !== 0))
		throw new Error(
			`The Worker and the console could not be built, or not seeded:\n${said.flat().join('').slice(-4000)}`,
		)
	return state
}

/** Starts the built Worker on a free port, with its own database: a copy of `seeded`, or an empty one. */
export async function startInstance(seeded?: string): Promise<Instance> {
	const port = await freePort()
	const address = `http://127.0.0.1:${port}`
	const state = newState()
	if (seeded) cpSync(seeded, state, { recursive: true })
	const variables = {
		PORT: String(port),
		PERSIST_TO: state,
		RATE_LIMITS: 'off',
		// Servers that tests start on this machine.
		OUTBOUND_ALLOWLIST: '127.0.0.1,localhost',
		// A domain takes two, so nobody is asked.
		DNS_RESOLVERS: 'https://127.0.0.1',
		BOOTSTRAP_ADMIN_LOGIN: ADMIN.login,
		BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
	}
	const server = run('src/tools/serve.ts', variables, '--built')
	server.stderr.resume()
	let printed = ''
	server.stdout.setEncoding('utf8').on('data', (text: string) => {
		printed += text
	})
	await responses(address, server, () => printed)
	return {
		address,
		printed,
		async stop() {
			const gone = ended(server)
			if (server.pid) process.kill(-server.pid, 'SIGTERM')
			await gone
			rmSync(state, { recursive: true, force: true })
		},
	}
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

async function responses(address: string, server: ChildProcess, printed: () => string) {
	for (let waited = 0; waited < 120_000 && server.exitCode === null; waited += 100) {
		const isReady = await fetch(`${address}/readyz`).then(
			({ ok }) => ok,
			() => false,
		)
		// It prints its address once it responds.
		if (isReady && printed().includes('Log in:')) return
		await sleep(100)
	}
	throw new Error('The instance does not answer')
}

const given = new Set<number>()

/** A port that nobody listens on, and that no other instance was given before it could listen. */
async function freePort(): Promise<number> {
	const server = createServer()
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	if (given.has(port)) return freePort()
	given.add(port)
	return port
}
