// Part of `npm run check`: prints how much of the console a browser loads, and fails when it's over budget.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ASSETS, buildConsole } from './console.ts'

/** The scripts of the first load: the page's own and the dashboard's. */
const FIRST_KB = 190
/** Each further script, which loads with its screen. */
const SCREEN_KB = 15

await buildConsole()
const page = readFileSync(join(ASSETS, 'console/index.html'), 'utf8')
const files = globSync('console/assets/*.js', { cwd: ASSETS })
const first = withImports(files.filter((file) => page.includes(`/${file}`) || basename(file).startsWith('dashboard-')))
const size = (file: string) => gzipSync(readFileSync(join(ASSETS, file))).length / 1024

const firstKb = [...first].reduce((sum, file) => sum + size(file), 0)
const screens = files
	.filter((file) => !first.has(file))
	.map((file) => ({ name: basename(file).replace(/-[\w-]{8}\.js$/, ''), kb: size(file) }))
	.toSorted((a, b) => b.kb - a.kb)
const [largest] = screens
console.log(
	`The console first loads ${firstKb.toFixed(1)} KB gzip of scripts; its budget is ${FIRST_KB} KB. ` +
		`Its largest screen is ${largest?.name} with ${largest?.kb.toFixed(1)} KB; each may have ${SCREEN_KB} KB.`,
)
const tooLarge = screens.filter(({ kb }) => kb > SCREEN_KB)
for (const { name, kb } of tooLarge) console.error(`The screen ${name} has ${kb.toFixed(1)} KB gzip`)
if (firstKb > FIRST_KB || tooLarge.length > 0) process.exit(1)

/** These scripts with everything they import right away. A part that several screens share is a script of its own. */
function withImports(scripts: string[]): Set<string> {
	const all = new Set(scripts)
	for (const script of all)
		for (const [, name] of readFileSync(join(ASSETS, script), 'utf8').matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
			all.add(`console/assets/${name}`)
	return all
}
