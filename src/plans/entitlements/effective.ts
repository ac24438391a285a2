import { and, asc, eq, gt, inArray, isNull, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { literal } from '../../db/state.ts'
import { configEntries } from '../../db/table.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { grantsTo } from '../plans/granted.ts'
import { planEntitlements, subscriptions, type VALUE_TYPES } from '../plans/table.ts'
import { entitlementOverrides } from './table.ts'

// The effective entitlements of an org (spec 4.4, 4.6). For each key, the first of these decides:
// 1. an override that has not expired;
// 2. the plan of the active subscription, within its period;
// 3. a configuration entry of the same key;
// 4. the default in this file.
// Values are computed on every read, so they end on time without a job.

type Work = Pick<WorkContext, 'env' | 'var'>

interface Value {
	key: string
	value: string
	value_type: (typeof VALUE_TYPES)[number]
}

const integer = (key: string, value: string): Value => ({ key, value, value_type: 'integer' })

/** The entitlements of an org without a plan. Its runs are unlimited, and few orgs ever reach the other limits. */
const DEFAULTS: Value[] = [
	integer('credit.initial_grant', '0'),
	integer('credit.invite_reward', '0'),
	integer('credit.invitee_reward', '0'),
	integer('credits.low_threshold', '100'),
	integer('credits.monthly_grant', '0'),
	integer('limit.api_keys', '50'),
	integer('limit.concurrent_runs', '0'),
	integer('limit.llm_models', '500'),
	integer('limit.llm_providers', '50'),
	integer('limit.mcp_configs', '100'),
	integer('limit.org_members', '1000'),
	integer('limit.referral_rewards_per_day', '10'),
	integer('limit.revision_bytes', '20000000'),
	integer('limit.team_members', '0'),
	integer('limit.undo_bytes', '50000000'),
	integer('quota.runs_per_month', '0'),
	integer('quota.tokens_per_month', '0'),
	{ key: 'mcp.stdio', value: 'false', value_type: 'boolean' },
]

/** How many credits a US dollar of run cost takes from the balance. The default is a variable, so it isn't listed above. */
const PER_USD = 'credits.per_usd'

const DEFAULT_KEYS = [...DEFAULTS.map(({ key }) => key), PER_USD]

/** The default of `credits.per_usd`: the variable `CREDITS_PER_USD`. */
export function defaultPerUsd({ CREDITS_PER_USD }: Env): string {
	const credits = Number(CREDITS_PER_USD)
	if (!(Number.isInteger(credits) && credits >= 0 && credits <= 1_000_000))
		throw new Error('CREDITS_PER_USD must be an integer from 0 to 1000000')
	return String(credits)
}

/** Whether a configuration entry with this key sets the default of an entitlement. */
export const isDefault = (key: string) => DEFAULT_KEYS.includes(key)

/** The type of the entitlement whose default a configuration entry with this key sets. */
export const defaultTypeOf = (key: string) => DEFAULTS.find((value) => value.key === key)?.value_type ?? 'integer'

const isUnlimited = ({ key, value, value_type }: Value) =>
	value_type === 'integer' && /^(quota|limit)\./.test(key) && Number(value) <= 0

/** The org's effective entitlements by key, each with its source. Undefined for an unknown org. One D1 call. */
export async function effectiveEntitlements({ env, var: { db } }: Work, org_id: string) {
	const at = now()
	const [[org], configured, ofPlan, overrides] = await db.batch([
		db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, org_id)).limit(1),
		db
			.select({ key: configEntries.key, value: sql<string>`${configEntries.value}`.as('value') })
			.from(configEntries)
			.where(and(inArray(configEntries.key, DEFAULT_KEYS), isNotNull(configEntries.value))),
		db
			.select({ key: planEntitlements.key, value: planEntitlements.value, value_type: planEntitlements.value_type })
			.from(subscriptions)
			.innerJoin(planEntitlements, eq(planEntitlements.plan_id, subscriptions.plan_id))
			.where(grantsTo(org_id)),
		db
			.select({
				key: entitlementOverrides.key,
				value: entitlementOverrides.value,
				value_type: entitlementOverrides.value_type,
			})
			.from(entitlementOverrides)
			.where(
				and(
					eq(entitlementOverrides.org_id, org_id),
					or(isNull(entitlementOverrides.expires_at), gt(entitlementOverrides.expires_at, at)),
				),
			)
			.orderBy(asc(entitlementOverrides.key)),
	])
	if (!org) return undefined
	const fixed = [...DEFAULTS, integer(PER_USD, defaultPerUsd(env))]
	const defaults = [...fixed, ...configured.map((entry) => ({ ...entry, value_type: defaultTypeOf(entry.key) }))]
	const layers = { default: defaults, plan: ofPlan, override: overrides }
	const effective = new Map<string, Value & { source: keyof typeof layers; unlimited: boolean }>()
	for (const source of ['default', 'plan', 'override'] as const)
		for (const value of layers[source]) effective.set(value.key, { ...value, source, unlimited: isUnlimited(value) })
	return [...effective.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** One of an org's effective integers, as a SQL expression. `org_id` may be a column of the query. */
export const effectiveInteger = (org_id: string | SQL, key: string, at: string | SQL = now()): SQL =>
	integerOf(org_id, key, literal(DEFAULTS.find((value) => value.key === key)?.value ?? '0'), at)

/** An org's effective `credits.per_usd`, as a SQL expression that is never negative. `fallback` is `defaultPerUsd`. */
export const creditsPerUsd = (org_id: SQL, fallback: SQL, at: string | SQL): SQL =>
	sql`max(0, ${integerOf(org_id, PER_USD, fallback, at)})`

function integerOf(org_id: string | SQL, name: string, fallback: SQL, at: string | SQL): SQL {
	const key = literal(name)
	return sql`CAST(coalesce(
		(SELECT o.value FROM entitlement_overrides o WHERE o.org_id = ${org_id} AND o.key = ${key} AND (o.expires_at IS NULL OR o.expires_at > ${at})),
		(SELECT e.value FROM subscriptions s JOIN plan_entitlements e ON e.plan_id = s.plan_id AND e.key = ${key}
			WHERE s.org_id = ${org_id} AND s.status = 'active' AND s.current_period_start <= ${at} AND s.current_period_end > ${at}),
		(SELECT d.value FROM config_entries d WHERE d.key = ${key}), ${fallback}) AS INTEGER)`
}

/** Whether one of an org's effective booleans is true, as a SQL expression. */
export function effectiveBoolean(org_id: string, key: string): SQL {
	const at = now()
	return sql`coalesce(
		(SELECT o.value FROM entitlement_overrides o WHERE o.org_id = ${org_id} AND o.key = ${key} AND (o.expires_at IS NULL OR o.expires_at > ${at})),
		(SELECT e.value FROM subscriptions s JOIN plan_entitlements e ON e.plan_id = s.plan_id AND e.key = ${key}
			WHERE s.org_id = ${org_id} AND s.status = 'active' AND s.current_period_start <= ${at} AND s.current_period_end > ${at}),
		(SELECT d.value FROM config_entries d WHERE d.key = ${key}), 'false') = 'true'`
}
