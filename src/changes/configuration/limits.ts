import { eq, type SQL, sql } from 'drizzle-orm'
import { now } from '../../db/columns.ts'
import { countOf } from '../../db/state.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { ensureWithinLimit } from '../../plans/entitlements/limits.ts'
import { llmModels, llmProviders } from '../../providers/llm-providers/table.ts'
import { mcpConfigs } from '../../providers/mcp-configs/table.ts'
import { MAX_RULES } from '../../traffic/ip-rules/table.ts'
import { MAX_ENDPOINTS } from '../../webhooks/endpoints/register.ts'
import { entriesOf } from './canonical.ts'
import type { Caller, Change, Entries } from './section.ts'

// How much an org may keep. An apply that creates something must stay within the limit. As with single calls, a limit that was
// lowered takes nothing away.

export const LIMIT_KEYS = ['limit.llm_providers', 'limit.llm_models', 'limit.mcp_configs'] as const
export type LimitKey = (typeof LIMIT_KEYS)[number]

interface Limit {
	section: string
	/** How many an entry counts for. */
	count: (item: Change['after']) => number
	/** How many rows the org has, at a point of the batch. */
	rows: (org_id: string) => SQL
}

const one = (item: Change['after']) => (item === null ? 0 : 1)
const models = (item: Change['after']) => entriesOf(item?.models).length

const BY_ENTITLEMENT: Record<LimitKey, Limit> = {
	'limit.llm_providers': {
		section: 'llm_providers',
		count: one,
		rows: (org_id) => countOf(llmProviders, eq(llmProviders.org_id, org_id)),
	},
	'limit.llm_models': {
		section: 'llm_providers',
		count: models,
		rows: (org_id) =>
			countOf(
				llmModels,
				sql`${llmModels.provider_id} IN (SELECT p.id FROM llm_providers p WHERE p.org_id = ${org_id})`,
			),
	},
	'limit.mcp_configs': {
		section: 'mcp_configs',
		count: one,
		rows: (org_id) => countOf(mcpConfigs, eq(mcpConfigs.org_id, org_id)),
	},
}

/** What is about to be applied, as far as limits are concerned. */
export interface Growth {
	owner: string
	changes: ReadonlyMap<string, Change[]>
	after: ReadonlyMap<string, Entries>
}

/** Whether a change adds what counts. */
const isGrowing = ({ section, count }: Limit, { changes }: Growth) =>
	(changes.get(section) ?? []).some(({ before, after }) => count(after) > count(before))

const growing = (growth: Growth) =>
	LIMIT_KEYS.flatMap((key) => (isGrowing(BY_ENTITLEMENT[key], growth) ? [{ key, ...BY_ENTITLEMENT[key] }] : []))

/** The guards of a batch, for behind its changes. */
export const withinLimits = (c: Caller, growth: Growth) =>
	growing(growth).map(({ key, rows }) =>
		ensureWithinLimit(c, { org_id: growth.owner, key, count: sql`(${rows(growth.owner)} - 1)` }),
	)

/** The 409 of an apply that passes a limit; undefined when it stays within all. `limits` are the effective ones. */
export function limitRefusal(growth: Growth, limits: Record<LimitKey, number>): ApiError | undefined {
	const { changes, after } = growth
	for (const { key, section, count } of growing(growth)) {
		const limit = limitAfter(growth, key, limits[key])
		const sum = [...(after.get(section)?.values() ?? [])].reduce((n, item) => n + count(item), 0)
		if (limit !== undefined && limit > 0 && sum > limit) return reached(key, limit)
	}
	const counted = (section: string, most: number) =>
		(changes.get(section) ?? []).some(({ action }) => action === 'create') && (after.get(section)?.size ?? 0) > most
	if (counted('ip_rules', MAX_RULES))
		return conflict(`An org can have at most ${MAX_RULES} IP rules`, { reason: 'ip_rules.too_many' })
	if (counted('webhook_endpoints', MAX_ENDPOINTS))
		return conflict(`An org can have at most ${MAX_ENDPOINTS} webhook endpoints`, {
			reason: 'webhook_endpoints.too_many',
		})
	return undefined
}

/** The limit after the apply; undefined where the apply deletes an override and only the database knows what holds then. */
function limitAfter({ changes }: Growth, key: LimitKey, limit: number): number | undefined {
	const change = changes.get('entitlement_overrides')?.find((one) => one.key === key)
	if (!change) return limit
	const { value, expires_at } = (change.after ?? { expires_at: '' }) as { value?: unknown; expires_at: string | null }
	return expires_at === null || expires_at > now() ? Math.trunc(Number(value)) || 0 : undefined
}

const reached = (key: LimitKey, limit: number | null) =>
	conflict(`The limit ${key} is reached. Delete what you do not need, or ask the operator for more.`, {
		reason: 'limit.reached',
		key,
		limit,
	})

/** The 409 of an apply that the guards of its batch refused; undefined when it creates nothing that has a limit. */
export function guardRefusal(growth: Growth): ApiError | undefined {
	const [first] = growing(growth)
	return first && reached(first.key, null)
}
