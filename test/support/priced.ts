import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Api } from './api.ts'
import { forgetTerms } from './program.ts'
import { create } from './world.ts'

/** A dollar is 1,000 credits. A thousand tokens in cost 0.002 dollars, and out 0.01; read from the cache a tenth. */
export const PRICES = { cost_per_1k_input: 0.002, cost_per_1k_output: 0.01, cost_per_1k_cache_read: 0.0002 }

/** Ten cents by `PRICES`: 30,000 tokens in and 4,000 out. */
export const USED = { total_input_tokens: 30_000, total_output_tokens: 4_000 }

/** Gives the owner of `caller` a provider with a model. The result has their ids, and changes the model. */
export async function pricedModel(
	caller: Pick<Api, 'post' | 'patch' | 'delete'>,
	fields: object = PRICES,
	name = 'main',
	query = '',
) {
	const provider = await caller.post(`/v1/llm-providers${query}`, {
		name,
		provider: 'vendor_a',
		api_key: 'sk-0123456789abcdef',
	})
	expect(provider.status).toBe(201)
	const models = `/v1/llm-providers/${provider.body.id}/models`
	const model = await caller.post(`${models}${query}`, { model: 'm', ...fields })
	expect(model.status).toBe(201)
	const path = `${models}/${model.body.id}${query}`
	return {
		provider_id: provider.body.id as string,
		model_id: model.body.id as string,
		selector: `${name}^m`,
		change: async (changed: object): Promise<void> => {
			expect((await caller.patch(path, changed)).status).toBe(200)
		},
		remove: async () => expect((await caller.delete(path)).status).toBe(200),
	}
}

/** Sets configuration entries for the rest of a test, after which `asBefore` removes them. */
export async function configured(entries: Record<string, string>) {
	for (const [key, value] of Object.entries(entries))
		await env.DB.prepare('INSERT OR REPLACE INTO config_entries (key, value, updated_at) VALUES (?, ?, ?)')
			.bind(key, value, new Date().toISOString())
			.run()
	forgetTerms()
}

export async function asBefore() {
	await env.DB.exec("DELETE FROM config_entries WHERE key GLOB 'billing.*'")
	forgetTerms()
}

/** The org pays so many percent for runs on its own models. */
export const ownPercent = (org_id: string, value: string) =>
	create.override(org_id, { key: 'credits.own_models_percent', value, value_type: 'integer' })
