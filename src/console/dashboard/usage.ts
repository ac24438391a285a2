import { api, data, type Schema } from '../api.ts'
import { dayBefore } from '../ui/format.ts'

// The usage of the platform or of one org. Both have the same three reads.

export type DayUsage = Schema<'DayUsage'>

/** Every day of the period up to today. Days without runs count 0. */
export async function dailyUsage(org_id: string | undefined, days: number): Promise<DayUsage[]> {
	const query = { start: dayBefore(days - 1), end: dayBefore(0) }
	const found = await data(
		org_id
			? api.GET('/v1/orgs/{org_id}/usage/daily', { params: { path: { org_id }, query } })
			: api.GET('/v1/admin/usage/daily', { params: { query } }),
	)
	const byDate = new Map(found.map((day) => [day.date, day]))
	return Array.from({ length: days }, (_, index) => {
		const date = dayBefore(days - 1 - index)
		return byDate.get(date) ?? { date, input_tokens: 0, output_tokens: 0, cost_usd: 0, run_count: 0 }
	})
}

/** This month, most expensive model first. */
export const usageByModel = async (org_id: string | undefined): Promise<Schema<'ModelUsage'>[]> =>
	(
		await data(
			org_id
				? api.GET('/v1/orgs/{org_id}/usage/by-model', { params: { path: { org_id } } })
				: api.GET('/v1/admin/usage/by-model'),
		)
	).toSorted((a, b) => b.cost_usd - a.cost_usd)

/** What a chart of usage can show. */
export const MEASURES = {
	runs: (day: DayUsage) => day.run_count,
	cost: (day: DayUsage) => day.cost_usd,
	tokens: (day: DayUsage) => day.input_tokens + day.output_tokens,
} as const

export type Measure = keyof typeof MEASURES

export const sumOf = (days: DayUsage[] | undefined, measure: (day: DayUsage) => number) =>
	days?.reduce((sum, day) => sum + measure(day), 0) ?? 0
