import * as z from 'zod'
import { doc } from '#doc'
import { date, runCount, tokens, usd } from '../usage/schema.ts'

export const VerifyUsage = z.object({ date: date() }).meta(doc({ id: 'VerifyUsage' }))

const Sums = z.object({ input_tokens: tokens(), output_tokens: tokens(), cost_usd: usd(), run_count: runCount() })

export const UsageVerification = z
	.object({
		date: date(),
		run_count: z.int().meta(doc({ example: 10 })),
		differences: z
			.array(
				z.object({
					scope: z.string().meta(doc({ description: 'The id of an org, or `platform`.', example: 'platform' })),
					model: z.string().meta(doc({ example: 'gpt-5-mini' })),
					recorded: Sums,
					derived: Sums,
				}),
			)
			.meta(doc({ description: 'Where the recorded usage differs from the sum of its runs.' })),
	})
	.meta(doc({ id: 'UsageVerification' }))
