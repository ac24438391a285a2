/** The share of its characters in which a name may differ from what was meant. `login` isn't `locale`, and `modle` is `model`. */
const MOST_UNLIKE = 0.45

/** The name that is the most like `given`; undefined if none is much like it. */
export function nearest(given: string, names: readonly string[]): string | undefined {
	const unlike = (name: string) => distance(given, name) / Math.max(given.length, name.length)
	let [best, least]: [string | undefined, number] = [undefined, MOST_UNLIKE]
	for (const name of names) {
		const found = unlike(name)
		if (found <= least) [best, least] = [name, found]
	}
	return best
}

/** How many characters have to be added, removed or replaced to make one text the other (Levenshtein). */
function distance(one: string, other: string): number {
	let before = Array.from({ length: other.length + 1 }, (_, index) => index)
	for (let i = 1; i <= one.length; i += 1) {
		const row = [i]
		for (let j = 1; j <= other.length; j += 1)
			row.push(
				Math.min(
					(row[j - 1] as number) + 1,
					(before[j] as number) + 1,
					(before[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1),
				),
			)
		before = row
	}
	return before[other.length] as number
}
