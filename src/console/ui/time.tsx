import { type ReactNode, useSyncExternalStore } from 'react'
import { common as t } from '../text/en/common.ts'
import { useExact } from './exact.ts'
import { ago, dateOf, exactOf, isFar, momentOf, utcOf } from './format.ts'

const subscribers = new Set<() => void>()
let minute = Date.now()

setInterval(() => {
	minute = Date.now()
	for (const subscriber of subscribers) subscriber()
}, 30_000)

const subscribe = (subscriber: () => void) => {
	subscribers.add(subscriber)
	return () => void subscribers.delete(subscriber)
}

/** Whether a time lies ahead only because the clock of this page moves in steps, or runs late. */
const isJustNow = (time: string, now: number) => Date.parse(time) > now && Date.parse(time) - now < 60_000

interface TimeProps {
	time: string
	/** What it says unless somebody wants exact times. */
	children: ReactNode
}

/** A time, exactly in UTC on hover, or wherever it stands if somebody wants exact times. */
export function Time({ time, children }: TimeProps) {
	const isExact = useExact()
	return (
		<time dateTime={time} title={utcOf(time)}>
			{isExact ? exactOf(time) : children}
		</time>
	)
}

interface AgoProps {
	time: string | null
	isAhead?: boolean
	/** Its date stands beside it, and isn't said twice. */
	isBesideDate?: boolean
}

/**
 * How long ago something happened or when it will, updated while the page is open. What's ahead never reads as if it had just
 * happened.
 */
export function Ago({ time, isAhead = false, isBesideDate = false }: AgoProps) {
	const now = useSyncExternalStore(subscribe, () => minute)
	if (time === null) return <>{t.never}</>
	if (isBesideDate && isFar(time, now)) return null
	if (isAhead && Date.parse(time) < now + 60_000) return <Time time={time}>{t.soon}</Time>
	return <Time time={time}>{ago(time, isJustNow(time, now) ? Date.parse(time) : now)}</Time>
}

/** The day and the time of day, for what ends then. */
export const MomentOf = ({ time }: { time: string }) => <Time time={time}>{momentOf(time)}</Time>

export const DateOf = ({ time }: { time: string }) => <Time time={time}>{dateOf(time)}</Time>
