import { execFileSync } from 'node:child_process'
import { buildSync } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { writePythonClient } from '../../src/tools/python-client.ts'
import { serveDeployed } from '../support/served.ts'

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
	writePythonClient()
	// As one file, which is how an instance serves the client, for the oldest Node that it's for.
	buildSync({
		entryPoints: ['test/client/driver.ts'],
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		outfile: DRIVER,
	})
	const { url, stop } = await serveDeployed()
	project.provide('plinth', url)
	return stop
}

function requirePython() {
	try {
		execFileSync('/usr/bin/python3', ['-c', 'import build, hatchling, httpx, jwcrypto, pip'], { stdio: 'ignore' })
	} catch {
		throw new Error(
			'The client for Python needs: apt-get install -y --no-install-recommends python3-{build,hatchling,httpx,jwcrypto,pip,venv}',
		)
	}
}
