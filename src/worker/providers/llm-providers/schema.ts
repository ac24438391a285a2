import * as z from 'zod'
import { doc } from '#doc'
import { MAX_COST_PER_1K } from '../../billing/costs/price.ts'
import { issueOf } from '../../ground/http/field-codes.ts'
import { id, named, nonBlankText, objectInput, timestamp, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { secretInput } from '../../ground/secrets/input.ts'
import { entitlementInput, shownEntitlement } from '../layers/entitlement.ts'
import { API_MODES, PROVIDER_KINDS } from './table.ts'
import { Unmatched } from './unmatched.ts'
import { problemsOf, type When } from './when.ts'

export const object = () => z.record(z.string(), z.unknown())

export const LlmModel = named('LlmModel', {
	id: id('llmm'),
	provider_id: id('llm'),
	model: z.string().meta(doc({ example: 'gpt-5-mini' })),
	priority: z.int().meta(doc({ example: 10 })),
	is_default: z.boolean(),
	tags: z.array(z.string().meta(doc({ example: 'fast' }))),
	when: object().meta(doc({ example: { 'task.kind': 'search' } })),
	advanced_json: object().meta(doc({ example: { temperature: 0.2 } })),
	multiplier: z.number().meta(doc({ example: 1 })),
	cost_per_1k_input: z.number().meta(doc({ example: 0.00025 })),
	cost_per_1k_output: z.number().meta(doc({ example: 0.002 })),
	cost_per_1k_cache_write: z
		.number()
		.meta(doc({ example: 0.0003 }))
		.nullable(),
	cost_per_1k_cache_read: z
		.number()
		.meta(doc({ example: 0.000025 }))
		.nullable(),
	entitlement: shownEntitlement(),
})

export const LlmProvider = named('LlmProvider', {
	id: id('llm'),
	org_id: id('org'),
	provider: z.enum(PROVIDER_KINDS),
	name: z.string().meta(doc({ example: 'acme' })),
	key_prefix: z.string().meta(doc({ example: 'sk-l****3f9a' })),
	base_url: z
		.string()
		.meta(doc({ example: 'https://api.example.com/v1' }))
		.nullable(),
	vendor_a_api_mode: z.enum(API_MODES).nullable(),
	advanced_json: object()
		.meta(doc({ example: { timeout_ms: 30_000 } }))
		.nullable(),
	created_at: timestamp(),
	models: z.array(LlmModel),
})

const advancedJson = () => objectInput().meta(doc({ type: 'object', example: { temperature: 0.2 } }))

const when = () =>
	z
		.custom<When>()
		.superRefine((value, ctx) => {
			for (const problem of problemsOf(value)) ctx.addIssue({ ...issueOf(problem), path: problem.path })
		})
		.meta(
			doc({
				type: 'object',
				description:
					'`field: literal`, or `field: {eq|ne|in|not_in|exists|gt|gte|lt|lte: …}`. All conditions must hold.',
				example: { 'task.kind': 'search', tokens: { gte: 1000 } },
			}),
		)

const cost = () =>
	z
		.number()
		.min(0)
		.max(MAX_COST_PER_1K)
		.meta(doc({ example: 0.002 }))

const providerFields = {
	name: nonBlankText(128)
		.trim()
		.refine((name) => !name.includes('^'), must.without_caret)
		.meta(doc({ example: 'acme' })),
	provider: z.enum(PROVIDER_KINDS),
	api_key: secretInput().meta(doc({ example: 'sk-live-3f9a7c21d4e8', writeOnly: true })),
	base_url: z
		.string()
		.meta(doc({ example: 'https://api.example.com/v1' }))
		.nullable(),
	vendor_a_api_mode: z.nullable(z.enum(API_MODES)).meta(doc({ description: 'Has no effect on a `vendor_b`.' })),
	advanced_json: advancedJson().nullable(),
}

export const ChangedLlmProvider = LlmProvider.extend({ unmatched: Unmatched.optional() }).meta(
	doc({ id: 'ChangedLlmProvider' }),
)

export const ChangedLlmModel = LlmModel.extend({ unmatched: Unmatched.optional() }).meta(doc({ id: 'ChangedLlmModel' }))

export const CreateLlmProvider = named('CreateLlmProvider', {
	...providerFields,
	base_url: providerFields.base_url.default(null),
	vendor_a_api_mode: providerFields.vendor_a_api_mode.default(null),
	advanced_json: providerFields.advanced_json.default(null),
})

// Without the defaults of creation: a partial schema would fill them in, and a PATCH would change fields it doesn't name.
export const UpdateLlmProvider = z
	.object(providerFields)
	.partial()
	.meta(doc({ id: 'UpdateLlmProvider' }))

const modelFields = {
	model: nonBlankText(256)
		.trim()
		.meta(doc({ example: 'gpt-5-mini' })),
	priority: z.int().meta(doc({ description: 'Higher wins first.', example: 10 })),
	is_default: z.boolean().meta(doc({ description: 'Replaces the default that the provider had.' })),
	tags: z.array(nonBlankText(64).meta(doc({ example: 'fast' }))).max(50),
	when: when(),
	advanced_json: advancedJson(),
	multiplier: z
		.number()
		.min(0)
		.meta(doc({ example: 1 })),
	cost_per_1k_input: cost(),
	cost_per_1k_output: cost(),
	cost_per_1k_cache_write: cost().nullable(),
	cost_per_1k_cache_read: cost().nullable(),
	entitlement: entitlementInput(),
}

export const CreateLlmModel = named('CreateLlmModel', {
	model: modelFields.model,
	priority: withDefault(modelFields.priority, 0),
	is_default: withDefault(modelFields.is_default, false),
	tags: withDefault(modelFields.tags, []),
	when: withDefault(modelFields.when, {}),
	advanced_json: withDefault(modelFields.advanced_json, {}),
	multiplier: withDefault(modelFields.multiplier, 1),
	cost_per_1k_input: withDefault(modelFields.cost_per_1k_input, 0),
	cost_per_1k_output: withDefault(modelFields.cost_per_1k_output, 0),
	cost_per_1k_cache_write: modelFields.cost_per_1k_cache_write.default(null),
	cost_per_1k_cache_read: modelFields.cost_per_1k_cache_read.default(null),
	entitlement: modelFields.entitlement.default(null),
})

export const UpdateLlmModel = z
	.object(modelFields)
	.partial()
	.meta(doc({ id: 'UpdateLlmModel' }))

export const AvailableModels = named('AvailableModels', {
	models: z.array(
		named('AvailableModel', {
			id: z.string().meta(doc({ example: 'gpt-5-mini' })),
			name: z.string().meta(doc({ example: 'GPT-5 mini' })),
			configured: z.boolean(),
		}),
	),
})
