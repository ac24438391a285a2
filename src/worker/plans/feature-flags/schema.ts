import * as z from 'zod'
import { doc } from '#doc'
import { dottedKey, id, named, reference, subject, text, timestamp, withDefault } from '../../ground/http/fields.ts'

const FlagKey = dottedKey().meta(doc({ example: 'research.deep_mode' }))

export const FeatureFlag = named('FeatureFlag', {
	id: id('flag'),
	key: FlagKey,
	description: z.string().meta(doc({ example: 'Longer runs with more sources' })),
	default_value: z.boolean(),
	created_at: timestamp(),
})

export const CreateFeatureFlag = named('CreateFeatureFlag', {
	key: FlagKey,
	description: withDefault(text(1024), '').meta(doc({ example: 'Longer runs with more sources' })),
	default_value: z.boolean(),
})

export const UpdateFeatureFlag = z
	.object({
		description: text(1024).meta(doc({ example: 'Longer runs with more sources' })),
		default_value: z.boolean(),
	})
	.partial()
	.meta(doc({ id: 'UpdateFeatureFlag' }))

export const FeatureFlagOverride = named('FeatureFlagOverride', {
	org_id: id('org'),
	flag_key: FlagKey,
	enabled: z.boolean(),
	created_at: timestamp(),
})

export const PutFeatureFlagOverride = named('PutFeatureFlagOverride', {
	org_id: reference('org'),
	enabled: z.boolean(),
})

export const Evaluation = named('Evaluation', {
	key: FlagKey,
	value: z.boolean(),
	reason: z.enum(['override', 'default']),
})

export const EvaluationQuery = z.object({
	org_id: subject(z.optional(reference('org')).meta(doc({ description: "The caller's own org by default." }))),
})

export const OfrepEvaluate = named('OfrepEvaluate', {
	context: z.nullish(z.record(z.string(), z.unknown())).meta(doc({ example: { targetingKey: 'usr_42' } })),
})

export const OfrepEvaluated = named('OfrepEvaluated', {
	key: z.string().meta(doc({ example: 'research.deep_mode' })),
	value: z.boolean(),
	reason: z.enum(['STATIC', 'TARGETING_MATCH']),
	variant: z.enum(['default', 'override']),
})

export const OfrepBulkEvaluated = named('OfrepBulkEvaluated', { flags: z.array(OfrepEvaluated) })
