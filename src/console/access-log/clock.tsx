import { language } from '../text/en/language.ts'
import { DAY_MS } from '../ui/format.ts'
import { Time } from '../ui/time.tsx'

const clock = new Intl.DateTimeFormat(language.clock, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const minute = new Intl.DateTimeFormat(language.clock, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(language.locale, { day: 'numeric', month: 'short' })

/** The time of a request in the reader's time zone, with the day if it's more than 24 hours ago. */
export const Clock = ({ time }: { time: string }) => <Time time={time}>{textOf(time)}</Time>

export function textOf(time: string): string {
	const date = new Date(time)
	const isOld = Date.now() - date.getTime() > DAY_MS
	return isOld ? `${day.format(date)} ${clock.format(date)}` : clock.format(date)
}

/** "14:05", in the reader's time zone. */
export const minuteOf = (time: string) => minute.format(new Date(time))

/** A time in the format of a `datetime-local` field: `2026-11-22T14:05`, in the reader's time zone. */
export function localOf(time: string | undefined): string {
	if (time === undefined) return ''
	const date = new Date(time)
	return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The UTC time of a `datetime-local` field. */
export const utcOfLocal = (text: string | null): string | undefined => (text ? new Date(text).toISOString() : undefined)
