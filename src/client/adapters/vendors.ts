import { Invalid } from '../errors.ts'
import type { Model } from '../types.ts'

/** What makes a model or a client, by the kind of the provider in Plinth: `vendor_a` speaks as OpenAI does, `vendor_b` as Anthropic. */
export interface Vendors<A, B> {
	vendor_a?: A | undefined
	vendor_b?: B | undefined
}

/** What the caller gave for the kind of a model. */
export function required<V>(vendor: V | undefined, { provider, model }: Model): V {
	if (vendor === undefined) throw new Invalid(provider, `is missing: ${model} is a model of this kind`)
	return vendor
}

export const vendorOf = <A, B>(vendors: Vendors<A, B>, model: Model): A | B =>
	required(model.provider === 'vendor_b' ? vendors.vendor_b : vendors.vendor_a, model)

/** Whether a model is to be called by chat completions. */
export const isChat = (model: Model): boolean => model.vendor_a_api_mode === 'chat_completions'

/** The address without its version, which the packages of Anthropic's kind add, or want with it. */
export const unversioned = (url: string): string => url.replace(/(\/v1)?\/*$/, '')
