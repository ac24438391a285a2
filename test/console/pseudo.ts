// A language for tests: every text in brackets, with accents, and longer by as much as a translation may be.

export const ACCENTED: Record<string, string> = {
	a: 'áá',
	e: 'éé',
	i: 'íí',
	o: 'óó',
	u: 'úú',
	A: 'Áá',
	E: 'Éé',
	I: 'Íí',
	O: 'Óó',
	U: 'Úú',
	c: 'ç',
	n: 'ñ',
	s: 'š',
	y: 'ý',
	z: 'ž',
	C: 'Ç',
	N: 'Ñ',
	S: 'Š',
	Y: 'Ý',
	Z: 'Ž',
}

/** A text with an accent on every letter that can have one. Vowels are twice as long. A text in it stays as it is. */
export const accented = (text: string) => text.replaceAll(/[aceinosuyz]/gi, (letter) => ACCENTED[letter] ?? letter)

/** The same texts in the pseudo language: those of an object, and what a function says. */
export function pseudo<T>(text: T): T
export function pseudo(text: unknown): unknown {
	if (typeof text === 'string') return text === '' ? '' : `[${accented(text)}]`
	if (typeof text === 'function')
		return (...values: unknown[]) => pseudo((text as (...all: unknown[]) => unknown)(...values))
	if (Array.isArray(text)) return text.map((one: unknown) => pseudo(one))
	if (text === null || typeof text !== 'object') return text
	return Object.fromEntries(Object.entries(text).map(([name, one]) => [name, pseudo(one as unknown)]))
}
