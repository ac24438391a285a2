import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../../ground/http/fields.ts'
import { date, runCount, tokens, usd } from '../usage/schema.ts'

export const VerifyUsage = named('VerifyUsage', { date: date() })

const Sums = z.object({ input_tokens: tokens(), output_tokens: tokens(), cost_usd: usd(), run_count: runCount() })

export const UsageVerification = named('UsageVerification', {
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
