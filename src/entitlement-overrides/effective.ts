import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { now } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { orgs } from '../orgs/table.ts'
import { planEntitlements, type VALUE_TYPES } from '../plans/table.ts'
import { subscriptions } from '../subscriptions/table.ts'
import { entitlementOverrides } from './table.ts'

// What an org is entitled to (spec 4.4, 4.6): an override that has not expired, else the plan of the subscription whose
// period is now, else the platform's default. Judged at the moment of reading, so nothing has to run for a value to lapse.

interface Value {
	key: string
	value: string
	value_type: (typeof VALUE_TYPES)[number]
}

const integer = (key: string, value: string): Value => ({ key, value, value_type: 'integer' })

/** What every org has without a plan. A fresh install throttles nobody. */
const DEFAULTS: Value[] = [
	integer('credits.monthly_grant', '0'),
	integer('limit.concurrent_runs', '0'),
	integer('limit.team_members', '0'),
	integer('quota.runs_per_month', '0'),
	integer('quota.tokens_per_month', '0'),
]

const isUnlimited = ({ key, value, value_type }: Value) =>
	value_type === 'integer' && /^(quota|limit)\./.test(key) && Number(value) <= 0

/** Every effective value of the org by key, with its source; undefined when there is no such org. One D1 call. */
export async function effectiveEntitlements(db: Database['reader'], org_id: string) {
	const at = now()
	const [[org], ofPlan, overrides] = await db.batch([
		db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, org_id)).limit(1),
		db
			.select({ key: planEntitlements.key, value: planEntitlements.value, value_type: planEntitlements.value_type })
			.from(subscriptions)
			.innerJoin(planEntitlements, eq(planEntitlements.plan_id, subscriptions.plan_id))
			.where(
				and(
					eq(subscriptions.org_id, org_id),
					// Spelt out for the partial index, which a bound parameter would not match.
					sql`${subscriptions.status} = 'active'`,
					lte(subscriptions.current_period_start, at),
					gt(subscriptions.current_period_end, at),
				),
			),
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
	const layers = { default: DEFAULTS, plan: ofPlan, override: overrides }
	const effective = new Map<string, Value & { source: keyof typeof layers; unlimited: boolean }>()
	for (const source of ['default', 'plan', 'override'] as const)
		for (const value of layers[source]) effective.set(value.key, { ...value, source, unlimited: isUnlimited(value) })
	return [...effective.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}
