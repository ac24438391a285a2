import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { entriesOf, fill, typedIn, type Typed } from './typed.ts'

// What's typed into the forms of this tab. Leaving a screen, signing out and a new version ask here first.

interface OpenForm {
	form: RefObject<HTMLElement | null>
	isDraft: () => boolean
	/** Its change was made. */
	settle: () => void
	typed: () => Typed | undefined
}

const open = new Set<OpenForm>()

/** Whether some form holds something that isn't stored: any of the tab, or one in a part of the page. */
export const hasDrafts = (part: Element | null = document.body) =>
	[...open].some(({ form, isDraft }) => part?.contains(form.current) && isDraft())

/** A change was made: a form that was sent as it is has nothing left to lose. */
export function settleSent() {
	for (const form of open) form.settle()
}

/** Somebody chose to lose every draft. */
export const giveUpDrafts = () => open.clear()

/** What a form holds whose next step is shown in its place. */
export interface Held {
	/** The form's own label. */
	label: string
	/** By the names of its fields. */
	values: Record<string, string>
}

/** Keeps a draft while another step is shown in place of its form. */
export function useHeldDraft(held: Held | undefined) {
	const now = useRef(held)
	const isHeld = held !== undefined
	useEffect(() => {
		if (!isHeld) return undefined
		const entry: OpenForm = {
			// Closing the step leads back to the form, so no dialog asks.
			form: { current: document.body },
			isDraft: () => true,
			settle: () => void open.delete(entry),
			typed: () => now.current && { path: location.pathname, isInDialog: true, ...now.current },
		}
		open.add(entry)
		return () => void open.delete(entry)
	}, [isHeld])
}

let left: Typed[] = []

/** Keeps what was typed for the person who signs in next: only fields that somebody changed, and no secrets. */
export function leaveDrafts() {
	left = [...open].flatMap((form) => (form.isDraft() ? (form.typed() ?? []) : []))
}

export function forgetDrafts() {
	left = []
}

/** The names of dialogs whose draft waits until somebody opens them again. */
export const waitingForms = () => left.flatMap(({ isInDialog, label }) => (isInDialog && label ? [label] : []))

const draftFor = (label: string | undefined) =>
	left.find((draft) => draft.path === location.pathname && draft.label === label)

interface Options {
	form: RefObject<HTMLFormElement | null>
	label: string | undefined
	/** Knows better than the fields whether there's a draft. */
	isDraft: (() => boolean) | undefined
	/** Leaving it loses nothing. */
	isTransient: boolean
}

/** Watches a form for a draft, and fills it with one that somebody had to leave. */
export function useFormDraft({ form, label, isDraft, isTransient }: Options) {
	const start = useRef<string[]>([])
	const isTouched = useRef(false)
	const sent = useRef<string>(undefined)
	const settled = useRef<string>(undefined)
	const [found] = useState(() => (isTransient ? undefined : draftFor(label)))
	const [isSent, setIsSent] = useState(false)
	const own = useRef(isDraft)

	// Until somebody touches the form, its fields only change because of what's stored.
	useLayoutEffect(() => {
		own.current = isDraft
		if (!isTouched.current) start.current = entriesOf(form.current)
	})

	useEffect(() => {
		if (isTransient) return undefined
		const content = () => entriesOf(form.current).join('\n')
		const isChanged = () => isTouched.current && content() !== start.current.join('\n')
		const entry: OpenForm = {
			form,
			isDraft: () => own.current?.() ?? (isChanged() && content() !== settled.current),
			settle: () => {
				if (sent.current === content()) settled.current = sent.current
			},
			typed: () =>
				form.current
					? {
							path: location.pathname,
							label,
							isInDialog: form.current.closest('[role="dialog"]') !== null,
							values: typedIn(form.current, start.current),
						}
					: undefined,
		}
		open.add(entry)
		if (found && form.current) {
			left = left.filter((draft) => draft !== found)
			isTouched.current = true
			fill(form.current, found.values)
		}
		return () => void open.delete(entry)
	}, [form, label, isTransient, found])

	return {
		/** It holds what somebody else typed. */
		isTaken: found !== undefined && !isSent,
		touch: () => {
			isTouched.current = true
		},
		send: () => {
			sent.current = entriesOf(form.current).join('\n')
			setIsSent(true)
		},
	}
}
