import { useSyncExternalStore } from 'react'
import { common as t } from '../text/en/common.ts'
import { ago, dateOf, utcOf } from './format.ts'

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

/** How long ago something happened or when it will, with the exact UTC time on hover. It updates while the page is open. */
export function Ago({ time }: { time: string | null }) {
	const now = useSyncExternalStore(subscribe, () => minute)
	if (time === null) return <>{t.never}</>
	return (
		<time dateTime={time} title={utcOf(time)}>
			{ago(time, isJustNow(time, now) ? Date.parse(time) : now)}
		</time>
	)
}

/** A date, with the exact time in UTC on hover. */
export const DateOf = ({ time }: { time: string }) => (
	<time dateTime={time} title={utcOf(time)}>
		{dateOf(time)}
	</time>
)
