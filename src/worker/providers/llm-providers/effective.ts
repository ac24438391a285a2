import type * as z from 'zod'
import { creditsPerMillion, hasPrice, priceOf, type Rates } from '../../billing/costs/price.ts'
import { withheldFrom } from './choose.ts'
import { layersFor, type Model } from './resolve.ts'
import type { EffectiveModel } from './resolved-schema.ts'

type Listed = z.infer<typeof EffectiveModel>

/**
 * What an org's runs can use, in the order in which it's chosen, each with its place. Models that the org isn't entitled to are
 * there too, so a plan can be sold. What an own provider hides isn't.
 */
export async function effectiveModels(
	c: Parameters<typeof layersFor>[0],
	org_id: string,
): Promise<{ place: number; model: Listed }[]> {
	const { terms, ...layers } = await layersFor(c, org_id)
	return [...layers.own.ranked, ...layers.platform.ranked].flatMap((one, place) => {
		const reason = withheldFrom(layers, one)
		return reason === 'hidden' ? [] : [{ place, model: toListed(one, terms, reason === undefined) }]
	})
}

function toListed(model: Model, terms: Rates, is_entitled: boolean): Listed {
	const price = priceOf(model.id, model.scope, model)
	const is_priced = hasPrice(price)
	return {
		selector: `${model.provider_name}^${model.model}`,
		scope: model.scope,
		provider_name: model.provider_name,
		provider: model.provider.provider,
		model: model.model,
		tags: model.tags,
		when: model.when,
		priority: model.priority,
		is_default: model.is_default,
		entitlement: model.entitlement,
		is_entitled,
		is_priced,
		price: is_priced ? creditsPerMillion(price, terms) : null,
	}
}
