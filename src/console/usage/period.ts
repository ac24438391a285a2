// The periods of the dashboard, in UTC days, and the period before each.

const DAY_MS = 86_400_000

export const PERIODS = ['7', '30', '90', 'month', 'last_month'] as const
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

/** The day that is `count` days after another. */
const plusDays = (day: string, count: number) => dayOf(Date.parse(day) + count * DAY_MS)

export const lengthOf = ({ start, end }: Days) => Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

/** The first day of a month, counted from the month of `day`. */
const monthStart = (day: string, offset: number) =>
	dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + offset, 1))

const monthOf = (day: string, offset: number): Days => ({
	start: monthStart(day, offset),
	end: plusDays(monthStart(day, offset + 1), -1),
})

const earlier = (one: string, other: string) => (one < other ? one : other)

export function periodOf(name: PeriodName, today = dayOf(Date.now())): Period {
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
