import * as z from 'zod'
import { doc } from '#doc'
import { DAY_MS } from '../../ground/db/columns.ts'
import { id, named, nonBlankText, reference, text, timestamp, timestampInput } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { PERIOD } from '../../ground/http/period.ts'
import { trimmedSelector } from '../../ground/http/selector.ts'
import { areParts, costSource, knownCost, modelId, NOT_PARTS, totals } from '../costs/totals.ts'
import { RUN_STATUSES } from './table.ts'

export const runId = () => nonBlankText(128).meta(doc({ example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }))

// Otherwise a clock that's ahead could count a run on a day far in the future.
const moment = () =>
	timestampInput()
		.refine((value) => Date.parse(value) < Date.now() + DAY_MS, must.day_ahead)
		.nullish()

/** A report from the agent runtime. A field that it leaves out keeps its value, and of a total the largest stays. */
export const ReportRun = z
	.object({
		run_id: runId(),
		org_id: reference('org')
			.nullish()
			.meta(doc({ description: 'The org of the run. By default the org of the caller.' })),
		thread_id: z.nullish(text(128)).meta(doc({ example: 'thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
		status: z.enum(RUN_STATUSES).meta(doc({ example: 'completed' })),
		// Names are trimmed here, because SQL only knows the space: a model whose name came with a tab would have no price.
		model: nonBlankText(256)
			.trim()
			.nullish()
			.meta(doc({ example: 'gpt-5-mini', description: 'A model that the beginning of the run resolved stays.' })),
		persona_id: z.nullish(text(128)).meta(doc({ example: null })),
		provider_kind: z.nullish(text(64)).meta(doc({ example: 'vendor_a' })),
		credential_name: z.nullish(text(256).trim()).meta(doc({ example: 'openai-main' })),
		persona_model: z.nullish(text(512).overwrite(trimmedSelector)).meta(doc({ example: 'openai-main^gpt-5-mini' })),
		duration_ms: z
			.int()
			.min(0)
			.max(Number.MAX_SAFE_INTEGER)
			.nullish()
			.meta(doc({ example: 5210 })),
		model_id: modelId(),
		...totals,
		user_id: z.nullish(text(128)).meta(
			doc({
				example: 'user-4711',
				description:
					'Whose run it is: any text, which is not looked up. The first report that names a user decides; later ones change nothing.',
			}),
		),
		agent_id: z.nullish(text(128)).meta(
			doc({
				example: 'research-agent',
				description:
					'The agent that runs: any text, which is not looked up. The first report that names an agent decides; later ones change nothing.',
			}),
		),
		created_at: moment(),
		completed_at: moment(),
	})
	.refine(({ created_at, completed_at }) => !created_at || !completed_at || created_at <= completed_at, {
		path: ['completed_at'],
		error: must.not_before_created_at,
	})
	.refine(areParts, NOT_PARTS)
	.meta(doc({ id: 'ReportRun' }))

/** The reports of a caller that doesn't act in an org: each report names its org. */
export const RunReports = z.array(ReportRun.safeExtend({ org_id: reference('org') })).max(100)

/** A number that may be unknown. */
const keptCount = (example: number) => z.int().nullable().meta(doc({ example }))

export const ReportedRuns = named('ReportedRuns', {
	accepted: z.int().meta(doc({ description: 'The number of accepted reports.', example: 1 })),
	runs: z
		.array(
			z.object({
				run_id: runId(),
				status: z.enum(RUN_STATUSES).meta(doc({ example: 'completed' })),
				credits_used: z.int().meta(doc({ example: 5 })),
				shortfall: z.int().meta(doc({ description: 'The credits that the balance did not cover.', example: 0 })),
				duration_ms: keptCount(5210),
				total_input_tokens: keptCount(1830),
				total_output_tokens: keptCount(412),
				total_cache_read_tokens: keptCount(1200),
				total_cache_write_tokens: keptCount(300),
				total_cost_usd: z.nullable(z.number()).meta(doc({ example: 0.0042 })),
				cost_source: costSource(),
			}),
		)
		.meta(
			doc({
				description:
					'The state of each reported run now, in the order of the reports, with the totals that are kept: of each the largest that anybody reported. They are null for a run in the archive.',
			}),
		),
})

export const Run = named('Run', {
	run_id: runId(),
	org_id: id('org'),
	thread_id: z.nullable(z.string()).meta(doc({ example: 'thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	status: z.enum(RUN_STATUSES).meta(doc({ example: 'completed' })),
	model: z.nullable(z.string()).meta(doc({ example: 'gpt-5-mini' })),
	persona_id: z.nullable(z.string()).meta(doc({ example: null })),
	provider_kind: z.nullable(z.string()).meta(doc({ example: 'vendor_a' })),
	credential_name: z.nullable(z.string()).meta(doc({ example: 'openai-main' })),
	persona_model: z.nullable(z.string()).meta(doc({ example: 'openai-main^gpt-5-mini' })),
	duration_ms: keptCount(5210),
	total_input_tokens: z.int().meta(doc({ example: 1830 })),
	total_output_tokens: z.int().meta(doc({ example: 412 })),
	total_cache_read_tokens: keptCount(1200),
	total_cache_write_tokens: keptCount(300),
	total_cost_usd: z.number().meta(doc({ example: 0.0042, description: 'What counts.' })),
	reported_cost_usd: knownCost('What the runtime reported.'),
	priced_cost_usd: knownCost('What the run comes to by the price of its model.'),
	cost_source: costSource(),
	model_scope: z
		.nullable(z.enum(['platform', 'org']))
		.meta(doc({ example: 'platform', description: 'Whose model ran. Null for a model that nobody configured.' })),
	credits_used: z.int().meta(doc({ example: 5 })),
	shortfall: z.int().meta(doc({ example: 0 })),
	created_at: timestamp(),
	completed_at: timestamp().nullable(),
	user_id: z.nullable(z.string()).meta(doc({ example: 'user-4711' })),
	agent_id: z.nullable(z.string()).meta(doc({ example: 'research-agent' })),
	api_key_id: z.nullable(z.string()).meta(doc({ description: 'The API key that began the run.', example: null })),
	hold: z
		.object({
			credits: z.int().meta(doc({ example: 50 })),
			tokens: z.int().meta(doc({ example: 20_000 })),
			expires_at: timestamp().nullable(),
			spent: z.object({ credits: z.int(), tokens: z.int() }),
		})
		.nullable()
		.meta(
			doc({
				description:
					'What the run may take and has spent, while it is live. After `expires_at` it holds nothing: both amounts are 0, `expires_at` is null, and the run counts for what it has spent.',
			}),
		),
})

/** A run that has ended holds nothing. */
export const EndedRun = Run.omit({ hold: true }).meta(doc({ id: 'EndedRun' }))

const SHORT_PAGES =
	'A page looks at 2,000 runs at most. So it may be shorter than `limit`, or empty, while `Next-Cursor` says that more runs follow.'

export const OrgRunQuery = PageQuery.extend({
	status: z.optional(z.enum(RUN_STATUSES)).meta(doc({ description: SHORT_PAGES })),
	model: z.optional(text(256)).meta(doc({ description: SHORT_PAGES })),
	user_id: z.optional(text(128)).meta(doc({ description: SHORT_PAGES })),
	agent_id: z.optional(text(128)).meta(doc({ description: SHORT_PAGES })),
	since: z.optional(timestampInput()).meta(doc({ description: 'The same as `from`.' })),
	from: PERIOD.from.meta(doc({ description: 'Only runs that began at this time or later.' })),
	to: PERIOD.to.meta(doc({ description: 'Only runs that began before this time.' })),
})

export const RunQuery = OrgRunQuery.extend({ org_id: reference('org').optional() })
