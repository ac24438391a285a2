import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import type { build as viteBuild, Plugin } from 'vite'
import { REFERENCE_SCRIPT } from '../operations/docs/built.ts'
import { writeClientTypes } from './client-types.ts'
import { buildDocs } from './docs.ts'
import { ROOT } from './settings.ts'

const SOURCE = join(ROOT, 'src/console')

/** The folder of the Worker's static assets. */
export const ASSETS = join(ROOT, 'dist/assets')

/** Names the sources from which the assets were built. */
const STAMP = join(ROOT, 'dist/console.sha1')

/** What the console is built from, next to its own files. */
const OTHERS = ['package-lock.json', 'src/tools/console.ts']

/** What chooses among many things. It comes with the palette, or with the first form that has such a field. */
const PICK = /@base-ui[\\/]react[\\/](autocomplete|combobox)|pick-field|org-field/

const OUTPUT = {
	outDir: ASSETS,
	emptyOutDir: false,
	target: ['chrome125', 'firefox128', 'safari17.5'],
	modulePreload: { polyfill: false },
	reportCompressedSize: false,
}

/** The letters of the first paint. Found in the style sheet only, they would come last and move every line. */
const FONT = /geist-latin-wght-normal/

const preloadFont: Plugin = {
	name: 'preload-font',
	transformIndexHtml: {
		order: 'post',
		handler: (_, { bundle }) =>
			Object.keys(bundle ?? {})
				.filter((file) => FONT.test(file))
				.map((file) => ({
					tag: 'link',
					attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
					injectTo: 'head',
				})),
	},
}

/** The dialogs and menus that every screen has, and what the choosers share with them. */
const CONTROLS = (id: string) => /@base-ui|@floating-ui/.test(id) && !PICK.test(id)

/** What lists and forms have of our own kit. The dashboard has neither, so it comes with the first screen after it. */
const LATER =
	/src[\\/]console[\\/](ui[\\/](list|paging|person|form-dialog|json|secret-field|select-filter)|change[\\/](conflict|edit|trial))\b/

/** The rest of it with its icons, which every visit has. */
const KIT = (id: string) =>
	/[\\/]lucide[\\/]|src[\\/]console[\\/](ui|change)[\\/]/.test(id) && !PICK.test(id) && !LATER.test(id)

/**
 * Builds the documentation and the console into `dist/assets`, the latter unless it was built from the same sources. Old files go after the new ones have come:
 * `wrangler dev` watches the folder and would miss one that is gone for a moment.
 */
export async function buildConsole(): Promise<void> {
	buildDocs(ASSETS)
	await writeClientTypes()
	const sources = stampOf()
	if (existsSync(join(ASSETS, 'console/index.html')) && read(STAMP) === sources) return
	const { build } = await import('vite')
	// The test runner sets it, and React would then come with its development build, twice as large.
	const { NODE_ENV } = process.env
	process.env.NODE_ENV = 'production'
	await buildReference(build)
	mkdirSync(ASSETS, { recursive: true })
	const { output } = (await build({
		configFile: false,
		root: join(ROOT, 'src'),
		base: '/',
		publicDir: join(SOURCE, 'public'),
		plugins: [react(), preloadFont],
		logLevel: 'warn',
		define: operations(),
		build: {
			...OUTPUT,
			assetsDir: 'console/assets',
			assetsInlineLimit: 0,
			rolldownOptions: {
				input: join(SOURCE, 'index.html'),
				output: {
					codeSplitting: {
						groups: [
							{ name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, priority: 3 },
							{ name: 'controls', test: CONTROLS, priority: 2 },
							{ name: 'ui', test: KIT, priority: 2 },
							{ name: 'lists', test: LATER, priority: 2 },
							{ name: 'pick', test: PICK, priority: 1 },
						],
					},
				},
			},
		},
	})) as { output: { fileName: string }[] }
	if (NODE_ENV === undefined) delete process.env.NODE_ENV
	else process.env.NODE_ENV = NODE_ENV
	prune(new Set([...output.map(({ fileName }) => fileName), REFERENCE_SCRIPT.slice(1)]))
	writeFileSync(STAMP, sources)
}

/** Builds the script of the API's page. It is one file with a fixed name, because another build writes the page. */
async function buildReference(build: typeof viteBuild): Promise<void> {
	await build({
		configFile: false,
		root: join(ROOT, 'src'),
		publicDir: false,
		logLevel: 'warn',
		build: {
			...OUTPUT,
			rolldownOptions: {
				input: join(SOURCE, 'reference/main.ts'),
				output: { entryFileNames: REFERENCE_SCRIPT.slice(1) },
			},
		},
	})
}

/** Which operations that make changes safer this API has. The console offers nothing that the Worker behind it would ignore. */
function operations(): Record<string, string> {
	const { paths, components } = JSON.parse(readFileSync(join(ROOT, 'src/operations/docs/openapi.json'), 'utf8')) as {
		paths: object
		components: { schemas: object }
	}
	return {
		'import.meta.env.HAS_DRY_RUN': String('DryRun' in components.schemas),
		'import.meta.env.HAS_UNDO': String('/v1/admin/audit-logs/{id}/revert' in paths),
		'import.meta.env.HAS_CONFIRM': String('/v1/admin/changes/{id}/confirm' in paths),
		'import.meta.env.HAS_SEARCH': String('/v1/admin/search' in paths),
	}
}

function prune(built: Set<string>) {
	const inPublic = globSync('**/*', { cwd: join(SOURCE, 'public') })
	const keep = new Set([...built, ...inPublic])
	for (const file of globSync('console/**/*.*', { cwd: ASSETS }))
		if (!keep.has(file)) rmSync(join(ASSETS, file), { force: true })
}

/** A hash of all sources. Times of files say nothing after a checkout. */
function stampOf(): string {
	const hash = createHash('sha1').update(JSON.stringify(operations()))
	const own = globSync('**/*.*', { cwd: SOURCE, exclude: (file) => file.endsWith('.d.ts') || file.endsWith('.md') })
	for (const file of [...own.map((name) => join(SOURCE, name)), ...OTHERS.map((name) => join(ROOT, name))].toSorted())
		hash.update(relative(ROOT, file)).update(readFileSync(file))
	return hash.digest('hex')
}

function read(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return undefined
	}
}
