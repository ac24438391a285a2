import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import type { build as viteBuild, Plugin } from 'vite'
import { REFERENCE_SCRIPT, searchIndexIn, STYLE_SHEET } from '../worker/operations/docs/built.ts'
import { writeClientTypes } from './client-types.ts'
import { type Built, collect, isShared, LANGUAGES, pageOf, textsOf } from './console-languages.ts'
import { buildDocs } from './docs.ts'
import { documented } from './documented.ts'
import { firstForms } from './first-form.ts'
import { ASSETS, CONSOLE_PAGE as PAGE, ROOT, textOf } from './settings.ts'

const SOURCE = join(ROOT, 'src/console')

/** Names the sources from which the assets were built. */
const STAMP = join(dirname(ASSETS), 'console.sha1')

/** Which texts each script has, for the check of their size. */
export const TEXTS = join(dirname(ASSETS), 'console-texts.json')

/** What the console is built from, next to its own files. */
const OTHERS = [
	'package-lock.json',
	'src/tools/console.ts',
	'src/tools/console-languages.ts',
	'src/tools/first-form.ts',
	...(process.env.PSEUDO_LANGUAGE ? [process.env.PSEUDO_LANGUAGE] : []),
]

/** Fields that choose among many things. They load with the palette, or with the first form that has such a field. */
const PICK = /@base-ui[\\/]react[\\/](autocomplete|combobox)|pick-(field|filter)|org-field/

const OUTPUT = {
	outDir: ASSETS,
	emptyOutDir: false,
	target: ['chrome125', 'firefox128', 'safari17.5'],
	modulePreload: { polyfill: false },
	reportCompressedSize: false,
}

/** The font of the first paint. If only the style sheet named it, it would load last and shift every line. */
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

/** The dialogs and menus that every screen has, and what the pickers share with them. */
const CONTROLS = (id: string) => /@base-ui|@floating-ui/.test(id) && !PICK.test(id)

/** The part of our own kit for lists and forms. The dashboard has neither, so this loads with the first screen after it. */
const LATER =
	/src[\\/]console[\\/](lists[\\/]list|ui[\\/](detail|form-dialog|json|moment-field|paging|person|progress-bar|save-file|secret-field|select-filter|selection|timeline)|change[\\/](asked|bulk\.ts|conflict|edit(able)?|in-time|trial|only|preview|review|differences|sentences))\b/

/** The banner of changes on trial loads when there is one, and what is done with several rows when some are selected. */
const ASKED = /waiting-banner|change[\\/]bulk[-.](?!ts)/

/** The rest of our kit with its icons, which every visit loads. */
const KIT = (id: string) =>
	/[\\/]lucide[\\/]|src[\\/]console[\\/]((ui|change)[\\/]|names[\\/]name\b|calls[\\/]trouble|session[\\/]session)/.test(
		id,
	) && ![PICK, LATER, ASKED].some((one) => one.test(id))

/**
 * Builds the documentation into `dist/assets`, and the console if its sources changed. Old files are deleted after the new ones
 * are there: `wrangler dev` watches the folder, and would miss a file that's gone for a moment.
 */
export async function buildConsole(): Promise<void> {
	buildDocs(ASSETS)
	await writeClientTypes()
	const sources = stampOf()
	if (existsSync(join(ASSETS, PAGE)) && textOf(STAMP) === sources) return
	const { build } = await import('vite')
	// The test runner sets it, and would get React's development build, which is twice as large.
	const { NODE_ENV } = process.env
	process.env.NODE_ENV = 'production'
	const reference = await buildReference(build)
	mkdirSync(ASSETS, { recursive: true })
	const built = Object.fromEntries(
		await Promise.all(LANGUAGES.map(async (language) => [language, await buildIn(language, build)] as const)),
	)
	const page = join(ASSETS, PAGE)
	mkdirSync(dirname(page), { recursive: true })
	writeFileSync(page, pageOf(built, await firstForms()))
	writeFileSync(TEXTS, JSON.stringify(Object.assign({}, ...Object.values(built).map(({ texts }) => texts))))
	if (NODE_ENV === undefined) delete process.env.NODE_ENV
	else process.env.NODE_ENV = NODE_ENV
	const ours = Object.values(built).flatMap(({ files }) => files)
	prune(
		new Set([
			...ours,
			...reference.map(({ fileName }) => fileName),
			PAGE,
			...LANGUAGES.map((one) => searchIndexIn(one).slice(1)),
		]),
	)
	writeFileSync(STAMP, sources)
}

/** Builds the console in a language. All builds write into the same folder, where each language has a folder for its scripts. */
async function buildIn(language: string, build: typeof viteBuild): Promise<Built> {
	const built: Built = { page: '', files: [], texts: {} }
	const chunkFileNames = ({ name }: { name: string }) =>
		isShared(name) ? 'console/assets/[name]-[hash].js' : `console/assets/${language}/[name]-[hash].js`
	await build({
		configFile: false,
		root: join(ROOT, 'src'),
		base: '/',
		publicDir: join(SOURCE, 'public'),
		plugins: [textsOf(language), react(), preloadFont, collect(built)],
		logLevel: 'warn',
		define: documented(),
		build: {
			...OUTPUT,
			assetsDir: 'console/assets',
			assetsInlineLimit: 0,
			rolldownOptions: {
				input: join(SOURCE, 'index.html'),
				output: {
					entryFileNames: chunkFileNames,
					chunkFileNames,
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
	})
	return built
}

/** Builds the script and the style sheet of the documentation. Their names are fixed, because another build writes the pages. */
async function buildReference(build: typeof viteBuild) {
	const { output } = (await build({
		configFile: false,
		root: join(ROOT, 'src'),
		base: '/',
		publicDir: false,
		logLevel: 'warn',
		build: {
			...OUTPUT,
			assetsInlineLimit: 0,
			rolldownOptions: {
				input: join(SOURCE, 'reference/main.ts'),
				output: {
					entryFileNames: REFERENCE_SCRIPT.slice(1),
					assetFileNames: ({ names: [name = ''] }) =>
						name.endsWith('.css') ? STYLE_SHEET.slice(1) : 'console/assets/[name]-[hash][extname]',
				},
			},
		},
	})) as { output: { fileName: string }[] }
	return output
}

function prune(built: Set<string>) {
	const inPublic = globSync('**/*', { cwd: join(SOURCE, 'public') })
	const keep = new Set([...built, ...inPublic])
	for (const file of globSync('console/**/*.*', { cwd: ASSETS }))
		if (!keep.has(file)) rmSync(join(ASSETS, file), { force: true })
}

/** A hash of all sources. After a checkout, file times say nothing. */
function stampOf(): string {
	const hash = createHash('sha1').update(JSON.stringify(documented()))
	const own = globSync('**/*.*', { cwd: SOURCE, exclude: (file) => file.endsWith('.d.ts') || file.endsWith('.md') })
	for (const file of [...own.map((name) => join(SOURCE, name)), ...OTHERS.map((name) => join(ROOT, name))].toSorted())
		hash.update(relative(ROOT, file)).update(readFileSync(file))
	return hash.digest('hex')
}
