import { asc, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { ApiError } from '../../http/errors.ts'
import { baseUrlOf } from './base-url.ts'
import { mergeAdvancedJson } from './merge.ts'
import type { LlmModel, ResolvedModel } from './schema.ts'
import { findBySelector } from './selector.ts'
import { llmProviders } from './table.ts'
import { matches } from './when.ts'
import { providerWithModels } from './with-models.ts'

// Which model a request gets (spec 2.3, 4.2). A selector names it, and its `when` is not asked. Without one, the first model
// whose `when` is not empty and holds; else, of those with an empty `when`, the first default; else simply the first. First
// is: highest priority, then defaults, then oldest. `skipped` are the models that came before the choice by their `when`.

export type Resolution = z.infer<typeof ResolvedModel>

type Candidate = Pick<z.infer<typeof LlmModel>, 'id' | 'model' | 'priority' | 'is_default' | 'when'> & {
	provider_name: string
}

interface Choice<C> {
	chosen: C
	reason: Resolution['reason']
	skipped: C[]
}

/** Where a provider's key is sealed. */
export const keyOf = (provider_id: string) => ({ table: 'llm_providers', row: provider_id, column: 'api_key' })

/** Chooses among candidates that are ordered from old to young; undefined when none will do. */
export function chooseModel<C extends Candidate>(
	candidates: C[],
	selector: string | undefined,
	context: Record<string, unknown>,
): Choice<C> | undefined {
	if (selector !== undefined) {
		const named = findBySelector(candidates, selector)
		return named && { chosen: named, reason: 'selector', skipped: [] }
	}
	const ranked = candidates.toSorted((a, b) => b.priority - a.priority || Number(b.is_default) - Number(a.is_default))
	const isPlain = ({ when }: C) => Object.keys(when).length === 0
	const conditional = ranked.filter((candidate) => !isPlain(candidate))
	const index = conditional.findIndex(({ when }) => matches(when, context))
	const matching = conditional[index]
	if (matching) return { chosen: matching, reason: 'when', skipped: conditional.slice(0, index) }
	const plain = ranked.filter(isPlain)
	const chosen = plain.find(({ is_default }) => is_default) ?? plain[0]
	return chosen && { chosen, reason: chosen.is_default ? 'default' : 'priority', skipped: conditional }
}

/** Resolves a request of the org to a model; 404 when there is none for it. One D1 call. The key is at `keyOf(provider_id)`. */
export async function resolveModel(
	env: Env,
	db: Database['reader'],
	org_id: string,
	selector: string | undefined,
	context: Record<string, unknown>,
): Promise<Resolution> {
	const providers = await db
		.select(providerWithModels)
		.from(llmProviders)
		.where(eq(llmProviders.org_id, org_id))
		.orderBy(asc(llmProviders.id))
	const candidates = providers
		.flatMap(({ models, ...provider }) => models.map((model) => ({ ...model, provider, provider_name: provider.name })))
		.sort((a, b) => (a.id < b.id ? -1 : 1))
	const choice = chooseModel(candidates, selector, context)
	if (!choice) throw new ApiError(404, 'not_found', 'Model not found', { reason: 'routing.model_not_found' })
	const { provider, provider_name, id, model, advanced_json, ...terms } = choice.chosen
	return {
		provider_id: provider.id,
		provider_name,
		provider: provider.provider,
		model_id: id,
		model,
		base_url: baseUrlOf(env, provider),
		vendor_a_api_mode: provider.vendor_a_api_mode,
		advanced_json: mergeAdvancedJson(provider.advanced_json, advanced_json),
		multiplier: terms.multiplier,
		cost_per_1k_input: terms.cost_per_1k_input,
		cost_per_1k_output: terms.cost_per_1k_output,
		cost_per_1k_cache_write: terms.cost_per_1k_cache_write,
		cost_per_1k_cache_read: terms.cost_per_1k_cache_read,
		reason: choice.reason,
		skipped: choice.skipped.map((skipped) => ({
			provider_name: skipped.provider_name,
			model: skipped.model,
			reason: 'when',
		})),
	}
}
