// Part of `npm run check`: only a route of the console imports a screen. If a part of a screen imported the screen itself, every
// other screen with that part would load all of it.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { endOn, ROOT } from './settings.ts'

const ROUTES = /^src\/console\/routes(\.tsx|\/)/

const files = globSync('src/console/**/*.{ts,tsx}', { cwd: ROOT }).toSorted()
const screens = new Set(
	files.filter((file) => ROUTES.test(file)).flatMap((file) => importsOf(file, /import\('([^']+)'\)/g)),
)
const problems = files
	.filter((file) => !ROUTES.test(file))
	.flatMap((file) =>
		importsOf(file, /(?:from|import) ?\(?'([^']+)'/g)
			.filter((path) => screens.has(path))
			.map((path) => `${file} imports ${path}, which is a screen: move what it needs to a file of its own`),
	)
endOn(problems)

/** The files that a file names by its relative imports. */
function importsOf(file: string, pattern: RegExp): string[] {
	const names = [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name)
	return names.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(file), name)))
}
