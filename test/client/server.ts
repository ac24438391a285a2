import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { untilReady } from '../../src/tools/worker.ts'

const DRIVER = 'node_modules/.cache/plinth/client-driver.mjs'

declare module 'vitest' {
	interface ProvidedContext {
		/** Where the real Worker listens. */
		plinth: string
	}
}

/** Starts the real Worker as `npm run serve` does, on a fresh state. Stops it after the last test. */
export default async function setup(project: TestProject) {
	requirePython()
	// As one file, which is how an instance serves the client, for the oldest Node that it's for.
	buildSync({
		entryPoints: ['test/client/driver.ts'],
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		outfile: DRIVER,
	})
	const port = await freePort()
	const state = mkdtempSync(join(tmpdir(), 'plinth-clients-'))
	const server = spawn(process.execPath, ['src/tools/serve.ts'], {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: {
			...process.env,
			PORT: String(port),
			PERSIST_TO: state,
			RATE_LIMITS: 'off',
			BOOTSTRAP_ADMIN_LOGIN: 'root',
			BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap-password-1',
		},
	})
	const ended = once(server, 'exit')
	const url = `http://127.0.0.1:${port}`
	project.provide('plinth', url)
	await untilReady(url)
	return async () => {
		server.kill('SIGTERM')
		await ended
		rmSync(state, { recursive: true, force: true })
	}
}

function requirePython() {
	try {
		execFileSync('/usr/bin/python3', ['-c', 'import httpx, jwcrypto'], { stdio: 'ignore' })
	} catch {
		throw new Error(
			'The client for Python needs: apt-get install -y --no-install-recommends python3-httpx python3-jwcrypto',
		)
	}
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	return port
}
