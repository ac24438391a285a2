import * as z from 'zod'
import { doc } from '#doc'
import { dottedKey, id, reference, text, timestamp, withDefault, subject } from '../../ground/http/fields.ts'

const FlagKey = dottedKey().meta(doc({ example: 'research.deep_mode' }))

export const FeatureFlag = z
	.object({
		id: id('flag'),
		key: FlagKey,
		description: z.string().meta(doc({ example: 'Longer runs with more sources' })),
		default_value: z.boolean(),
		created_at: timestamp(),
	})
	.meta(doc({ id: 'FeatureFlag' }))

export const CreateFeatureFlag = z
	.object({
		key: FlagKey,
		description: withDefault(text(1024), '').meta(doc({ example: 'Longer runs with more sources' })),
		default_value: z.boolean(),
	})
	.meta(doc({ id: 'CreateFeatureFlag' }))

export const UpdateFeatureFlag = z
	.object({
		description: text(1024).meta(doc({ example: 'Longer runs with more sources' })),
		default_value: z.boolean(),
	})
	.partial()
	.meta(doc({ id: 'UpdateFeatureFlag' }))

export const FeatureFlagOverride = z
	.object({ org_id: id('org'), flag_key: FlagKey, enabled: z.boolean(), created_at: timestamp() })
	.meta(doc({ id: 'FeatureFlagOverride' }))

export const PutFeatureFlagOverride = z
	.object({ org_id: reference('org'), enabled: z.boolean() })
	.meta(doc({ id: 'PutFeatureFlagOverride' }))

export const Evaluation = z
	.object({ key: FlagKey, value: z.boolean(), reason: z.enum(['override', 'default']) })
	.meta(doc({ id: 'Evaluation' }))

export const EvaluationQuery = z.object({
	org_id: subject(z.optional(reference('org')).meta(doc({ description: "The caller's own org by default." }))),
})

export const OfrepEvaluate = z
	.object({
		context: z.nullish(z.record(z.string(), z.unknown())).meta(doc({ example: { targetingKey: 'usr_42' } })),
	})
	.meta(doc({ id: 'OfrepEvaluate' }))

export const OfrepEvaluated = z
	.object({
		key: z.string().meta(doc({ example: 'research.deep_mode' })),
		value: z.boolean(),
		reason: z.enum(['STATIC', 'TARGETING_MATCH']),
		variant: z.enum(['default', 'override']),
	})
	.meta(doc({ id: 'OfrepEvaluated' }))

export const OfrepBulkEvaluated = z.object({ flags: z.array(OfrepEvaluated) }).meta(doc({ id: 'OfrepBulkEvaluated' }))
