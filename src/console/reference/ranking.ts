/** What the build writes for the search: a kind, a title, what stands below it, the address, and the text that's searched. */
export type Found = [
	kind: 'guide' | 'operation' | 'event' | 'error',
	title: string,
	detail: string,
	href: string,
	text: string,
]

/** Which of two equal matches comes first: what explains, then what's called. */
const KINDS = { guide: 3, operation: 2, event: 1, error: 0 }

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/** The words of a search. Chinese has no spaces, so the browser says where its words are. */
export const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/\s+/)
		.flatMap((piece) => (isChinese(piece) ? segments(piece) : [piece]))
		.filter(Boolean)

function segments(piece: string): string[] {
	const all = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(piece)]
	return all.flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

/** What several forms of an English word have in common: retry, retries, retried. */
const stemOf = (word: string) =>
	/^[a-z]{5,}$/.test(word) ? word.replace(/(?<=^\w{3,})(ies|ied|ing|es|ed|y|s)$/, '') : word

/** A text as a pattern that finds it. */
const escapedIn = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** How well a text has a word: as a whole word, from its start, or somewhere in it. */
function fits(text: string, word: string): number {
	const at = text.indexOf(word)
	if (at === -1) return 0
	if (isChinese(word)) return 2
	const escaped = escapedIn(word)
	if (new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`).test(text)) return 3
	return new RegExp(`(?<![a-z0-9])${escaped}`).test(text) ? 2 : 1
}

/** A place counts more if readers see it first. */
const WEIGHTS = [20, 6, 2]

function pointsOf(texts: string[], word: string): number {
	const stem = stemOf(word)
	return texts.reduce((sum, text, index) => {
		// A word's other forms fit less than the word itself.
		const points = fits(text, word) || Math.min(fits(text, stem), 2) / 2
		return sum + points * (WEIGHTS[index] ?? 0)
	}, 0)
}

/** All entries that have every word, the best first. */
export function ranked(all: Found[], words: string[]): Found[] {
	const rows = all.flatMap((entry, index) => {
		const texts = [entry[1], `${entry[2]} ${entry[3]}`, entry[4]].map((text) => text.toLowerCase())
		const points = words.map((word) => pointsOf(texts, word))
		if (points.includes(0)) return []
		return [{ entry, index, points: points.reduce((sum, one) => sum + one, KINDS[entry[0]]) }]
	})
	return rows.toSorted((a, b) => b.points - a.points || a.index - b.index).map(({ entry }) => entry)
}

/** A piece of a text, and whether it was searched for. */
interface Piece {
	text: string
	isFound: boolean
}

/** A text in pieces: what was searched for, and what's between. */
export function pieces(text: string, words: string[]): Piece[] {
	const escaped = words.map((word) => `${escapedIn(stemOf(word))}${isChinese(word) ? '' : '[a-z]*'}`)
	const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'i'))
	return parts.map((part, index) => ({ text: part, isFound: index % 2 === 1 })).filter((piece) => piece.text !== '')
}

const AROUND = 60

/** The part of a text around the first word that it has. */
export function excerptOf(text: string, words: string[]): string {
	const low = text.toLowerCase()
	const places = words.map((word) => low.indexOf(stemOf(word))).filter((at) => at !== -1)
	const at = places.length === 0 ? 0 : Math.min(...places)
	const start = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1 || at - AROUND
	const from = start > at ? at - AROUND : start
	const cut = text.slice(from, at + 2 * AROUND)
	return `${from > 0 ? '…' : ''}${cut}${from + cut.length < text.length ? '…' : ''}`
}
