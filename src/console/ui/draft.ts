import { createContext, useContext, useState } from 'react'

/** How often the form around was saved. Each time its fields begin again with what is stored. */
const Saves = createContext(0)

export const SavesOf = Saves.Provider

/** What a field holds: what is stored, also when that changes, until somebody types. */
export function useDraft<T>(stored: T): [T, (value: T) => void] {
	const saves = useContext(Saves)
	const [draft, setDraft] = useState({ stored, saves, value: stored })
	const isOfThisSave = draft.saves === saves
	let { value } = draft
	if (!isOfThisSave || !isSame(draft.stored, stored)) {
		if (!isOfThisSave || isSame(value, draft.stored)) value = stored
		setDraft({ stored, saves, value })
	}
	return [value, (next) => setDraft((old) => ({ ...old, value: next }))]
}

/** Whether two values are equal. They may be lists and objects. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
