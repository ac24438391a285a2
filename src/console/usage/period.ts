import { DAY_MS } from '../ui/format.ts'

// The periods of the dashboard, in UTC days, and the period before each.

export const PERIODS = ['7', '30', '90', 'month', 'last_month', 'own'] as const
export type PeriodName = (typeof PERIODS)[number]

/** What the address says when it names none. */
export const USUAL: PeriodName = '30'

/** Days such as `2026-11-22`, both included. */
export interface Days {
	start: string
	end: string
}

export interface Period {
	days: Days
	/** The period before, as long as this one or a whole month. */
	before: Days
	/** How many days of `days` are over. Today isn't, so it isn't compared. */
	finished: number
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export const thisDay = () => dayOf(Date.now())

/** The day that is `count` days after another. */
export const plusDays = (day: string, count: number) => dayOf(Date.parse(day) + count * DAY_MS)

export const lengthOf = ({ start, end }: Days) => Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

/** The first day of a month, counted from the month of `day`. */
const monthStart = (day: string, offset: number) =>
	dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + offset, 1))

export const monthOf = (day: string, offset: number): Days => ({
	start: monthStart(day, offset),
	end: plusDays(monthStart(day, offset + 1), -1),
})

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one < other ? other : one)

/** The most days that the API reads at once. */
export const MOST_DAYS = 366

/** The days that somebody chose, up to today: a year at most. Those that they left out are the usual ones. */
function ownPeriod({ from, to }: OwnDays, today: string): Period {
	const end = earlier(to ?? today, today)
	const start = earlier(from ?? plusDays(end, 1 - Number(USUAL)), end)
	const days = { start: later(start, plusDays(end, 1 - MOST_DAYS)), end }
	const length = lengthOf(days)
	return {
		days,
		before: { start: plusDays(days.start, -length), end: plusDays(days.start, -1) },
		finished: end === today ? length - 1 : length,
	}
}

interface OwnDays {
	from?: string | undefined
	to?: string | undefined
}

export function periodOf(name: PeriodName, own: OwnDays = {}, today = thisDay()): Period {
	if (name === 'own') return ownPeriod(own, today)
	if (name === 'last_month') {
		const days = monthOf(today, -1)
		return { days, before: monthOf(today, -2), finished: lengthOf(days) }
	}
	if (name === 'month') {
		const days = { start: monthStart(today, 0), end: today }
		const { start, end } = monthOf(today, -1)
		return {
			days,
			before: { start, end: earlier(end, plusDays(start, lengthOf(days) - 1)) },
			finished: lengthOf(days) - 1,
		}
	}
	const days = { start: plusDays(today, 1 - Number(name)), end: today }
	return {
		days,
		before: { start: plusDays(days.start, -Number(name)), end: plusDays(days.start, -1) },
		finished: Number(name) - 1,
	}
}

/** The days of the period before that the finished ones are compared with. Undefined on the first day of a month. */
export function comparedDays({ days, before, finished }: Period): Days | undefined {
	if (finished === 0) return undefined
	const isOver = finished === lengthOf(days)
	return isOver ? before : { start: before.start, end: earlier(before.end, plusDays(before.start, finished - 1)) }
}

/** What lists of runs take for days. */
export const timesOf = ({ start, end }: Days) => ({
	from: `${start}T00:00:00.000Z`,
	to: `${plusDays(end, 1)}T00:00:00.000Z`,
})
