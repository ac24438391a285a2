// Part of `npm run check`: prints how much of the console a browser loads, and fails when it's over budget.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { LANGUAGES } from './console-languages.ts'
import { buildConsole, TEXTS } from './console.ts'
import { ASSETS, endOn, ROOT } from './settings.ts'

/** The first load: the page, and the scripts and styles of its own and of the dashboard. Without fonts, and with Brotli. */
const FIRST_KB = 200
/** Each further script or style, which loads with its screen. */
const SCREEN_KB = 20
/** The texts in a script. They are part of its size. */
const TEXTS_KB = 7

await buildConsole()
const page = readFileSync(join(ASSETS, 'console/index.html'), 'utf8')
const texts = JSON.parse(readFileSync(TEXTS, 'utf8')) as Record<string, string[]>
const size = (file: string) => brotliSize(readFileSync(join(ASSETS, file)))
const problems = LANGUAGES.flatMap(check)
endOn(problems)

/** What is too large in a language. */
function check(language: string): string[] {
	const files = globSync(`console/assets/{${language}/*.js,*.{js,css}}`, { cwd: ASSETS })
	const first = withImports(
		files.filter((file) => page.includes(`/${file}`) || basename(file).startsWith('dashboard-')),
	)
	const firstKb = ['console/index.html', 'console/language.js', ...first].reduce((sum, file) => sum + size(file), 0)
	const screens = largestFirst(files.filter((file) => !first.has(file)).map((file) => ({ file, kb: size(file) })))
	const inTexts = largestFirst(
		files.flatMap((file) => (texts[file] ? [{ file, kb: textSize(language, texts[file]) }] : [])),
	)
	const [screen] = screens
	const [text] = inTexts
	console.log(
		`The console in ${language} first loads ${firstKb.toFixed(1)} KB of page, scripts and styles with Brotli; its budget is ${FIRST_KB} KB. ` +
			`Its largest screen is ${screen?.name} with ${screen?.kb.toFixed(1)} KB; each may have ${SCREEN_KB} KB. ` +
			`The most texts are in ${text?.name} with ${text?.kb.toFixed(1)} KB; each may have ${TEXTS_KB} KB.`,
	)
	return [
		...(firstKb > FIRST_KB ? [`The first load in ${language} has ${firstKb.toFixed(1)} KB with Brotli`] : []),
		...screens
			.filter(({ kb }) => kb > SCREEN_KB)
			.map(({ name, kb }) => `The screen ${name} in ${language} has ${kb.toFixed(1)} KB with Brotli`),
		...inTexts
			.filter(({ kb }) => kb > TEXTS_KB)
			.map(({ name, kb }) => `The texts of ${name} in ${language} have ${kb.toFixed(1)} KB with Brotli`),
	]
}

function largestFirst(sizes: { file: string; kb: number }[]) {
	const named = sizes.map(({ file, kb }) => ({ name: basename(file).replace(/-[\w-]{8}(\.js|\.css)$/, '$1'), kb }))
	return named.toSorted((a, b) => b.kb - a.kb)
}

function textSize(language: string, names: string[]): number {
	const source = names.map((name) => readFileSync(join(ROOT, 'src/console/text', language, name), 'utf8'))
	return brotliSize(source.map((code) => transformSync(code, { loader: 'ts', minify: true }).code).join(''))
}

function brotliSize(content: Buffer | string): number {
	return brotliCompressSync(content).length / 1024
}

/** These scripts with everything they import right away. A part that several screens share is a script of its own. */
function withImports(scripts: string[]): Set<string> {
	const all = new Set(scripts)
	for (const script of all)
		for (const [, name = ''] of readFileSync(join(ASSETS, script), 'utf8').matchAll(
			/(?:from|import)"(\.\.?\/[\w./-]+\.js)"/g,
		))
			all.add(join(script, '..', name))
	return all
}
