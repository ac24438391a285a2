import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

// Tests refuse connections and break TLS on purpose, and workerd writes lines of addresses about each. They go to a file.

const ROOT = join(import.meta.dirname, '../..')
const LOG = join(ROOT, 'node_modules/.cache/plinth/workerd.log')

/** Has Miniflare, which must not be loaded yet, start workerd by way of a script that redirects what workerd writes. */
export function redirectRuntimeOutput(): void {
	mkdirSync(dirname(LOG), { recursive: true })
	writeFileSync(LOG, '')
	const miniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
	process.env.WORKERD = (miniflare('workerd') as { default: string }).default
	process.env.WORKERD_LOG = LOG
	process.env.MINIFLARE_WORKERD_PATH = join(import.meta.dirname, 'workerd.sh')
	// Wrangler says where it found no secrets. The configuration of the tests sets them all.
	process.env.WRANGLER_LOG = 'error'
}

/** Names the log after a run that failed. */
export default function setup() {
	return () => {
		if (process.exitCode) process.stderr.write(`What the runtime wrote is in ${relative(process.cwd(), LOG)}\n`)
	}
}
