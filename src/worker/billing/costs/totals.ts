import * as z from 'zod'
import { doc } from '#doc'
import { reference } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { SOURCES } from './costing.ts'

// What a run has used and costs, in requests and responses.

const count = () => z.int().min(0).max(10_000_000_000).nullish()

/** What a run has used so far, as reports and progress say it. */
export const totals = {
	total_input_tokens: count().meta(doc({ example: 1830 })),
	total_output_tokens: count().meta(doc({ example: 412 })),
	total_cache_read_tokens: count().meta(
		doc({ example: 1200, description: 'The part of `total_input_tokens` that was read from the cache.' }),
	),
	total_cache_write_tokens: count().meta(
		doc({ example: 300, description: 'The part of `total_input_tokens` that was written to the cache.' }),
	),
	total_cost_usd: z
		.number()
		.min(0)
		.max(1_000_000)
		.nullish()
		.meta(doc({ example: 0.0042, description: 'Left out where the price of the model says what the run costs.' })),
}

export const modelId = () =>
	z.nullish(reference('llmm')).meta(
		doc({
			description:
				"The model that ran, as it was resolved. An ID that is neither of the org nor of the platform is ignored. A model that the run's beginning resolved stays.",
		}),
	)

type Totals = { [Name in keyof typeof totals]?: number | null | undefined }

/** What is read from the cache and written to it is input. */
export const areParts = ({ total_input_tokens, total_cache_read_tokens, total_cache_write_tokens }: Totals): boolean =>
	(total_cache_read_tokens ?? 0) + (total_cache_write_tokens ?? 0) <= Math.max(total_input_tokens ?? Infinity, 0)

export const NOT_PARTS = { path: ['total_input_tokens'], error: must.tokens_of_cache }

export const costSource = () =>
	z.nullable(z.enum(SOURCES)).meta(
		doc({
			example: 'priced',
			description:
				'What `total_cost_usd` is: what was `reported`, or what the tokens cost by the price of the model (`priced`). `none` if neither counted. Null while the run is open, and for runs that ended before version 0.3.',
		}),
	)

export const knownCost = (of: string) =>
	z.nullable(z.number()).meta(doc({ example: 0.0042, description: `${of} Null where that is unknown.` }))

const credits = () => z.number().meta(doc({ example: 250 }))

export const PriceInCredits = z
	.object({
		input: credits(),
		output: credits(),
		cache_write: credits().nullable(),
		cache_read: credits().nullable(),
	})
	.meta(
		doc({
			id: 'PriceInCredits',
			description: 'In credits per 1,000,000 tokens. A cache price of null is that of input.',
		}),
	)
