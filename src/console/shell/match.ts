// Finds by words, in any order: each word of the query begins a word of the text, also with one letter wrong.

/** Chinese sets no spaces between words. */
const HAN = /\p{Script=Han}/u

/** Shorter words have too many neighbors. */
const LONG = 4

const wordsIn = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[\s·,:/^()]+/)
		.filter(Boolean)

/** Whether two words are the same but for one letter: wrong, missing, extra, or swapped with the next. */
function isNear(typed: string, word: string): boolean {
	let at = 0
	while (at < typed.length && typed[at] === word[at]) at += 1
	const [rest, other] = [typed.slice(at), word.slice(at)]
	if (rest === other) return true
	return (
		rest.slice(1) === other.slice(1) ||
		rest.slice(1) === other ||
		rest === other.slice(1) ||
		(rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
	)
}

/** Whether a typed word begins one of the text. */
const begins = (typed: string, text: string, words: string[]) =>
	words.some((word) => word.startsWith(typed)) || (HAN.test(typed) && text.includes(typed))

/** Whether it begins one with a letter wrong. */
const nearlyBegins = (typed: string, words: string[]) =>
	typed.length >= LONG &&
	words.some((word) =>
		[typed.length - 1, typed.length, typed.length + 1].some((length) => isNear(typed, word.slice(0, length))),
	)

/** 2 if each word of the query begins a word of the text, 1 if some do so with a letter wrong, and 0 if one doesn't. */
export function matchOf(q: string, text: string): 0 | 1 | 2 {
	const [lower, words] = [text.toLowerCase(), wordsIn(text)]
	const typed = wordsIn(q)
	if (typed.every((word) => begins(word, lower, words))) return 2
	return typed.every((word) => begins(word, lower, words) || nearlyBegins(word, words)) ? 1 : 0
}

/** What is left of a query without the words that some verbs begin with, which say what to do with the rest. */
export function withoutWords(q: string, verbs: readonly string[]): string {
	const known = verbs.flatMap(wordsIn)
	const typed = q.trim().split(/\s+/)
	const rest = typed.filter((word) => word.length < LONG || matchOf(word, known.join(' ')) === 0)
	return rest.length > 0 ? rest.join(' ') : q.trim()
}
