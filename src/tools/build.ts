import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT, WRANGLER, WRANGLER_ENV } from './settings.ts'

/** Builds the Worker into `folder`, minified as for a deployment. Returns the path of its one module. */
export function build(folder: string): string {
	execFileSync(process.execPath, [WRANGLER, 'deploy', '--dry-run', '--minify', '--outdir', folder], {
		cwd: ROOT,
		env: { ...WRANGLER_ENV, ...process.env },
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	return join(folder, 'index.js')
}

/** The size of a built module in bytes, plain and with gzip. */
export function sizeOf(module: string): { bytes: number; gzip: number } {
	const source = readFileSync(module)
	return { bytes: source.length, gzip: gzipSync(source).length }
}
