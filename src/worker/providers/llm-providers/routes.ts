import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId, now, PLATFORM } from '../../ground/db/columns.ts'
import { signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { DENIED, FAILED } from '../../ground/outbound/refusals.ts'
import { isPurge, PurgeQuery, purged } from '../../ground/secrets/purge.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, deleteSecretsOf, maskOf, putSecret, seal } from '../../ground/secrets/vault.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { sendsElsewhere } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import { requireReader } from '../../tenancy/orgs/access.ts'
import { requireFitting } from '../layers/entitlement.ts'
import { creationRefusal, ensureSettingsFit } from '../layers/limits.ts'
import { misfitOfName } from '../layers/names.ts'
import { ofLayer, READS, scopeQuery, WRITES } from '../layers/scope.ts'
import { auditOf, duplicate, providerOf, storedUrl, updateProvider } from './change.ts'
import { providerColumns, stateWithModels } from './columns.ts'
import { limitOfProviders } from './configured.ts'
import { offeredBy } from './discovery.ts'
import { effectiveModels, resolvePriced } from './effective.ts'
import { llmModelRoutes } from './model-routes.ts'
import { resolveOfPlatform } from './resolve.ts'
import { EffectiveModel, EffectiveQuery, PricedModel, ResolveModel } from './resolved-schema.ts'
import { AvailableModels, ChangedLlmProvider, CreateLlmProvider, LlmProvider, UpdateLlmProvider } from './schema.ts'
import { llmKeyPlace, llmModels, llmProviders } from './table.ts'

export const llmProviderRoutes = routes()

llmProviderRoutes.get(
	'/',
	ofLayer(READS, { hasOwnQuery: true }),
	query(PageQuery.extend(scopeQuery(READS).shape)),
	returns(200, z.array(LlmProvider), 'List LLM providers with their models'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(providerColumns)
			.from(llmProviders)
			.where(and(eq(llmProviders.org_id, c.var.owner), page.before(llmProviders.id)))
			.orderBy(desc(llmProviders.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

llmProviderRoutes.post(
	'/',
	ofLayer(WRITES),
	body(CreateLlmProvider),
	returns(201, LlmProvider, 'Create an LLM provider'),
	refuses('name.taken', 'limit.reached', ...DENIED),
	async (c) => {
		const { api_key, ...fields } = c.req.valid('json')
		const { owner: org_id } = c.var
		requireFitting([misfitOfName(org_id, 'name', fields.name)])
		const base_url = storedUrl(c.env, fields.base_url)
		const key_prefix = maskOf(api_key)
		const provider = { id: newId('llm'), org_id, ...fields, key_prefix, base_url, created_at: now() }
		const response = { ...provider, models: [] }
		const withinLimit = ensure(c, limitOfProviders.holds(org_id, sql`1`))
		const created = c.var.db.insert(llmProviders).values(provider)
		const key = putSecret(c.var.db, await seal(c.env, llmKeyPlace(provider.id), api_key))
		await write(
			c,
			{ withinLimit, created, key, withinSettings: ensureSettingsFit(c) },
			{
				audit: auditOf(c, 'create', provider.id),
				response: { status: 201, body: response },
				duplicate,
				otherwise: () => creationRefusal(c, limitOfProviders),
			},
		)
		return c.json(response, 201)
	},
)

llmProviderRoutes.post(
	'/resolve',
	ofLayer(READS),
	body(ResolveModel),
	returns(200, PricedModel, 'Read which model a request would get, and why', { changes: false }),
	refuses('routing.model_not_found', 'model.not_entitled', { status: 403, code: 'run.paused' }),
	async (c) => {
		const { selector, context } = c.req.valid('json')
		const asked = { selector: selector ?? undefined, context: context ?? {} }
		if (c.var.owner === PLATFORM) return c.json({ ...(await resolveOfPlatform(c, asked)), price: null })
		return c.json(await resolvePriced(c, { org_id: c.var.owner, ...asked }))
	},
)

llmProviderRoutes.get(
	'/effective',
	signedIn(),
	query(EffectiveQuery),
	returns(200, z.array(EffectiveModel), "List the models that an org's runs can use, with their prices"),
	refuses(404),
	async (c) => {
		const { org_id = c.var.principal.org_id, ...paging } = c.req.valid('query')
		await requireReader(c, org_id)
		const page = openPage(c, paging)
		const rest = (await effectiveModels(c, org_id)).filter(({ place }) => page.holds(-place))
		return c.json(page.close(rest.slice(0, page.limit), ({ place }) => -place).map(({ model }) => model))
	},
)

llmProviderRoutes.get(
	'/:provider_id',
	ofLayer(READS),
	returns(200, LlmProvider, 'Read an LLM provider with its models'),
	async (c) => {
		const where = providerOf(c, c.req.param('provider_id'))
		const [provider] = await c.var.db.select(providerColumns).from(llmProviders).where(where).limit(1)
		return taggedJson(c, existing(provider, 'LLM provider'))
	},
)

llmProviderRoutes.patch(
	'/:provider_id',
	ofLayer(WRITES),
	body(UpdateLlmProvider),
	stepUp('power', sendsElsewhere<z.infer<typeof UpdateLlmProvider>>('api_key', 'base_url')),
	returns(200, ChangedLlmProvider, 'Change an LLM provider'),
	refuses('name.taken', ...DENIED),
	async (c) => {
		const { provider, left } = await updateProvider(c, c.req.param('provider_id'), c.req.valid('json'))
		return changedJson(c, { ...provider, ...left }, provider)
	},
)

llmProviderRoutes.delete(
	'/:provider_id',
	ofLayer(WRITES, { hasOwnQuery: true }),
	query(PurgeQuery.extend(scopeQuery(WRITES).shape)),
	stepUp('power', isPurge),
	returns(200, Ok, 'Delete an LLM provider, its models and its key'),
	async (c) => {
		const id = c.req.param('provider_id')
		const changes = {
			found: ensureExists(c, llmProviders, providerOf(c, id)),
			models: c.var.db.delete(llmModels).where(eq(llmModels.provider_id, id)),
			key: deleteSecretsOf(c.var.db, 'llm_providers', id),
			provider: c.var.db.delete(llmProviders).where(providerOf(c, id)),
		}
		const { undo, ...audit } = auditOf(c, 'delete', id)
		const models = { table: llmModels, where: eq(llmModels.provider_id, id) }
		const purges = purged(c, c.req.valid('query'), { table: 'llm_providers', row: id })
		await write(c, changes, {
			audit: { ...audit, state: stateWithModels(providerOf(c, id)), undo: [...undo, models], ...purges },
			otherwise: notFound('LLM provider'),
		})
		return c.json({ ok: true as const })
	},
)

llmProviderRoutes.get(
	'/:provider_id/available-models',
	ofLayer(WRITES),
	returns(200, AvailableModels, 'List the models that the vendor offers', { changes: true, isTagged: false }),
	refuses(...FAILED, 'invalid_response', 'secrets.key_missing', 'status', 'unauthorized'),
	async (c) => {
		const id = c.req.param('provider_id')
		const [found] = await c.var.db
			.select({ ...providerColumns, key: secrets })
			.from(llmProviders)
			.leftJoin(secrets, at(llmKeyPlace(id)))
			.where(providerOf(c, id))
			.limit(1)
		if (!found) throw notFound('LLM provider')
		const { key, models, ...provider } = found
		if (!key) throw new Error('An LLM provider has no key')
		const configured = new Set(models.map(({ model }) => model.toLowerCase()))
		const offered = await offeredBy(c.env, provider, key)
		return c.json({ models: offered.map((one) => ({ ...one, configured: configured.has(one.id.toLowerCase()) })) })
	},
)

llmProviderRoutes.route('/', llmModelRoutes)
