import type { Warning } from '../../ground/write/configured.ts'
import { KEYS, known } from './catalogue.ts'
import { misfitOf, type Value } from './fit.ts'

/** What a document's plan says about new values of an entry: those that count as absent, and keys that look misspelt. */
export const keyWarnings = (entry: string, values: Value[]): Warning[] =>
	values.flatMap((value): Warning[] => {
		const message = misfitOf(value)
			? `The value of ${value.key} doesn't fit its key, so it counts as absent.`
			: misspelt(value.key)
		return message === undefined ? [] : [{ reason: 'entitlement_key', key: entry, message }]
	})

function misspelt(key: string): string | undefined {
	const meant = known(key) ? undefined : KEYS.find((one) => isOneTypoAway(key, one))
	return meant && `Plinth doesn't read the key ${key}. Did you mean ${meant}?`
}

/** Whether the texts differ by one letter that is missing, added or wrong, or by two that are swapped. */
function isOneTypoAway(one: string, other: string): boolean {
	let start = 0
	while (start < one.length && one[start] === other[start]) start++
	const [a, b] = [one.slice(start), other.slice(start)]
	if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true
	return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
