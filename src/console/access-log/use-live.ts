import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '../api.ts'
import type { Filters } from './filters.ts'
import { type Connection, follow } from './follow.ts'
import type { Entry } from './log-table.tsx'

/** More rows than anybody reads would only slow the page down. */
export const MAX_ROWS = 300

interface Shown {
	/** Newest first; undefined until the log has responded once. */
	entries: Entry[] | undefined
	lost: number
	/** How many arrived while it's paused. */
	fresh: number
}

/** The live log, rendered at most once a frame. New filters need a new component, so give it a key. */
export function useLive(filters: Filters) {
	const [shown, setShown] = useState<Shown>({ entries: undefined, lost: 0, fresh: 0 })
	const [connection, setConnection] = useState<Connection>('starting')
	const [refusal, setRefusal] = useState<Refusal>()
	const [isPaused, setIsPaused] = useState(false)
	const paused = useRef(false)
	const paint = useRef<() => void>(undefined)

	useEffect(() => {
		const controller = new AbortController()
		let entries: Entry[] | undefined
		let lost = 0
		let fresh = 0
		let frame: number | undefined
		const draw = () => {
			frame = undefined
			if (!paused.current) fresh = 0
			const now = { entries, lost, fresh }
			setShown((old) => (paused.current ? { ...old, lost, fresh } : now))
		}
		paint.current = () => {
			frame ??= requestAnimationFrame(draw)
		}
		void follow(
			filters,
			{
				add(more) {
					entries = [...more.toReversed(), ...(entries ?? [])].slice(0, MAX_ROWS)
					fresh += more.length
					paint.current?.()
				},
				lose(count) {
					lost = count
					paint.current?.()
				},
				say: setConnection,
				refuse: setRefusal,
			},
			controller.signal,
		)
		return () => {
			controller.abort()
			if (frame !== undefined) cancelAnimationFrame(frame)
		}
	}, [filters])

	const toggle = () => {
		paused.current = !paused.current
		setIsPaused(paused.current)
		paint.current?.()
	}
	return { ...shown, connection, refusal, isPaused, toggle }
}
