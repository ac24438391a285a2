// Part of `npm run check`: prints how much of the console a browser loads, and fails when it's over budget.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ASSETS, buildConsole } from './console.ts'

/** The first load: the page, and the scripts and styles of its own and of the dashboard. Without fonts, and with Brotli. */
const FIRST_KB = 200
/** Each further script or style, which loads with its screen. */
const SCREEN_KB = 20

await buildConsole()
const page = readFileSync(join(ASSETS, 'console/index.html'), 'utf8')
const files = globSync('console/assets/*.{js,css}', { cwd: ASSETS })
const first = withImports(files.filter((file) => page.includes(`/${file}`) || basename(file).startsWith('dashboard-')))
const size = (file: string) => brotliCompressSync(readFileSync(join(ASSETS, file))).length / 1024

const firstKb = ['console/index.html', ...first].reduce((sum, file) => sum + size(file), 0)
const screens = files
	.filter((file) => !first.has(file))
	.map((file) => ({ name: basename(file).replace(/-[\w-]{8}(\.js|\.css)$/, '$1'), kb: size(file) }))
	.toSorted((a, b) => b.kb - a.kb)
const [largest] = screens
console.log(
	`The console first loads ${firstKb.toFixed(1)} KB of page, scripts and styles with Brotli; its budget is ${FIRST_KB} KB. ` +
		`Its largest screen is ${largest?.name} with ${largest?.kb.toFixed(1)} KB; each may have ${SCREEN_KB} KB.`,
)
const tooLarge = screens.filter(({ kb }) => kb > SCREEN_KB)
for (const { name, kb } of tooLarge) console.error(`The screen ${name} has ${kb.toFixed(1)} KB with Brotli`)
if (firstKb > FIRST_KB || tooLarge.length > 0) process.exit(1)

/** These scripts with everything they import right away. A part that several screens share is a script of its own. */
function withImports(scripts: string[]): Set<string> {
	const all = new Set(scripts)
	for (const script of all)
		for (const [, name] of readFileSync(join(ASSETS, script), 'utf8').matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
			all.add(`console/assets/${name}`)
	return all
}
