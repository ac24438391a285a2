// Part of `npm run check`: one word means one thing. A word that has been retired, or a phrase that nobody says, is named with
// the one to use instead.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './settings.ts'

interface Retired {
	word: RegExp
	instead: string
	/** Where it stays: in names on the wire, in the database and of jobs. */
	but?: RegExp
}

const RETIRED: Retired[] = [
	{ word: /\b(?:the|a|each|every) gate\b|\bgate\//i, instead: 'middleware' },
	{ word: /sequel/i, instead: 'after-commit hook' },
	{ word: /\b(?:sets?|setting) (?:\w+ ){0,3}back\b/i, instead: 'revert, or roll back' },
	{
		word: /rehears/i,
		instead: 'dry run, or simulate',
		but: /gateway|RehearseGatewayConfig|\/rehearse|\{ rehearse \}/,
	},
	{ word: /judge?ment\b/i, instead: 'risk assessment' },
	{ word: /\bjudg(?:e|es|ing)\b/i, instead: 'assess, or check', but: /hostile/ },
	{ word: /verdict/i, instead: 'decision', but: /IpVerdict/ },
	{ word: /\btwins?\b/i, instead: 'concurrent duplicate' },
	{ word: /\b(?:wakes?|woken|waking)\b/i, instead: 'signal', but: /wake-webhooks/ },
	{
		word: /\bfolds?\b|\bfolded\b|\bfolding\b/i,
		instead: 'compact',
		but: /fold-ledger|ledger_folds|ledgerFolds|folded_|can be folded|consumption of one day/,
	},
	{ word: /\babsences?\b/i, instead: 'suspension period', but: /broadcast_absences|broadcastAbsences/ },
	{
		word: /homeless|giveHome|noteDecided|areDecided|mayGoOn|hearsDryRun|\basker\b|isFlush|isAtEnd/i,
		instead: 'a name that says it',
	},
	{ word: /came about|comes about|come about/i, instead: 'what happened, in a verb' },
	{ word: /\bas it may have\b|\bas they may have\b/i, instead: 'the maximum number' },
	{ word: /\bany more\b/i, instead: 'no longer', but: /\bany more (?:\w+s)\b/ },
	{ word: /\b(?:goes|go|going) on\b/i, instead: 'continues' },
	{ word: /\bis through\b/i, instead: 'is done' },
]

const PAGES = ['src/**/*.{ts,tsx,md,sql,py}', 'test/**/*.{ts,tsx,md,py}', 'drizzle/seed/**/*.ts', 'drizzle/README.md']
const PAPERS = ['README.md', '.github/*.md', '.github/decisions/*.md']
const GENERATED = [
	'**/*.d.ts',
	'src/client/plinth_runtime.py',
	'**/statements.sql',
	'src/tools/words.ts',
	'.github/CHANGELOG.md',
]

const root = process.argv[2] ?? ROOT
const files = globSync([...PAGES, ...PAPERS], { cwd: root, exclude: GENERATED }).toSorted()
const problems = files.flatMap((file) =>
	readFileSync(join(root, file), 'utf8')
		.split('\n')
		.flatMap((line, index) => problemsOf(file, line).map((problem) => `${file}:${index + 1} ${problem}`)),
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

/** What a line says in a word that has been retired, in a sentence each. */
function problemsOf(file: string, line: string): string[] {
	return RETIRED.flatMap(({ word, instead, but }) => {
		if (but?.test(file)) return []
		const found = word.exec(but ? line.replaceAll(new RegExp(but, 'g'), '') : line)
		return found ? [`says "${found[0]}": say ${instead}`] : []
	})
}
