import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../../ground/http/fields.ts'
import { VALUE_TYPES } from './catalogue.ts'

const bound = () => z.int().nullable()

export const EntitlementKey = named('EntitlementKey', {
	key: z.string().meta(doc({ example: 'credits.per_usd' })),
	value_type: z.enum(VALUE_TYPES),
	min: bound().meta(doc({ example: 0, description: 'The smallest integer; null for a boolean.' })),
	max: bound().meta(doc({ example: 9_007_199_254_740_991, description: 'The largest integer; null for a boolean.' })),
	default: z.string().meta(
		doc({
			example: '1000',
			description: 'What an org has that gets it from no override, no plan and no configuration entry.',
		}),
	),
	description: z.string().meta(doc({ example: 'The credits that a US dollar of run cost takes.' })),
	zero_means: z.nullable(z.string()).meta(
		doc({
			example: 'Each run with a cost takes 1 credit',
			description: 'What 0 or less means; null for a boolean.',
		}),
	),
})
