import * as z from 'zod'
import { doc } from '#doc'
import { PriceInCredits } from '../../billing/costs/totals.ts'
import { id, named, reference, text } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { withheld } from '../layers/withheld.ts'
import { LlmModel, object } from './schema.ts'
import { API_MODES, PROVIDER_KINDS } from './table.ts'

// What runs get: a model that was asked for, and the list of all.

export const ResolveModel = named('ResolveModel', {
	selector: text(1024)
		.nullish()
		.meta(doc({ description: '`<provider name>^<model>`', example: 'acme^gpt-5-mini' })),
	context: z.nullish(object()).meta(
		doc({
			description: 'The values that the `when` of models is compared with.',
			example: { 'task.kind': 'search', tokens: 1200 },
		}),
	),
})

export const ResolvedModel = named('ResolvedModel', {
	provider_id: id('llm'),
	provider_name: z.string().meta(doc({ example: 'acme' })),
	provider: z.enum(PROVIDER_KINDS),
	model_id: id('llmm'),
	model: LlmModel.shape.model,
	scope: z.enum(['platform', 'org']).meta(doc({ description: 'Whose model it is.', example: 'org' })),
	base_url: z
		.string()
		.nullable()
		.meta(doc({ example: 'https://api.example.com/v1' })),
	vendor_a_api_mode: z.enum(API_MODES).nullable(),
	advanced_json: LlmModel.shape.advanced_json.nullable(),
	multiplier: LlmModel.shape.multiplier.nullable(),
	cost_per_1k_input: LlmModel.shape.cost_per_1k_input.nullable(),
	cost_per_1k_output: LlmModel.shape.cost_per_1k_output.nullable(),
	cost_per_1k_cache_write: LlmModel.shape.cost_per_1k_cache_write,
	cost_per_1k_cache_read: LlmModel.shape.cost_per_1k_cache_read,
	reason: z.enum(['selector', 'when', 'default', 'priority']),
	skipped: z.array(
		named('SkippedModel', {
			provider_name: z.string().meta(doc({ example: 'acme' })),
			model: LlmModel.shape.model.nullable(),
			scope: z.enum(['platform', 'org']),
			reason: z.enum(['when', 'not_entitled', 'hidden']),
		}),
	),
	withheld: withheld(),
})

/** What a member reads of it. */
export const PricedModel = ResolvedModel.extend({
	price: PriceInCredits.nullable().meta(
		doc({ description: "Null where the model has no price, and among the platform's alone." }),
	),
}).meta(doc({ id: 'PricedModel' }))

export const EffectiveModel = named('EffectiveModel', {
	selector: z.string().meta(doc({ example: 'acme^gpt-5-mini' })),
	scope: z.enum(['platform', 'org']),
	provider_name: z.string().meta(doc({ example: 'acme' })),
	provider: z.enum(PROVIDER_KINDS),
	...LlmModel.pick({ model: true, tags: true, when: true, priority: true, is_default: true, entitlement: true }).shape,
	is_entitled: z.boolean(),
	is_priced: z.boolean(),
	price: PriceInCredits.nullable(),
})

export const EffectiveQuery = PageQuery.extend({
	org_id: reference('org')
		.optional()
		.meta(doc({ description: 'Another org, for its members and for operators. By default your own.' })),
})
