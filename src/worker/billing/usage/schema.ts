import * as z from 'zod'
import { doc } from '#doc'
import { DAY_MS } from '../../ground/db/columns.ts'
import { refusing, said } from '../../ground/http/field-codes.ts'
import { day, id, named, queryInteger } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'

const MAX_DAYS = 366

export const date = () => day().meta(doc({ example: '2026-11-21' }))

interface Range {
	start?: string | undefined
	end?: string | undefined
}

export const isForward = ({ start, end }: Range) => !start || !end || start <= end
export const BACKWARD = { path: ['end'], error: must.not_before_start }

export const isShort = ({ start, end }: Range) =>
	!start || !end || (Date.parse(end) - Date.parse(start)) / DAY_MS < MAX_DAYS
export const LONG = { path: ['end'], ...refusing(said('days_after_start', { most: MAX_DAYS })) }

export const DailyQuery = z.object({ start: date(), end: date() }).refine(isForward, BACKWARD).refine(isShort, LONG)

export const MonthQuery = z.object({
	year: z.optional(queryInteger(1970, 9999)).meta(doc({ description: 'The current UTC year by default.' })),
	month: z.optional(queryInteger(1, 12)).meta(doc({ description: 'The current UTC month by default.' })),
})

export const ModelQuery = MonthQuery.extend({
	start: date()
		.optional()
		.meta(doc({ description: 'With `end`: a range of days instead of a month.', example: '2026-11-01' })),
	end: z.optional(date()).meta(doc({ description: 'The last day of the range.' })),
})
	.refine(({ start, end }) => (start === undefined) === (end === undefined), {
		path: ['end'],
		error: must.with_start,
	})
	.refine(({ start, year, month }) => start === undefined || (year === undefined && month === undefined), {
		path: ['start'],
		error: must.not_with_month,
	})
	.refine(isForward, BACKWARD)
	.refine(isShort, LONG)

export const tokens = () => z.int().meta(doc({ example: 18_300 }))
export const usd = () => z.number().meta(doc({ example: 0.42 }))
export const runCount = () => z.int().meta(doc({ example: 10 }))

export const DayUsage = named('DayUsage', {
	date: date(),
	input_tokens: tokens(),
	output_tokens: tokens(),
	cost_usd: usd(),
	run_count: runCount(),
})

export const MonthUsage = named('MonthUsage', {
	year: z.int().meta(doc({ example: 2026 })),
	month: z.int().meta(doc({ example: 11 })),
	total_input_tokens: tokens(),
	total_output_tokens: tokens(),
	total_cost_usd: usd(),
	run_count: runCount(),
})

export const ModelUsage = named('ModelUsage', {
	model: z.string().meta(
		doc({
			example: 'gpt-5-mini',
			description:
				'`unknown` for runs that named none, and `(other)` for further models than an org has on a day, which are 100.',
		}),
	),
	input_tokens: tokens(),
	output_tokens: tokens(),
	cost_usd: usd(),
	run_count: runCount(),
})

const known = (description: string, example: number) =>
	z.nullable(z.int()).meta(doc({ description: `${description} Null if Plinth didn't count it yet.`, example }))

export const DayActivity = named('DayActivity', {
	date: date(),
	active_users: known('Users who logged in or refreshed their access token on this day.', 12),
	active_orgs: known('Orgs with a run that ended on this day.', 3),
	run_count: runCount(),
	failed_run_count: known('Runs that failed.', 1),
	median_duration_ms: z
		.nullable(z.int())
		.meta(doc({ description: 'Less than 4.5 percent off. Null if no run has a known duration.', example: 5210 })),
})

const knownUsd = (description: string, example: number) =>
	z.nullable(z.number()).meta(doc({ description: `${description} Null if Plinth didn't count it yet.`, example }))

export const DayPricing = named('DayPricing', {
	date: date(),
	model: ModelUsage.shape.model,
	run_count: runCount(),
	reported_cost_usd: knownUsd('What the runs reported as their cost.', 0.4),
	priced_cost_usd: knownUsd('What the prices of their models come to.', 0.42),
	unreported_run_count: known('Runs without a reported cost.', 2),
	unpriced_run_count: known('Runs of a model without a price, whether or not they reported a cost.', 1),
	uncounted_run_count: known('Runs with tokens that counted nothing.', 0),
})

export const SubjectQuery = z
	.object({
		by: z
			.enum(['org', 'user', 'agent', 'api_key'])
			.meta(doc({ description: 'Whose runs are added up.', example: 'agent' })),
		start: date().meta(doc({ description: 'The first UTC day. A run belongs to the day on which it began.' })),
		end: date().meta(doc({ description: 'The last day.', example: '2026-11-30' })),
	})
	.refine(isForward, BACKWARD)
	.refine(isShort, LONG)

export const SubjectUsage = named('SubjectUsage', {
	org_id: id('org'),
	subject: z
		.nullable(z.string())
		.meta(
			doc({ description: 'The org, user, agent or API key. Null for runs that named none.', example: 'researcher' }),
		),
	run_count: runCount(),
	failed_run_count: z.int().meta(doc({ example: 1 })),
	cost_usd: usd(),
	credits_used: z.int().meta(doc({ example: 42 })),
})
