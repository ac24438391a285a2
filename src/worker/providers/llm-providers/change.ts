import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { orgIdOf } from '../../ground/db/columns.ts'
import { allOf, noChange } from '../../ground/db/state.ts'
import { type ApiError, notFound, taken } from '../../ground/http/errors.ts'
import { storedBaseUrl } from '../../ground/outbound/input.ts'
import { secretsOf } from '../../ground/secrets/replaced.ts'
import { maskOf, putSecret, seal } from '../../ground/secrets/vault.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { unlessGiven } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import type { Principal } from '../../principal.ts'
import { requireFitting } from '../layers/entitlement.ts'
import { ensureSettingsFit, settingsRefusal } from '../layers/limits.ts'
import { misfitOfName } from '../layers/names.ts'
import { providerColumns } from './columns.ts'
import { configuredLlmProviders } from './configured.ts'
import type { LlmProvider, UpdateLlmProvider } from './schema.ts'
import { llmKeyPlace, llmProviders } from './table.ts'
import { renaming, unmatchedIn } from './unmatched.ts'

export type Caller = WorkContext & { var: { principal: Principal; owner: string } }

export const duplicate = () => taken('An LLM provider with this name already exists', 'name')

/** Selects the provider with this id at the layer of the call. */
export const providerOf = ({ var: { owner } }: Caller, id: string) =>
	allOf(eq(llmProviders.id, id), eq(llmProviders.org_id, owner))

/** The audit row of a change to a provider. */
export const auditOf = (c: Caller, verb: 'create' | 'update' | 'delete', id: string) => ({
	action: `llm_providers.${verb}` as const,
	target: llmProviders,
	target_id: id,
	where: providerOf(c, id),
	org_id: orgIdOf(c.var.owner),
	isNew: verb === 'create',
	undo: [{ table: llmProviders, where: providerOf(c, id) }, secretsOf('llm_providers', id)],
	kinds: [{ kind: configuredLlmProviders }],
})

/** A caller's base URL, as it's stored. Throws 400 when the URL policy refuses it. */
export const storedUrl = <V extends string | null | undefined>(env: Env, base_url: V) =>
	typeof base_url === 'string' ? storedBaseUrl(env, 'base_url', base_url) : base_url

/**
 * Changes a provider and returns it with its models, and what a rename leaves behind. Throws 404, and 409 for a taken name.
 */
export async function updateProvider(
	c: Caller,
	id: string,
	{ api_key, ...fields }: z.infer<typeof UpdateLlmProvider>,
): Promise<{ provider: z.infer<typeof LlmProvider>; left: ReturnType<typeof unmatchedIn> }> {
	const { db, owner } = c.var
	requireFitting([misfitOfName(owner, 'name', fields.name)])
	const where = providerOf(c, id)
	const change = { ...fields, base_url: storedUrl(c.env, fields.base_url) }
	const set = { ...change, ...(api_key && { key_prefix: maskOf(api_key) }) }
	const { old_name, ...named } = renaming(c, 'provider', sql`SELECT name FROM ${llmProviders} WHERE ${where}`)
	const isRenamed = fields.name !== undefined
	const done = await write(
		c,
		{
			old_name: isRenamed && old_name,
			updated: db
				.update(llmProviders)
				.set({ ...noChange(llmProviders.created_at), ...set })
				.where(where),
			found: ensureChanged(c),
			provider: db.select(providerColumns).from(llmProviders).where(where),
			key: api_key && putSecret(db, await seal(c.env, llmKeyPlace(id), api_key)),
			...(isRenamed && named),
			withinSettings: ensureSettingsFit(c),
		},
		{
			audit: {
				...auditOf(c, 'update', id),
				kinds: [{ kind: unlessGiven(configuredLlmProviders, api_key) }],
				urls: change.base_url == null ? [] : [change.base_url],
			},
			duplicate,
			otherwise: () => refusal(c, id),
		},
	)
	const [provider] = done.provider
	if (!provider) throw notFound('LLM provider')
	return { provider, left: unmatchedIn(c, 'provider', done) }
}

async function refusal(c: Caller, id: string): Promise<ApiError> {
	const [found] = await c.var.db.select({ id: llmProviders.id }).from(llmProviders).where(providerOf(c, id)).limit(1)
	return found ? settingsRefusal(c) : notFound('LLM provider')
}
