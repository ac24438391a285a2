import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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

const run = (script: string, env: NodeJS.ProcessEnv) =>
	spawn(process.execPath, [script], {
		cwd: ROOT,
		// One more language for the tests. Their builds have a folder of their own.
		env: { ...process.env, PSEUDO_LANGUAGE: 'test/console/pseudo.ts', ...env },
		stdio: ['ignore', 'pipe', 'ignore'],
		detached: true,
	})

const newState = () => mkdtempSync(join(tmpdir(), 'plinth-console-'))

/** Seeds a state, which instances can copy. */
export async function seedState(): Promise<string> {
	const state = newState()
	const seed = run('drizzle/seed/seed.ts', { PERSIST_TO: state })
	seed.stdout.resume()
	await ended(seed)
	return state
}

/** Starts the built Worker on a free port, with its own database: a copy of `seeded`, or an empty one. */
export async function startInstance(seeded?: string): Promise<Instance> {
	const port = await freePort()
	const address = `http://127.0.0.1:${port}`
	const state = newState()
	if (seeded) cpSync(seeded, state, { recursive: true })
	const server = run('src/tools/serve.ts', {
		PORT: String(port),
		PERSIST_TO: state,
		RATE_LIMITS: 'off',
		// Servers that tests start on this machine.
		OUTBOUND_ALLOWLIST: '127.0.0.1,localhost',
		BOOTSTRAP_ADMIN_LOGIN: ADMIN.login,
		BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
	})
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

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

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

const freePort = () =>
	new Promise<number>((resolve, reject) => {
		const server = createServer()
		server.once('error', reject).listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
