import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { FRESH_MS, isolateCache, OUTAGE_MS } from '../../ground/db/cache.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { ApiError } from '../../ground/http/errors.ts'
import { findBySelector } from '../../ground/http/selector.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { open, type SealedRow } from '../../ground/secrets/vault.ts'
import { pausesOf, refusePaused } from '../../traffic/pauses/current.ts'
import { baseUrlOf } from './base-url.ts'
import { providerColumns } from './columns.ts'
import type { LlmModel, ResolvedModel } from './schema.ts'
import { llmProviders } from './table.ts'
import { matches } from './when.ts'

// Which model a request gets (spec 2.3, 4.2). A selector names the model, and the model's `when` is ignored. Without a
// selector, the first model whose `when` holds is chosen. Otherwise it's the first default among the models with an empty
// `when`, else the first of them. The order is: highest priority, then defaults, then oldest. `skipped` names the earlier
// models whose `when` didn't hold.

export type ModelResolution = z.infer<typeof ResolvedModel>

type Candidate = Pick<z.infer<typeof LlmModel>, 'id' | 'model' | 'priority' | 'is_default' | 'when'> & {
	provider_name: string
}

interface Choice<C> {
	chosen: C
	reason: ModelResolution['reason']
	skipped: C[]
}

type AdvancedJson = Record<string, unknown>

/**
 * A model's `advanced_json` merged over its provider's (spec 2.3), key by key: the model's value wins. Null when both are
 * null. Neither contains a key that could reach a prototype, because `http/json-input.ts` refuses those.
 */
const mergeAdvancedJson = (provider: AdvancedJson | null, model: AdvancedJson | null): AdvancedJson | null =>
	provider || model ? { ...provider, ...model } : null

/** Chooses among candidates ordered from oldest to newest. Undefined when none fits. */
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

const providersOf = prepared(['org_id'], (db, { org_id }) =>
	db.select(providerColumns).from(llmProviders).where(eq(llmProviders.org_id, org_id)).orderBy(asc(llmProviders.id)),
)

/** The sealed keys of an org's providers: see `llmKeyPlace`. */
const keysOf = prepared(['org_id'], (db, { org_id }) =>
	db
		.select(getTableColumns(secrets))
		.from(llmProviders)
		.innerJoin(
			secrets,
			sql`${secrets.table_name} = 'llm_providers' AND ${secrets.row_id} = ${llmProviders.id} AND ${secrets.column_name} = 'api_key'`,
		)
		.where(eq(llmProviders.org_id, org_id)),
)

interface OrgModels {
	providers: Awaited<ReturnType<typeof providersOf>>
	/** Sealed. They're opened when one is used. */
	keys: SealedRow[]
}

/** A provider has settings of up to some kilobytes, and models with settings of their own. */
const weightOf = ({ providers, keys }: OrgModels) => 500 + 2 * JSON.stringify(providers).length + 700 * keys.length

const cache = isolateCache<OrgModels>(FRESH_MS, { name: 'models', standsInFor: OUTAGE_MS, weightOf })

/** Makes this isolate read all models again. Call it after every change of a provider, its key or its models. */
export const forgetModels = cache.forget

/** The providers of an org with their models and sealed keys, as of five seconds ago at most. */
export const modelsOf = (org_id: string): Reading<OrgModels> =>
	reading(
		cache,
		org_id,
		(db) => [providersOf(db, { org_id }), keysOf(db, { org_id })],
		([providers, keys]) => ({ providers, keys }),
	)

export interface ModelRequest {
	org_id: string
	selector: string | undefined
	/** The values that models' `when` is compared with. */
	context: Record<string, unknown>
}

type Asking = { env: Env; var: Pick<WorkContext['var'], 'db'> }

/**
 * Resolves a request to one of the org's models, with the sealed key of its provider if it has one. No D1 call while the isolate has the
 * org's models and pauses cached, else one. Throws 403 if the platform or the org is paused, 404 when no model fits, and 400 for a
 * selector without two sides.
 */
async function resolveModelSealed(
	{ env, var: { db } }: Asking,
	request: ModelRequest,
): Promise<{ resolution: ModelResolution; key: SealedRow | undefined }> {
	const [paused, { providers, keys }] = await readTogether(db, [pausesOf(request.org_id), modelsOf(request.org_id)])
	refusePaused(paused)
	const resolution = resolutionOf(env, request, providers)
	return { resolution, key: keys.find(({ row_id }) => row_id === resolution.provider_id) }
}

/** The same without the key. */
export const resolveModel = async (c: Asking, request: ModelRequest): Promise<ModelResolution> =>
	(await resolveModelSealed(c, request)).resolution

/** The same with the key, opened now. It must never cross HTTP. */
export async function resolveModelWithKey(
	c: Asking,
	request: ModelRequest,
): Promise<ModelResolution & { api_key: string | null }> {
	const { resolution, key } = await resolveModelSealed(c, request)
	return { ...resolution, api_key: key ? await open(c.env, key) : null }
}

function resolutionOf(
	env: Env,
	{ selector, context }: ModelRequest,
	providers: OrgModels['providers'],
): ModelResolution {
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
