import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as bindingsOf, unstable_readConfig as readConfig } from 'wrangler'
import { build, modulesOf } from '../../src/tools/build.ts'
import { passwordService } from '../../src/tools/password-service.ts'
import { workspace } from './cleanup.ts'
import { childrenNamed } from './cpu.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** Builds a Worker as a deployment would, and returns the path of its script. */
export async function buildWorker(entry: string): Promise<string> {
	const { main } = await build(join(workspace, entry.replace(/\W/g, '-')), join(ROOT, entry))
	return main
}

/** Bundles the floors, minified too, and returns the path of their script. */
export async function buildFloors(): Promise<string> {
	const { outputFiles } = await bundle({
		entryPoints: [join(import.meta.dirname, 'floors.ts')],
		// Written here, because esbuild's process might write once more after everything was removed.
		write: false,
		bundle: true,
		minify: true,
		format: 'esm',
		target: 'es2024',
		conditions: ['workerd', 'worker', 'browser'],
	})
	const script = join(workspace, 'floors.js')
	writeFileSync(script, outputFiles[0]?.contents ?? '')
	return script
}

export interface Running {
	/** Its sockets go straight to workerd; `raw` only exists for the floors. */
	url: string
	raw: string
	/** One for each isolate; `url` is the first. */
	urls: string[]
	/** The process id of its workerd. */
	pid: number
	database: () => Promise<D1Database>
	stop: () => Promise<void>
}

interface StartOptions {
	script: string
	/** Where its D1 is stored. */
	state: string
	bindings: Record<string, string>
	/** Only for the floors, which have D1 and this and nothing else. */
	captured?: object
	/** How many isolates of it run, each with a socket of its own. They share the database, KV and the bucket. */
	isolates?: number
}

/** Starts a Worker in its own workerd process. Never two at a time, because we couldn't tell their processes apart. */
export async function start({ script, state, bindings, captured, isolates = 1 }: StartOptions): Promise<Running> {
	const others = new Set(childrenNamed('workerd'))
	// A developer's .dev.vars next to the configuration mustn't change a measurement.
	const { secrets: _, ...config } = {
		...readConfig({ config: join(ROOT, 'wrangler.toml') }),
		userConfigPath: join(workspace, 'none'),
	}
	// With the console's assets, Miniflare's router would handle every request first.
	const {
		modulesRules: __,
		assets: ___,
		...options
	} = bindingsOf(config as Parameters<typeof bindingsOf>[0]).workerOptions
	const { compatibilityDate, compatibilityFlags, d1Databases } = options
	const variables = options.bindings as Record<string, string>
	const worker = captured
		? { compatibilityDate, compatibilityFlags, d1Databases, bindings: { CAPTURED: captured } }
		: {
				...options,
				bindings: { ...variables, ...bindings },
				serviceBindings: { PASSWORD_SERVICE: passwordService() },
			}
	const entrypoints = captured ? ['default', 'raw'] : ['default']
	const names = Array.from({ length: isolates }, (_, index) => (index === 0 ? 'bench' : `bench-${index}`))
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			cf: false,
			logRequests: false,
			resourcePersistencePath: state,
			workers: names.map((name, index) => ({
				...worker,
				// A queue has one consumer.
				...(index > 0 && { queueConsumers: {} }),
				name,
				...modulesOf(script),
				rootPath: workspace,
				unsafeDirectSockets: entrypoints.map((entrypoint) => ({ host: '127.0.0.1', port: 0, entrypoint })),
			})),
		} as Parameters<typeof convertV4MiniflareOptions>[0]),
	)
	const [url = '', raw = url] = await Promise.all(
		entrypoints.map(async (entrypoint) => (await miniflare.unsafeGetDirectURL('bench', entrypoint)).origin),
	)
	const more = names.slice(1).map(async (name) => (await miniflare.unsafeGetDirectURL(name)).origin)
	const urls = [url, ...(await Promise.all(more))]
	const [pid] = childrenNamed('workerd').filter((child) => !others.has(child))
	if (pid === undefined) throw new Error('workerd did not start')
	const database = async () => miniflare.getD1Database('DB')
	return { url, raw, urls, pid, database, stop: () => miniflare.dispose() }
}
