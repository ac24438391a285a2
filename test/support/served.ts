import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilReady } from '../../src/tools/worker.ts'
import { freePort } from './free-port.ts'

interface How {
	/** What `npm run serve` or `npm start` runs. */
	script?: 'serve' | 'start'
	/** Whether another instance of this run has built it. */
	isBuilt?: boolean
	env?: Record<string, string>
	/** A folder that has the state, and keeps it. Without one it's a fresh one. */
	state?: string
}

export interface Served {
	url: string
	stop: () => Promise<void>
	/** Ends it and its workerd by SIGKILL. */
	kill: () => Promise<void>
}

/** Starts the deployed build as `npm run serve` does, with its queue consumers, alarms and cron. */
export async function serveDeployed({ script = 'serve', isBuilt = false, env = {}, state }: How = {}): Promise<Served> {
	const port = await freePort()
	const folder = state ?? mkdtempSync(join(tmpdir(), 'plinth-served-'))
	const server = spawn(process.execPath, [`src/tools/${script}.ts`, ...(isBuilt ? ['--built'] : [])], {
		stdio: ['ignore', 'ignore', 'inherit'],
		// What may be killed has a group of its own.
		detached: state !== undefined,
		env: {
			...process.env,
			PORT: String(port),
			PERSIST_TO: folder,
			RATE_LIMITS: 'off',
			OUTBOUND_ALLOWLIST: '127.0.0.1',
			BOOTSTRAP_ADMIN_LOGIN: 'root',
			BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap-password-1',
			...env,
		},
	})
	const ended = once(server, 'exit')
	const url = `http://127.0.0.1:${port}`
	const stop = async () => {
		server.kill('SIGTERM')
		await ended
		if (!state) rmSync(folder, { recursive: true, force: true })
	}
	const kill = async () => {
		process.kill(-(server.pid as number), 'SIGKILL')
		await ended
	}
	try {
		// On a busy machine the build alone takes a minute.
		await untilReady(url, 5, 20)
	} catch (error) {
		await stop()
		throw error
	}
	return { url, stop, kill }
}
