import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

// Tests refuse connections and break TLS on purpose. workerd logs many lines about each, which go to a file.

const ROOT = join(import.meta.dirname, '../..')
const LOG = join(ROOT, 'node_modules/.cache/plinth/workerd.log')

/** Makes Miniflare start workerd through a script that redirects its output. Call it before anything loads Miniflare. */
export function redirectRuntimeOutput(): void {
	mkdirSync(dirname(LOG), { recursive: true })
	writeFileSync(LOG, '')
	const miniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
	process.env.WORKERD = (miniflare('workerd') as { default: string }).default
	process.env.WORKERD_LOG = LOG
	process.env.MINIFLARE_WORKERD_PATH = join(import.meta.dirname, 'workerd.sh')
	// Wrangler warns about secrets that it doesn't find. The configuration of the tests sets them all.
	process.env.WRANGLER_LOG = 'error'
}

/** Prints where the log is after a failed run. */
export default function setup() {
	return () => {
		if (process.exitCode) process.stderr.write(`The runtime's log is in ${relative(process.cwd(), LOG)}\n`)
	}
}
