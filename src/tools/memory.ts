// Part of `npm run check`: whatever a module of the Worker keeps between requests signs up to be forgotten (src/worker/isolate.ts). A test
// would otherwise find what another file left there.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endOn, ROOT } from './settings.ts'

const files = globSync('src/worker/**/*.ts', { cwd: ROOT, exclude: ['src/worker/operations/guides/**'] }).toSorted()
const problems = files.flatMap((file) => {
	const source = readFileSync(join(ROOT, file), 'utf8')
	const forgotten = [...source.matchAll(/^onForget\(.*\n(?:\t.*\n)*/gm)].map(([text]) => text).join()
	const variables = [...source.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name = '']) => name)
	const fillable = [...source.matchAll(/^(?:export )?const (\w+) = new (?:Map|Set)<.*>\(\)$/gm)].map(
		([, name = '']) => name,
	)
	return [
		...variables
			.filter((name) => !new RegExp(`\\b${name}\\b`).test(forgotten))
			.map((name) => `${file} keeps ${name}: forget it by onForget`),
		...fillable.map((name) => `${file} fills ${name}: make it forgettable`),
	]
})
endOn(problems)
