import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { newId, now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import type { App } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { Ok } from '../../http/fields.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { keyRedirected } from '../../messages/notifications/key-redirected.ts'
import { notify } from '../../messages/notifications/notify.ts'
import { secrets } from '../../secrets/table.ts'
import { storedBaseUrl } from '../../outbound/input.ts'
import { deleteSecretsOf, maskOf, putSecret, seal } from '../../secrets/vault.ts'
import { defaultBaseUrl } from './base-url.ts'
import { forgetOffered, offeredBy } from './discovery.ts'
import { llmModelRoutes } from './models.ts'
import { keyOf, resolveModel } from './resolve.ts'
import {
	AvailableModels,
	CreateLlmProvider,
	LlmProvider,
	ResolvedModel,
	ResolveModel,
	UpdateLlmProvider,
} from './schema.ts'
import { llmModels, llmProviders } from './table.ts'
import { providerWithModels, stateWithModels } from './with-models.ts'
import { requires, signedIn } from '../../http/access.ts'
import { ensure, ensureChanged } from '../../write/guards.ts'

export const llmProviderRoutes = new Hono<App>()

llmProviderRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(LlmProvider), 'List LLM providers with their models'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(providerWithModels)
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
	async (c) => {
		const { api_key, ...fields } = c.req.valid('json')
		const { org_id } = c.var.principal
		const base_url = stored(c.env, fields.base_url)
		const key_prefix = maskOf(api_key)
		const provider = { id: newId('llm'), org_id, ...fields, key_prefix, base_url, created_at: now() }
		const answer = { ...provider, models: [] }
		const key = putSecret(c.var.db, await seal(c.env, keyOf(provider.id), api_key))
		await commit(c, [c.var.db.insert(llmProviders).values(provider), key], {
			audit: auditOf(c, 'create', provider.id),
			answer: { status: 201, body: answer },
			duplicate: DUPLICATE,
		})
		return c.json(answer, 201)
	},
)

llmProviderRoutes.post(
	'/resolve',
	signedIn(),
	body(ResolveModel),
	returns(200, ResolvedModel, 'Which model a request would get, and why'),
	async (c) => {
		const { selector, context = {} } = c.req.valid('json')
		return c.json(await resolveModel(c.env, c.var.db, c.var.principal.org_id, selector, context))
	},
)

llmProviderRoutes.patch(
	'/:provider_id',
	requires('data.secrets'),
	body(UpdateLlmProvider),
	returns(200, LlmProvider, 'Change an LLM provider'),
	async (c) => {
		const id = c.req.param('provider_id')
		const { api_key, ...fields } = c.req.valid('json')
		const change = { ...fields, base_url: stored(c.env, fields.base_url) }
		const update = c.var.db
			.update(llmProviders)
			.set({ id, ...change, ...withoutForeignMode(change), ...(api_key && { key_prefix: maskOf(api_key) }) })
			.where(mine(c, id))
		const provider = c.var.db.select(providerWithModels).from(llmProviders).where(mine(c, id))
		const key = api_key ? [putSecret(c.var.db, await seal(c.env, keyOf(id), api_key))] : []
		const redirected = redirectOf(c, id, change, api_key)
		const [, , , , [answer]] = await commit(
			c,
			[
				tellOfRedirect(c, id, change, redirected),
				update,
				ensureChanged(c),
				ensure(c, hasNoForeignMode(id)),
				provider,
				...key,
			],
			{
				audit: { ...auditOf(c, 'update', id), action: updateAction(redirected) },
				duplicate: DUPLICATE,
				otherwise: async () => ((await storedProvider(c, id)) ? foreignMode() : notFound('LLM provider')),
			},
		)
		forgetOffered()
		return c.json(answer)
	},
)

llmProviderRoutes.delete(
	'/:provider_id',
	requires('data.secrets'),
	returns(200, Ok, 'Delete an LLM provider, its models and its key'),
	async (c) => {
		const id = c.req.param('provider_id')
		const exists = ensure(c, sql`EXISTS (SELECT 1 FROM ${llmProviders} WHERE ${mine(c, id)})`)
		const models = c.var.db.delete(llmModels).where(eq(llmModels.provider_id, id))
		const provider = c.var.db.delete(llmProviders).where(mine(c, id))
		await commit(c, [exists, models, deleteSecretsOf(c.var.db, 'llm_providers', id), provider], {
			audit: { ...auditOf(c, 'delete', id), state: stateWithModels(mine(c, id)) },
			otherwise: notFound('LLM provider'),
		})
		forgetOffered()
		return c.json({ ok: true as const })
	},
)

