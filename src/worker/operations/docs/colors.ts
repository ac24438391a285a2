import { raw } from 'hono/html'

// Where the colors of code are. The build finds them, and the pages' script paints them by the ranges in `data-colors`: as elements
// of their own they would be twice as many as all others of a page.

type Syntax = 'shell' | 'typescript' | 'python' | 'json'

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"`
const NUMBER = String.raw`(?<n>(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.]))`

/** The tokens of each language, by the letter of their color: comments, names, strings, keywords, numbers, variables. */
const TOKENS: Record<Syntax, RegExp> = {
	shell: new RegExp(
		String.raw`(?<c>(?<=^|\s)#.*)|(?<v>\$\{?\w+\}?)|(?<s>'[^']*'|"(?:[^"\\]|\\.)*")|(?<k>^\s*(?:curl|export|npm|node|npx|python3|pip|source)\b)|(?<n>(?<=\s)--?\w[\w-]*)`,
		'gm',
	),
	typescript: new RegExp(
		String.raw`(?<c>(?<=^|\s)\/\/.*)|(?<s>'(?:[^'\\\n]|\\.)*'|${TEXT}|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})|(?<k>\b(?:const|let|await|async|function|return|if|else|for|of|while|new|throw|try|catch|finally|import|from|export|typeof|in|break|continue|true|false|null|undefined)\b)|${NUMBER}`,
		'g',
	),
	python: new RegExp(
		String.raw`(?<c>(?<=^|\s)#.*)|(?<s>[fbr]?"""[\s\S]*?"""|[fbr]?${TEXT}|[fbr]?'(?:[^'\\\n]|\\.)*')|(?<k>\b(?:import|from|as|def|async|await|class|return|if|elif|else|for|in|while|with|try|except|finally|raise|not|and|or|is|lambda|pass|break|continue|True|False|None)\b)|${NUMBER}`,
		'gm',
	),
	json: new RegExp(
		String.raw`(?<v>${TEXT}(?=\s*:)|^[A-Z][\w-]+(?=:))|(?<s>${TEXT})|(?<k>\b(?:true|false|null)\b)|${NUMBER}`,
		'gm',
	),
}

function syntaxOf(source: string): Syntax {
	if (/^\s*[{[]|^\d{3}\n/.test(source)) return 'json'
	if (/^(?:import \w+$|from \w+ import|(?:async )?def )/m.test(source)) return 'python'
	return /^(?:import |const |let |export (?:default|const|async|function)|await )/m.test(source)
		? 'typescript'
		: 'shell'
}

const BY_NAME: Record<string, Syntax> = { curl: 'shell', typescript: 'typescript', python: 'python', json: 'json' }

/** The ranges of a source: the letter of a color, the place, and the length. */
export const colorsOf = (source: string, name = ''): string =>
	[...source.matchAll(TOKENS[BY_NAME[name] ?? syntaxOf(source)])]
		.map(({ index, 0: text, groups = {} }) => {
			const [letter = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
			return `${letter}${index}+${text.length}`
		})
		.join(' ')

/** The attribute of a block of code. */
export const colors = (source: string, name?: string) => raw(` data-colors="${colorsOf(source, name)}"`)
