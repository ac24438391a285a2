import { eq, type SQL, sql } from 'drizzle-orm'
import { countOf } from '../../db/state.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
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

/**
 * The 409 of an apply that passes a limit; undefined when it stays within all. `limits` are the effective ones. A limit that
 * the apply itself changes is left to the batch.
 */
export async function limitRefusal(
	c: Caller,
	growth: Growth,
	limits: Record<LimitKey, number>,
): Promise<ApiError | undefined> {
	const { owner, changes, after } = growth
	const sum = ({ section, count }: Limit) =>
		[...(after.get(section)?.values() ?? [])].reduce((n, item) => n + count(item), 0)
	const isOpen = (key: LimitKey) => (changes.get('entitlement_overrides') ?? []).some((change) => change.key === key)
	const passed = growing(growth).find(
		({ key, ...limit }) => !isOpen(key) && limits[key] > 0 && sum(limit) > limits[key],
	)
	if (passed) return limitReached(c, { org_id: owner, key: passed.key })
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
