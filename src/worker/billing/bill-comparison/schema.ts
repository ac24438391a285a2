import * as z from 'zod'
import { doc } from '#doc'
import { named, nonBlankText } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { BACKWARD, date, isForward, isShort, LONG, runCount, usd } from '../usage/schema.ts'

/** What can explain a difference between a bill and what was counted. */
export const EXPLANATIONS = ['only_billed', 'only_counted', 'unreported', 'unpriced', 'own_models'] as const

export type Explanation = (typeof EXPLANATIONS)[number]

const MAX_LINES = 10_000
/** A billion dollars, so that all sums are exact. */
const MAX_USD = 1_000_000_000

const model = () => nonBlankText(256).meta(doc({ example: 'gpt-5-mini' }))

const BillLine = named('BillLine', { date: date(), model: model(), cost_usd: usd().min(0).max(MAX_USD) })

export const CompareBill = z
	.object({
		start: date().meta(doc({ description: 'The first UTC day.' })),
		end: date().meta(doc({ description: 'The last UTC day, at most 366 days in all.' })),
		lines: z
			.array(BillLine)
			.max(MAX_LINES)
			.meta(doc({ description: 'What the bill has between both days. Lines of one day and model are added up.' })),
	})
	.refine(isForward, BACKWARD)
	.refine(isShort, LONG)
	.superRefine(({ start, end, lines }, ctx) => {
		for (const [index, line] of lines.entries())
			if (line.date < start || line.date > end)
				ctx.addIssue({ code: 'custom', path: ['lines', index, 'date'], message: must.between_start_and_end })
		const all = lines.reduce((sum, { cost_usd }) => sum + cost_usd, 0)
		if (all > MAX_USD && lines.every(({ cost_usd }) => cost_usd <= MAX_USD))
			ctx.addIssue({ code: 'custom', path: ['lines'], message: must.bill_total })
	})
	.meta(doc({ id: 'CompareBill' }))

const amounts = {
	billed_usd: usd().meta(doc({ description: 'What the bill says.', example: 1.5 })),
	counted_usd: usd().meta(doc({ description: "What runs cost that weren't on an org's own model.", example: 1.2 })),
	difference_usd: usd().meta(doc({ description: 'What the bill has more.', example: 0.3 })),
}

const counted = (description: string) =>
	z.nullable(z.int()).meta(doc({ description: `${description} Null for days before this was counted.`, example: 2 }))

const ComparedLine = named('ComparedLine', {
	date: date(),
	model: model(),
	...amounts,
	run_count: runCount(),
	unreported_run_count: counted('Runs without a reported cost, also of own models.'),
	unpriced_run_count: counted('Runs of a model without a price, also of own models.'),
	uncounted_run_count: counted('Runs with tokens that counted nothing, also of own models.'),
	explained_by: z.array(z.enum(EXPLANATIONS)).meta(
		doc({
			description:
				'What can explain the difference: `only_billed` and `only_counted` for models that one side only knows, `unreported` for runs without a reported cost, `unpriced` for runs without a price, `own_models` where runs of the same name used the key of an org.',
			example: ['unpriced'],
		}),
	),
})

export const BillComparison = named('BillComparison', {
	start: date(),
	end: date(),
	totals: z.object(amounts).meta(doc({ description: 'The sums of the lines, to the micro-dollar.' })),
	lines: z.array(ComparedLine).meta(doc({ description: 'By day and model.' })),
	own_models: z
		.array(z.object({ date: date(), model: model(), run_count: runCount(), cost_usd: usd() }))
		.meta(doc({ description: "Runs on orgs' own models, whose vendors bill the orgs. They count in no line." })),
})
