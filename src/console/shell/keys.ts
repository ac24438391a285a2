import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { searchOf, useScope } from '../session/scope.ts'
import { useIsOperator, useMe } from '../session/session.ts'
import { hasSingleKeys } from '../ui/single-keys.ts'
import { sectionsFor, sideFor } from './navigation.ts'

/** How long G waits for its letter. */
const WAIT_MS = 1_500

/** What the keyboard opens by itself. */
type Opened = 'palette' | 'shortcuts'

/** ⌘K or Ctrl+K opens the palette, / goes to the search of a list, ? lists the shortcuts, and G with its letter opens a place. */
export function useShortcuts(open: (what: Opened) => void): void {
	const me = useMe()
	const path = useLocation({ select: ({ pathname }) => pathname })
	const side = sideFor(path, useScope(), me)
	const search = useIsOperator() ? searchOf(side) : {}
	const navigate = useNavigate()
	const waitsUntil = useRef(0)
	useEffect(() => {
		const placeWith = (letter: string) =>
			sectionsFor(side, me)
				.flatMap(({ entries }) => entries)
				.find((entry) => entry.letter === letter)?.places[0]
		const onKey = (event: KeyboardEvent) => {
			const { key, metaKey, ctrlKey, altKey, target, timeStamp } = event
			if (key === 'k' && (metaKey || ctrlKey)) {
				event.preventDefault()
				open('palette')
			}
			const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]')
			if (isTyping || metaKey || ctrlKey || altKey || !hasSingleKeys()) return
			const place = timeStamp < waitsUntil.current ? placeWith(key) : undefined
			waitsUntil.current = key === 'g' ? timeStamp + WAIT_MS : 0
			const field = document.querySelector<HTMLElement>('main input[type="search"]')
			if (place) {
				// The letter means nothing else, such as a decision on the request that has the focus.
				event.stopPropagation()
				void navigate({ to: place.to, search })
			} else if (key === '/' && field) {
				event.preventDefault()
				field.focus()
			} else if (key === '?') open('shortcuts')
		}
		addEventListener('keydown', onKey, { capture: true })
		return () => removeEventListener('keydown', onKey, { capture: true })
	})
}
