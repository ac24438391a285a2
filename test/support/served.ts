import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilReady } from '../../src/tools/worker.ts'

interface How {
	/** What `npm run serve` or `npm start` runs. */
	script?: 'serve' | 'start'
	/** Whether another instance of this run has built it. */
	isBuilt?: boolean
	env?: Record<string, string>
}

/** Starts the deployed build as `npm run serve` does, on a fresh state: with its queue consumers, alarms and cron. */
export async function serveDeployed({ script = 'serve', isBuilt = false, env = {} }: How = {}): Promise<{
	url: string
	stop: () => Promise<void>
}> {
	const port = await freePort()
	const state = mkdtempSync(join(tmpdir(), 'plinth-served-'))
	const server = spawn(process.execPath, [`src/tools/${script}.ts`, ...(isBuilt ? ['--built'] : [])], {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: {
			...process.env,
			PORT: String(port),
			PERSIST_TO: state,
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
		rmSync(state, { recursive: true, force: true })
	}
	try {
		// On a busy machine the build alone takes a minute.
		await untilReady(url, 5)
	} catch (error) {
		await stop()
		throw error
	}
	return { url, stop }
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	return port
}
