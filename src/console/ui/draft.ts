import { createContext, useContext, useState } from 'react'

/** How often the surrounding form was saved. Each time its fields start over with what's stored. */
const Saves = createContext(0)

export const SavesOf = Saves.Provider

/** A field's value: it follows what's stored until somebody types. */
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
