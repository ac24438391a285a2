import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { termsReading } from '../../billing/runs/terms.ts'
import type { WorkContext } from '../../context.ts'
import { layeredCache } from '../../ground/db/cache.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { ApiError, notFound } from '../../ground/http/errors.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { open, type SealedRow } from '../../ground/secrets/vault.ts'
import { entitledBy, primaryGrantsOf } from '../../plans/entitlements/effective.ts'
import { pausesOf, refusePaused } from '../../traffic/pauses/current.ts'
import type { Scope } from '../layers/scope.ts'
import { baseUrlOf } from './base-url.ts'
import { type Asked, chooseModel, type Layer, layerOf } from './choose.ts'
import { providerColumns } from './columns.ts'
import type { ResolvedModel } from './resolved-schema.ts'
import { llmProviders } from './table.ts'

// The models of an isolate, and what the rule in `choose.ts` makes of them.

/** What the runtime gets. Whoever doesn't get what says where a model of the platform is called, gets it from `withheld.ts`. */
export type ModelResolution = Omit<z.infer<typeof ResolvedModel>, keyof Called | 'withheld'> & Called

/** Where the model is called and at what price, which `withheld.ts` may take out. */
interface Called {
	base_url: string
	multiplier: number
	cost_per_1k_input: number
	cost_per_1k_output: number
}

type AdvancedJson = Record<string, unknown>

/**
 * A model's `advanced_json` merged over its provider's (spec 2.3), key by key: the model's value wins. Null when both are
 * null. Neither contains a key that could reach a prototype, because `http/json-input.ts` refuses those.
 */
const mergeAdvancedJson = (provider: AdvancedJson | null, model: AdvancedJson | null): AdvancedJson | null =>
	provider || model ? { ...provider, ...model } : null

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

type Provider = Awaited<ReturnType<typeof providersOf>>[number]
export type Model = Provider['models'][number] & {
	provider: Omit<Provider, 'models'>
	provider_name: string
	scope: Scope
}

interface OwnerModels extends Layer<Model> {
	/** Sealed. They're opened when one is used. */
	keys: SealedRow[]
	/** About how many bytes all of it takes. */
	weight: number
}

const cached = layeredCache<OwnerModels>('models', ({ weight }) => weight)

/** Makes this isolate read all models again. Call it after every change of a provider, its key or its models. */
export const forgetModels = cached.forget

/** The models of an org or of the platform with the sealed keys of their providers, as of five seconds ago at most. */
export const modelsOf = (owner: string): Reading<OwnerModels> =>
	reading(
		cached.of(owner),
		owner,
		(db) => [providersOf(db, { org_id: owner }), keysOf(db, { org_id: owner })],
		([providers, keys]) => ownerModels(owner === PLATFORM ? 'platform' : 'org', providers, keys),
	)

function ownerModels(scope: Scope, providers: Provider[], keys: SealedRow[]): OwnerModels {
	const models = providers
		.flatMap(({ models, ...provider }) =>
			models.map((model): Model => ({ ...model, provider, provider_name: provider.name, scope })),
		)
		.sort((a, b) => (a.id < b.id ? -1 : 1))
	// A provider has settings of up to some kilobytes, and models with settings of their own.
	const weight = 500 + 2 * JSON.stringify(providers).length + 700 * keys.length
	return {
		...layerOf(
			models,
			providers.map(({ name }) => name),
		),
		keys,
		weight,
	}
}

/** What an org's models are chosen from. */
export const modelReadings = (org_id: string) =>
	[modelsOf(org_id), modelsOf(PLATFORM), primaryGrantsOf(org_id)] as const

export interface ModelRequest extends Asked {
	org_id: string
}

type Asking = { env: Env; var: Pick<WorkContext['var'], 'db'> }

/**
 * Resolves a request to one of the org's models or of the platform's, with the sealed key of its provider if it has one. No D1 call while
 * the isolate has both, the org's pauses and its grants cached, else one. Throws 404 for an unknown org and when no model fits, 403 if the
 * platform or the org is paused or isn't entitled to what a selector names, and 400 for a selector without two sides.
 */
async function resolveModelSealed(
	{ env, var: { db } }: Asking,
	{ org_id, ...asked }: ModelRequest,
): Promise<{ resolution: ModelResolution; key: SealedRow | undefined }> {
	const [paused, own, platform, grants] = await readTogether(db, [pausesOf(org_id), ...modelReadings(org_id)])
	refusePaused(paused)
	const resolution = resolutionOf(env, { own, platform, isEntitled: entitledBy(env, grants) }, asked)
	const { keys } = resolution.scope === 'org' ? own : platform
	return { resolution, key: keys.find(({ row_id }) => row_id === resolution.provider_id) }
}

/** Both layers for an org, its terms, and whether it gets each model. Throws 404 for an unknown or deleted org. No D1 call while all is cached. */
export async function layersFor({ env, var: { db } }: Asking, org_id: string) {
	const [terms, own, platform, grants] = await readTogether(db, [termsReading(env, org_id), ...modelReadings(org_id)])
	if (!grants || !terms) throw notFound('Org')
	return { own, platform, terms, isEntitled: entitledBy(env, grants) }
}

const NOTHING = layerOf<Model>([], [])

/** Resolves among the platform's models alone, without entitlements. */
export async function resolveOfPlatform({ env, var: { db } }: Asking, asked: Asked): Promise<ModelResolution> {
	const [platform] = await readTogether(db, [modelsOf(PLATFORM)])
	return resolutionOf(env, { own: NOTHING, platform, isEntitled: () => true }, asked)
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

function resolutionOf(env: Env, layers: Parameters<typeof chooseModel<Model>>[0], asked: Asked): ModelResolution {
	const choice = chooseModel(layers, asked)
	if (!choice) throw new ApiError(404, 'not_found', { reason: 'routing.model_not_found' })
	const { provider, provider_name, scope, id, model, advanced_json, ...terms } = choice.chosen
	return {
		provider_id: provider.id,
		provider_name,
		provider: provider.provider,
		model_id: id,
		model,
		scope,
		base_url: baseUrlOf(env, provider),
		vendor_a_api_mode: provider.vendor_a_api_mode,
		advanced_json: mergeAdvancedJson(provider.advanced_json, advanced_json),
		multiplier: terms.multiplier,
		cost_per_1k_input: terms.cost_per_1k_input,
		cost_per_1k_output: terms.cost_per_1k_output,
		cost_per_1k_cache_write: terms.cost_per_1k_cache_write,
		cost_per_1k_cache_read: terms.cost_per_1k_cache_read,
		reason: choice.reason,
		skipped: choice.skipped.map(({ candidate, reason }) => ({
			provider_name: candidate.provider_name,
			// All models of a hidden provider are.
			model: reason === 'hidden' ? null : candidate.model,
			scope: candidate.scope,
			reason,
		})),
	}
}
