// After `npm test` in `.ci/run`: fails when a file takes twice the share of the run that `times.json` says. `--write` writes the shares
// of a run. Shares are comparable between machines, and seconds aren't.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const KEPT = join(import.meta.dirname, 'times.json')
/** Files below take their share by chance. */
const COUNTS_FROM_MS = 1_000

interface Report {
	testResults: { name: string; assertionResults: { duration?: number }[] }[]
}

const [path = '', how] = process.argv.slice(2)
const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const files = testResults.map(({ name, assertionResults }) => ({
	name: relative(ROOT, name),
	ms: sum(assertionResults.map(({ duration = 0 }) => duration)),
}))
const total = sum(files.map(({ ms }) => ms))
const long = files.filter(({ ms }) => ms > COUNTS_FROM_MS).toSorted((one, other) => (one.name < other.name ? -1 : 1))
/** In percent of the run. */
const shares = Object.fromEntries(long.map(({ name, ms }) => [name, Number(((100 * ms) / total).toFixed(2))]))

if (how === '--write') writeFileSync(KEPT, `${JSON.stringify(shares, null, '\t')}\n`)
else {
	const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number>
	/** What a file of one second takes, for those that aren't listed. */
	const least = (100 * COUNTS_FROM_MS) / total
	const doubled = Object.entries(shares).filter(([name, share]) => share > 2 * Math.max(kept[name] ?? 0, 2 * least))
	for (const [name, share] of doubled)
		console.error(
			`${name} takes ${share} % of the run, and ${kept[name] ?? 'less than'} % before: make it cheaper, or say so in test/times.json`,
		)
	if (doubled.length > 0) process.exitCode = 1
}
