// Part of `npm run check`: one word means one thing. A word that has been retired, or a phrase that nobody says, is named with
// the one to use instead.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endOn, ROOT } from './settings.ts'

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
		but: /gateway|RehearseGatewayConfig|[/_]rehearse\b|\{ rehearse \}/,
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

/** What's said otherwise in the field, in texts that people read who don't know our words. */
const TO_PEOPLE: Retired[] = [
	{ word: /\b(?:un)?prov(?:e|es|ed|en|ing)\b/i, instead: 'verify a domain, or confirm an identity' },
	{ word: /\bbounds?\b|\bbounded\b/i, instead: 'limit, or apply to', but: /bucket that is no longer bound/ },
	{
		word: /\bmay take\b|\b(?:runs?|agents?|users?|it|they) (?:takes?|took) (?:\d|more|credits)|\b(?:takes?|took|taken) (?:\d+ |its |the )?credits\b|\bwhat (?:it|they|runs?) (?:takes?|took)\b/i,
		instead: 'use (credits)',
	},
	{ word: /\bwe tell\b|\b(?:is|are|was|were) told\b|\btells the\b/i, instead: 'notify' },
	{
		word: /\b(?:gives?|gave|given|giving)\b[^.,]{0,30}\b(?:roles?|permissions?|power)\b|\bclaims? gives?\b/i,
		instead: 'grant (a role)',
	},
	{ word: /\bdemand(?:s|ed|ing)?\b/i, instead: 'require' },
	{
		word: /\bruns? (?:may |can |would |won't |doesn't |don’t |never )?(?:begins?|began|begun)\b|\b(?:begins?|began|begun) (?:\w+ ){0,2}runs?\b/i,
		instead: 'start (a run)',
	},
	{
		word: /\bends? (?:all |its |the |your |their )?(?:\w+ ){0,2}(?:API keys?|keys|tokens?)\b/i,
		instead: 'revoke (a key)',
	},
	{ word: /\b(?:goes|go) (?:before|first)\b/i, instead: 'take precedence over' },
	{ word: /\bbesides?\b/i, instead: 'in addition to' },
	{ word: /\bwho(?:m)?ever\b/i, instead: 'a noun, such as the person who, or anyone who' },
	{ word: /\bwhat (?:\w+ ){1,4}may\b/i, instead: 'a noun, such as permissions', but: /what its next step may cost/ },
	{ word: /\b(?:gets|gives|get|give) none\b/i, instead: 'what is missing, by its noun' },
	{ word: /\bfullest\b|\bstill you\b|\btakes? money\b/i, instead: "usage, or confirm it's you" },
	{
		word: /(?:^|\| )(?:Only|Programs|Serves|Taken|Window|May|What's taken[^|]*)(?= \||$)/,
		instead: 'applies to, service accounts, used, period, or permissions',
	},
	// In the API's own documents it's the name of a field.
	{ word: /\bwindows?\b/i, instead: 'period', but: /^src\/worker|another window/ },
]

const TEXTS = [
	'src/console/text/en/*.ts',
	'src/worker/operations/guides/en/*.ts',
	'src/worker/operations/docs/field-words*.ts',
	'src/worker/ground/http/{*-reasons,reasons,codes}.ts',
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
const texts = new Set(globSync(TEXTS, { cwd: root }))
const problems = files.flatMap((file) =>
	readFileSync(join(root, file), 'utf8')
		.split('\n')
		.flatMap((line, index) =>
			[...problemsOf(RETIRED, file, line), ...(texts.has(file) ? problemsOf(TO_PEOPLE, file, saidIn(line)) : [])].map(
				(problem) => `${file}:${index + 1} ${problem}`,
			),
		),
)
endOn(problems)

/** What a line says in a word that has been retired, in a sentence each. */
function problemsOf(retired: Retired[], file: string, line: string): string[] {
	return retired.flatMap(({ word, instead, but }) => {
		if (but?.test(file)) return []
		const found = word.exec(but ? line.replaceAll(new RegExp(but, 'g'), '') : line)
		return found ? [`says "${found[0]}": say ${instead}`] : []
	})
}

/** The texts of a line, without its names of properties, its code and what is put into the texts. */
function saidIn(line: string): string {
	if (/^\s*(?:\/?\*|\/\/)/.test(line)) return ''
	const texts = line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1(?!:)/g)
	return [...texts].map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}|`[^`]*`/g, '…')).join(' | ')
}
