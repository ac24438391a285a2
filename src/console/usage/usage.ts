import { api, data, type Schema } from '../api.ts'
import { comparedDays, type Days, lengthOf, MOST_DAYS, type Period } from './period.ts'

// The usage of the platform, or of one org if `org_id` is given. Both have the same reads.

type OrgId = string | undefined

/** A day with its usage, and with how its runs went. What Plinth didn't count yet is null. */
export type Day = Schema<'DayUsage'> & Omit<Schema<'DayActivity'>, 'date' | 'run_count'>

export interface Usage {
	/** Every day of the period, and of the one before. */
	days: Day[]
	before: Day[]
}

/** Both periods. They're next to each other, so each read covers both, unless that's more than the API reads at once. */
export async function usageOf(org_id: OrgId, { days, before }: Period): Promise<Usage> {
	const whole = { start: before.start, end: days.end }
	const parts = lengthOf(whole) > MOST_DAYS ? [before, days] : [whole]
	const all = (await Promise.all(parts.map((part) => daysOf(org_id, part)))).flat()
	const within = ({ start, end }: Days) => all.filter(({ date }) => date >= start && date <= end)
	return { days: within(days), before: within(before) }
}

async function daysOf(org_id: OrgId, query: Days): Promise<Day[]> {
	const [used, active] = await Promise.all([
		costOfDays(org_id, query),
		data(
			org_id
				? api.GET('/v1/orgs/{org_id}/usage/activity', { params: { path: { org_id }, query } })
				: api.GET('/v1/admin/usage/activity', { params: { query } }),
		),
	])
	const activity = new Map(active.map((day) => [day.date, day]))
	return used.flatMap((day) => {
		const more = activity.get(day.date)
		return more ? [{ ...more, ...day }] : []
	})
}

/** What each of some days used and cost. */
export const costOfDays = (org_id: OrgId, query: Days): Promise<Schema<'DayUsage'>[]> =>
	data(
		org_id
			? api.GET('/v1/orgs/{org_id}/usage/daily', { params: { path: { org_id }, query } })
			: api.GET('/v1/admin/usage/daily', { params: { query } }),
	)

/** What each model cost in some days, the most expensive first. */
export const usageByModel = (org_id: OrgId, query: Days): Promise<Schema<'ModelUsage'>[]> =>
	data(
		org_id
			? api.GET('/v1/orgs/{org_id}/usage/by-model', { params: { path: { org_id }, query } })
			: api.GET('/v1/admin/usage/by-model', { params: { query } }),
	)

/** What a chart of usage can show. */
export const MEASURES = {
	runs: (day: Day) => day.run_count,
	cost: (day: Day) => day.cost_usd,
	tokens: (day: Day) => day.input_tokens + day.output_tokens,
	failed: (day: Day) => day.failed_run_count,
	duration: (day: Day) => day.median_duration_ms,
} as const

export type Measure = keyof typeof MEASURES

type Of = (day: Day) => number | null

/** The sum of what is known. Null if nothing is. */
export function sumOf(days: Day[], measure: Of): number | null {
	const known = days.map(measure).filter((value) => value !== null)
	return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

export const meanOf = (days: Day[], measure: Of): number | null => {
	const sum = sumOf(days, measure)
	return sum === null ? null : sum / days.filter((day) => measure(day) !== null).length
}

/** The finished days, and those before that they're compared with. */
export function comparedOf({ days, before }: Usage, period: Period): { now: Day[]; before: Day[] } | undefined {
	const compared = comparedDays(period)
	return compared && { now: days.slice(0, period.finished), before: before.slice(0, lengthOf(compared)) }
}
