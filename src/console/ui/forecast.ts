import { DAY_MS } from './format.ts'

// What will be used, by what was. Days are weighed alike: whole weeks hold each day of the week once, so no day needs a weight.

/** Four whole weeks. Older days say less about the next ones. */
export const MOST_DAYS = 28
/** Fewer days would make a forecast of one busy afternoon. */
export const LEAST_DAYS = 3

/** Four of five normally distributed values are within so many standard deviations. */
const FOUR_OF_FIVE = 1.28

export interface Forecast {
	expected: number
	/** Four of five times the sum is between these, if the coming days vary as the past ones did. */
	low: number
	high: number
	/** How many days it's made from. */
	from_days: number
}

/**
 * What the next `ahead` days will come to, from what past days did, oldest first and each of them over. Days before the first use
 * say nothing. Undefined if too few days are known. The range covers both how much days vary and how little so few days say about
 * their mean, so it's wider the further it looks and the fewer days there are. It knows no trend, holiday or launch.
 */
export function forecastOf(past: readonly number[], ahead: number): Forecast | undefined {
	const first = past.findIndex((value) => value > 0)
	const days = first < 0 ? [] : past.slice(first).slice(-MOST_DAYS)
	if (days.length < LEAST_DAYS) return undefined
	const mean = days.reduce((sum, value) => sum + value, 0) / days.length
	const variance = days.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (days.length - 1)
	const spread = FOUR_OF_FIVE * Math.sqrt(variance * ahead * (1 + ahead / days.length))
	const expected = mean * ahead
	return { expected, low: Math.max(0, expected - spread), high: expected + spread, from_days: days.length }
}

/** When what's left is used up, if the pace stays that of the last `days`. Undefined if nothing was used. */
export const endsAt = (left: number, used: number, days: number, now = Date.now()): number | undefined =>
	used > 0 && days > 0 ? now + (left / used) * days * DAY_MS : undefined
