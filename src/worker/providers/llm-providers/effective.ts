import type * as z from 'zod'
import { creditsPerMillion, hasPrice, priceOf, type Rates } from '../../billing/costs/price.ts'
import { termsReading } from '../../billing/runs/terms.ts'
import { readTogether } from '../../ground/db/reading.ts'
import { pausesOf } from '../../traffic/pauses/current.ts'
import { withoutPlatform } from '../layers/withheld.ts'
import { withheldFrom } from './choose.ts'
import { layersFor, type Model, modelReadings, type ModelRequest, resolveModel } from './resolve.ts'
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

/** The model that an org's request gets with its price, as its members may see it. */
export async function resolvePriced(c: Parameters<typeof layersFor>[0], request: ModelRequest) {
	const { org_id } = request
	// One D1 call reads all that the resolution needs too.
	const [terms] = await readTogether(c.var.db, [
		termsReading(c.env, org_id),
		pausesOf(org_id),
		...modelReadings(org_id),
	])
	const model = await resolveModel(c, request)
	const price = priceOf(model.model_id, model.scope, model)
	return { ...withoutPlatform(model), price: terms && hasPrice(price) ? creditsPerMillion(price, terms) : null }
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
