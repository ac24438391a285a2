import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build as bundle, type Plugin } from 'esbuild'
import { leanerLibraries } from './leaner-libraries.ts'
import { ROOT } from './settings.ts'

/** Where the Worker is built for a deployment. */
export const WORKER = join(ROOT, 'dist/worker')

export interface Built {
	/** The path of the module that Cloudflare starts. */
	main: string
	/** The paths of what's evaluated before the first request, and of what an `import()` loads. */
	eager: string[]
	lazy: string[]
}

/** How the Worker is bundled, wherever it runs. */
export const OPTIONS = {
	absWorkingDir: ROOT,
	bundle: true,
	format: 'esm',
	target: 'es2024',
	conditions: ['workerd', 'worker', 'browser'],
	define: { 'navigator.userAgent': '"Cloudflare-Workers"', 'process.env.NODE_ENV': '"production"' },
	external: ['cloudflare:*', 'node:*'],
	plugins: [leanerLibraries],
} satisfies BuildOptions

/**
 * Bundles the Worker into `folder`, minified. `wrangler deploy` would bundle it into one file, without a part that loads later:
 * everything would be in every isolate.
 */
export async function build(folder: string, entry = join(ROOT, 'src/worker/index.ts')): Promise<Built> {
	rmSync(folder, { recursive: true, force: true })
	const { metafile } = await bundle({
		...OPTIONS,
		entryPoints: { index: entry },
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		splitting: true,
		minify: true,
		sourcemap: 'linked',
		metafile: true,
		plugins: [...OPTIONS.plugins, sharedInOneModule(entry), withoutJsonSchema],
	})
	const { outputs } = metafile
	const main = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === relative(ROOT, entry)) ?? ''
	const eager = new Set([main])
	for (const path of eager)
		for (const { kind, path: next } of outputs[path]?.imports ?? [])
			if (kind === 'import-statement' && outputs[next]) eager.add(next)
	const modules = Object.keys(outputs).filter((path) => path.endsWith('.mjs'))
	return {
		main: absolute(main),
		eager: [...eager].map(absolute),
		lazy: modules.filter((path) => !eager.has(path)).map(absolute),
	}
}

/**
 * Puts all that's evaluated at the start into one module. esbuild makes a module for each set of entry points that need a file,
 * and doesn't know that what is imported later finds the first entry loaded. So each `import()` leads to a module that imports
 * the entry first. Otherwise the lists of what those modules import from each other have 6 KB gzip.
 */
const sharedInOneModule = (entry: string): Plugin => ({
	name: 'shared-in-one-module',
	setup(bundler) {
		bundler.onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir }) => {
			if (kind !== 'dynamic-import') return undefined
			const found = await bundler.resolve(path, { kind: 'import-statement', importer, resolveDir })
			return { path: found.path, suffix: '?later' }
		})
		bundler.onLoad({ filter: /\.ts$/ }, ({ path, suffix }) => {
			if (suffix !== '?later') return undefined
			const contents = `import ${JSON.stringify(entry)}; export * from ${JSON.stringify(path)}`
			return { contents, loader: 'ts', resolveDir: ROOT }
		})
	},
})

/**
 * Leaves out Zod's conversion to JSON Schema, 6 KB gzip that each schema brings along. The API document is made before the
 * deployment, so nothing in the Worker converts.
 */
const withoutJsonSchema: Plugin = {
	name: 'without-json-schema',
	setup(bundler) {
		bundler.onLoad({ filter: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ }, ({ path }) => {
			const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:function|const|class) (\w+)/gm)].map(
				([, name]) => name,
			)
			const missing = `() => () => { throw new Error('The Worker is built without JSON Schema') }`
			return {
				contents: `const missing = ${missing}\nexport { ${names.map((name) => `missing as ${name}`).join(', ')} }`,
			}
		})
	},
}

/** The modules beside `main`, in the form of Miniflare's options. It doesn't find by itself what an `import()` loads. */
export function modulesOf(main: string) {
	const others = globSync(join(dirname(main), '*.mjs')).filter((path) => path !== main)
	return {
		modulesRoot: dirname(main),
		modules: [main, ...others].map((path) => ({ type: 'ESModule' as const, path })),
	}
}

const absolute = (path: string) => join(ROOT, path)

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

/** The size of built modules in bytes, plain and with gzip. */
export function sizeOf(modules: string[]): { bytes: number; gzip: number } {
	const sources = modules.map((path) => readFileSync(path))
	return {
		bytes: sum(sources.map(({ length }) => length)),
		gzip: sum(sources.map((source) => gzipSync(source).length)),
	}
}
