import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { PASSWORD, withDefaults } from '../../messages/email/settings.ts'
import { emailConfig } from '../../messages/email/table.ts'
import { type KeptKey, keyRedirect } from '../../messages/notices/redirect.ts'
import { redirectBy } from '../../providers/config-entries/redirect.ts'
import { baseUrlOf } from '../../providers/llm-providers/base-url.ts'
import { llmProviders } from '../../providers/llm-providers/table.ts'
import { mcpConfigs } from '../../providers/mcp-configs/table.ts'
import { rowOf, toolProviders } from '../../providers/tool-providers/table.ts'
import { secrets } from '../../secrets/table.ts'
import { at } from '../../secrets/vault.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import type { Change, Own, Redirect } from './reverter.ts'

// A revert may send a stored key to another address, the one that it went to before. That is a redirect like any other, and is
// announced. The guard of the revert holds the row to the states that these rules compare.

type Row<T extends { $inferSelect: object }> = T['$inferSelect']

/** The row before and after the change, when it stays and only moves. */
function moving<T extends { $inferSelect: object }>({ before, after }: Own) {
	return before && after ? { before: before as Row<T>, after: after as Row<T> } : undefined
}

/** The redirect of a key that stays while its address moves. */
const announced = (c: WorkContext, { target_type }: Change, key: Omit<KeptKey, 'moved' | 'otherwise'>) =>
	keyRedirect(c, { ...key, moved: sql`1`, otherwise: `${target_type}.revert` })

export function redirectedTool(c: WorkContext, change: Change, own: Own): Redirect | undefined {
	const { org_id, target_id } = change
	const row = moving<typeof toolProviders>(own)
	if (!row || row.after.key_prefix === null || row.before.base_url === row.after.base_url) return undefined
	return announced(c, change, {
		table: toolProviders,
		where: rowOf(org_id ?? PLATFORM, target_id),
		holder: `the tool provider ${target_id}`,
		host: row.before.base_url === null ? 'its default address' : new URL(row.before.base_url).host,
		org_id,
		payload: { provider_name: target_id },
	})
}

export function redirectedLlm(c: WorkContext, change: Change, own: Own): Redirect | undefined {
	const { env } = c
	const { org_id, target_id } = change
	const row = moving<typeof llmProviders>(own)
	if (!row || baseUrlOf(env, row.before) === baseUrlOf(env, row.after)) return undefined
	return announced(c, change, {
		table: llmProviders,
		where: eq(llmProviders.id, target_id),
		holder: `the LLM provider ${row.before.name}`,
		host: new URL(baseUrlOf(env, row.before)).host,
		org_id,
		payload: { provider_id: target_id },
	})
}

export function redirectedMcp(c: WorkContext, change: Change, own: Own): Redirect | undefined {
	const { org_id, target_id } = change
	const row = moving<typeof mcpConfigs>(own)
	if (!row?.after.has_auth || row.before.url === null || row.before.url === row.after.url) return undefined
	return announced(c, change, {
		table: mcpConfigs,
		where: eq(mcpConfigs.id, target_id),
		holder: `the MCP config ${row.before.name}`,
		host: new URL(row.before.url).host,
		org_id,
		payload: { config_id: target_id },
	})
}

const server = (settings: Row<typeof emailConfig>) => {
	const { smtp_host, smtp_port, smtp_tls_mode } = withDefaults({ ...settings, smtp_pass_set: true })
	return { text: JSON.stringify([smtp_host, smtp_port, smtp_tls_mode]), host: `${smtp_host}:${smtp_port}` }
}

export function redirectedMail(c: WorkContext, change: Change, own: Own): Redirect | undefined {
	const row = moving<typeof emailConfig>(own)
	if (!row || row.before.smtp_host === null || server(row.before).text === server(row.after).text) return undefined
	return announced(c, change, {
		table: emailConfig,
		where: sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(PASSWORD)})`,
		holder: 'the e-mail configuration',
		host: server(row.before).host,
		org_id: null,
		payload: {},
	})
}

export const redirectedEntry = (c: WorkContext, { target_id: key }: Change, { before }: Own): Redirect | undefined =>
	redirectBy(c, {
		key,
		value: (before?.value as string | null | undefined) ?? null,
		otherwise: 'config_entries.revert',
	})
