import { useState } from 'react'

/** The rows somebody selected, of those on the page. */
export interface Selection {
	keys: ReadonlySet<string>
	/** Selects a row or not. With `isRange`, also all between it and the last one. */
	toggle: (key: string, isRange: boolean) => void
	/** Selects all rows of the page, or none if all are. */
	toggleAll: () => void
	/** Selects only these. */
	keep: (keys: readonly string[]) => void
}

/** Keeps what is selected of these rows. What leaves the page is no longer selected, so nothing happens to rows unseen. */
export function useSelection(shown: readonly string[]): Selection {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
	const [last, setLast] = useState<string>()
	const keys = new Set(shown.filter((key) => chosen.has(key)))
	return {
		keys,
		toggle(key, isRange) {
			const [from, to] = [shown.indexOf(last ?? key), shown.indexOf(key)]
			const range = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
			setChosen(new Set(keys.has(key) ? [...keys].filter((one) => !range.includes(one)) : [...keys, ...range]))
			setLast(key)
		},
		toggleAll: () => setChosen(keys.size === shown.length ? new Set() : new Set(shown)),
		keep: (kept) => setChosen(new Set(kept)),
	}
}
