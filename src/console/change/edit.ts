import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Tagged } from '../api.ts'
import { isSame } from '../ui/draft.ts'

/** What a form edits: the state its draft started from, and that state's tag. */
export interface Edit<T> extends Tagged<T> {
	/** The draft that a 412 refused. Then `value` is the state that somebody else saved. */
	refused: object | undefined
	/** For `Form`. */
	form: RefObject<HTMLFormElement | null>
	saves: number
	/** Whether the fields have unsaved changes. */
	isDraft: () => boolean
	/** The tag that it has now, if only that has changed since which changes by itself. */
	tagNow: () => Promise<string | undefined>
	/** The draft is being saved. */
	begin: () => void
	/** A 412 refused the draft. */
	meet: (draft: unknown) => void
	/** The draft is stored. */
	settle: (stored: unknown, etag: string | undefined) => void
}

/** What changes without anybody editing it, such as when a user last signed in. A draft isn't in conflict with that. */
interface ByItself<T> {
	members: readonly (keyof T)[]
	read: () => Promise<Tagged<T>>
}

interface State<T> {
	base: Tagged<T>
	saves: number
	/** There's a draft, whatever the fields contain. */
	isDraft?: boolean
	/** The refused draft, and the state it started from. */
	met?: { draft: object; base: Tagged<T> } | undefined
}

/**
 * Keeps what a form started from while the queries keep re-reading. A read updates a form without a draft. A draft keeps its state
 * and its tag, so a change by somebody else makes the API refuse it. Then the form continues from what they saved: its fields
 * follow, except those that differ from the original state.
 */
export function useEdit<T extends object>(read: Tagged<T>, byItself?: ByItself<T>): Edit<T> {
	const form = useRef<HTMLFormElement>(null)
	const shown = useRef<Tagged<T>>(undefined)
	const untouched = useRef('')
	const sent = useRef('')
	const seen = useRef(read)
	const [{ base, saves, isDraft, met }, setState] = useState<State<T>>({ base: read, saves: 0 })

	useLayoutEffect(() => {
		const content = contentOf(form.current)
		if (shown.current !== base) untouched.current = content
		shown.current = base
		const isNew = seen.current !== read
		seen.current = read
		const isClean = !isDraft && content === untouched.current
		// The first read after a 412 shows what somebody else saved. A later change must lead to another conflict.
		const isTheirs = met?.base === base && read.etag !== base.etag
		if (isTheirs || (isNew && isClean)) setState((old) => ({ ...old, base: read }))
	}, [read, base, isDraft, met])

	return {
		...base,
		refused: met && met.base !== base ? met.draft : undefined,
		form,
		saves,
		isDraft: () => isDraft === true || contentOf(form.current) !== untouched.current,
		tagNow: async () => {
			const now = await byItself?.read()
			const rest = ({ value }: Tagged<T>) =>
				byItself?.members.reduce((all, member) => ({ ...all, [member]: null }), value)
			return now && isSame(rest(now), rest(base)) ? now.etag : undefined
		},
		begin: () => {
			sent.current = contentOf(form.current)
		},
		meet: (draft) => setState((old) => ({ ...old, isDraft: true, met: { draft: draft as object, base: old.base } })),
		settle: (stored, etag) => {
			// If the user kept typing meanwhile, their draft is based on what's stored now.
			const isWhole = contentOf(form.current) === sent.current
			setState((old) => ({
				base: { value: { ...old.base.value, ...(stored as Partial<T>) }, etag: etag ?? old.base.etag },
				saves: isWhole ? old.saves + 1 : old.saves,
				isDraft: !isWhole,
			}))
		},
	}
}

const contentOf = (form: HTMLFormElement | null) => JSON.stringify(form && [...new FormData(form)].toSorted())
