import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { requires, signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
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
import { auditOf, duplicate, providerOf, storedUrl, updateProvider } from './change.ts'
import { providerColumns, stateWithModels } from './columns.ts'
import { limitOfProviders } from './configured.ts'
import { offeredBy } from './discovery.ts'
import { llmModelRoutes } from './model-routes.ts'
import { resolveModel } from './resolve.ts'
import {
	AvailableModels,
	ChangedLlmProvider,
	CreateLlmProvider,
	LlmProvider,
	ResolvedModel,
	ResolveModel,
	UpdateLlmProvider,
} from './schema.ts'
import { llmKeyPlace, llmModels, llmProviders } from './table.ts'

export const llmProviderRoutes = new Hono<App>()

llmProviderRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(LlmProvider), 'List LLM providers with their models'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(providerColumns)
			.from(llmProviders)
			.where(and(eq(llmProviders.org_id, c.var.principal.org_id), page.before(llmProviders.id)))
			.orderBy(desc(llmProviders.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

llmProviderRoutes.post(
	'/',
	requires('data.secrets'),
	body(CreateLlmProvider),
	returns(201, LlmProvider, 'Create an LLM provider'),
	refuses('name.taken', 'limit.reached', ...DENIED),
	async (c) => {
		const { api_key, ...fields } = c.req.valid('json')
		const { org_id } = c.var.principal
		const base_url = storedUrl(c.env, fields.base_url)
		const key_prefix = maskOf(api_key)
		const provider = { id: newId('llm'), org_id, ...fields, key_prefix, base_url, created_at: now() }
		const response = { ...provider, models: [] }
		const withinLimit = ensure(c, limitOfProviders.holds(org_id, sql`1`))
		const created = c.var.db.insert(llmProviders).values(provider)
		const key = putSecret(c.var.db, await seal(c.env, llmKeyPlace(provider.id), api_key))
		await write(
			c,
			{ withinLimit, created, key },
			{
				audit: auditOf(c, 'create', provider.id),
				response: { status: 201, body: response },
				duplicate,
				otherwise: () => limitOfProviders.refusal(c, org_id),
			},
		)
		return c.json(response, 201)
	},
)

llmProviderRoutes.post(
	'/resolve',
	signedIn(),
	body(ResolveModel),
	returns(200, ResolvedModel, 'Read which model a request would get, and why', { isAudited: false }),
	refuses('routing.model_not_found', { status: 403, code: 'run.paused' }),
	async (c) => {
		const { selector, context } = c.req.valid('json')
		return c.json(
			await resolveModel(c, {
				org_id: c.var.principal.org_id,
				selector: selector ?? undefined,
				context: context ?? {},
			}),
		)
	},
)

llmProviderRoutes.get(
	'/:provider_id',
	signedIn(),
	returns(200, LlmProvider, 'Read an LLM provider with its models'),
	async (c) => {
		const where = providerOf(c, c.req.param('provider_id'))
		const [provider] = await c.var.db.select(providerColumns).from(llmProviders).where(where).limit(1)
		if (!provider) throw notFound('LLM provider')
		return taggedJson(c, provider)
	},
)

llmProviderRoutes.patch(
	'/:provider_id',
	requires('data.secrets'),
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
	requires('data.secrets'),
	query(PurgeQuery),
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
	requires('data.secrets'),
	returns(200, AvailableModels, 'List the models that the vendor offers', { isTagged: false }),
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