llmProviderRoutes.get(
	'/:provider_id/available-models',
	signedIn(),
	returns(200, AvailableModels, 'The models that the vendor offers'),
	async (c) => {
		const id = c.req.param('provider_id')
		const { table, column } = keyOf(id)
		const [found] = await c.var.db
			.select({ ...providerWithModels, key: secrets })
			.from(llmProviders)
			.leftJoin(
				secrets,
				and(eq(secrets.table_name, table), eq(secrets.row_id, llmProviders.id), eq(secrets.column_name, column)),
			)
			.where(mine(c, id))
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

const stored = <V extends string | null | undefined>(env: Env, base_url: V) =>
	typeof base_url === 'string' ? storedBaseUrl(env, 'base_url', base_url) : base_url

type Caller = Context<App & { Variables: { principal: { org_id: string } } }>

const DUPLICATE = 'An LLM provider with this name already exists'

const mine = (c: Caller, id: string) => allOf(eq(llmProviders.id, id), eq(llmProviders.org_id, c.var.principal.org_id))

const auditOf = (c: Caller, verb: string, id: string) => ({
	action: `llm_providers.${verb}`,
	target: llmProviders,
	target_id: id,
	where: mine(c, id),
	org_id: c.var.principal.org_id,
})

async function storedProvider(c: Caller, id: string) {
	const [stored] = await c.var.db.select().from(llmProviders).where(mine(c, id)).limit(1)
	return stored
}

type Change = Partial<{ [F in 'provider' | 'base_url']: (typeof llmProviders.$inferSelect)[F] | undefined }>

// A key that stays while its address changes goes to another host from now on, which the audit log must show and the owners
// must hear of. Judged by the row as it was, and by the address that is effective: a change of kind moves the default.
function redirectOf(c: Caller, id: string, { provider, base_url }: Change, api_key: string | undefined): SQL {
	if (api_key !== undefined || (provider === undefined && base_url === undefined)) return sql`0`
	const before = effectiveBase(c.env, sql`${llmProviders.provider}`, sql`${llmProviders.base_url}`)
	const after = effectiveBase(
		c.env,
		provider === undefined ? sql`${llmProviders.provider}` : sql`${provider}`,
		base_url === undefined ? sql`${llmProviders.base_url}` : sql`${base_url}`,
	)
	return sql`EXISTS (SELECT 1 FROM ${llmProviders} WHERE ${mine(c, id)} AND ${before} IS NOT ${after})`
}

const updateAction = (redirected: SQL) => sql`iif(${redirected}, 'llm_providers.redirect', 'llm_providers.update')`

function tellOfRedirect(c: Caller, id: string, { provider, base_url }: Change, redirected: SQL) {
	const { db, principal } = c.var
	const hostOf = (kind: NonNullable<Change['provider']>) => URL.parse(defaultBaseUrl(c.env, kind))?.host ?? ''
	const kind = provider === undefined ? sql`${llmProviders.provider}` : sql`${provider}`
	const host =
		typeof base_url === 'string'
			? sql`${new URL(base_url).host}`
			: sql`iif(${kind} = 'vendor_a', ${hostOf('vendor_a')}, ${hostOf('vendor_b')})`
	const read = (field: SQL) => sql`(SELECT ${field} FROM ${llmProviders} WHERE ${mine(c, id)})`
	const notice = keyRedirected({
		provider: sql`'the LLM provider ' || ${read(sql`${llmProviders.name}`)}`,
		host: read(host),
		actor_user_id: principal.user_id,
		payload: { provider_id: id },
		when: redirected,
	})
	return notify(db, { ...notice, org_id: principal.org_id, roles: ['owner'] })
}

const effectiveBase = (env: Env, provider: SQL, base_url: SQL) =>
	sql`coalesce(${base_url}, iif(${provider} = 'vendor_a', ${defaultBaseUrl(env, 'vendor_a')}, ${defaultBaseUrl(env, 'vendor_b')}))`

// A provider that becomes a vendor_b loses its mode; one that is a vendor_b is given none.
const withoutForeignMode = ({ provider }: Change) => (provider === 'vendor_b' ? { vendor_a_api_mode: null } : {})

const hasNoForeignMode = (id: string) =>
	sql`NOT EXISTS (SELECT 1 FROM ${llmProviders} WHERE ${eq(llmProviders.id, id)} AND ${eq(llmProviders.provider, 'vendor_b')} AND ${llmProviders.vendor_a_api_mode} IS NOT NULL)`

const foreignMode = () =>
	invalid([{ path: 'vendor_a_api_mode', message: 'Is for providers of the kind vendor_a only' }])
