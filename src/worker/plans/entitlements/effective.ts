import { and, asc, eq, gt, inArray, isNull, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { literal } from '../../ground/db/state.ts'
import { configEntries } from '../../ground/db/table.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import {
	CATALOGUE,
	DEFAULTED_KEYS,
	defaultsOf,
	type EntitlementKey,
	type KeyOf,
} from '../entitlement-keys/catalogue.ts'
import { defaultOf, fits, isValid, type Value, withValidity } from '../entitlement-keys/fit.ts'
import { type Grants, grantsAtPrimary, rememberedGrants } from '../entitlement-keys/remembered.ts'
import { grantsTo } from '../plans/granted.ts'
import { planEntitlements, subscriptions } from '../plans/table.ts'
import { entitlementOverrides } from './table.ts'

// The effective entitlements of an org (spec 4.4, 4.6). For each key, the first of these decides:
// 1. an override that has not expired;
// 2. the plan of the active subscription, within its period;
// 3. a configuration entry of the same key;
// 4. the default in the catalogue of keys.
// A value that doesn't fit its key counts as absent. Values are computed at every use, so they end on time without a job.

/** A subscription that starts while a copy may still be in use is read with it. */
const SOON_MS = 60_000

type Work = Pick<WorkContext, 'env' | 'var'>

const isUnlimited = ({ key, value, value_type }: Value) =>
	value_type === 'integer' && /^(quota|limit)\./.test(key) && Number(value) <= 0

export interface Effective extends Value {
	is_valid: boolean
	source: 'default' | 'plan' | 'override'
	unlimited: boolean
}

/** What may grant an org something, as of five seconds ago at most. Undefined for an unknown or deleted org. */
export const grantsOf = (org_id: string) => grantsReading(rememberedGrants, org_id, { mayLag: true })

/**
 * The same as the primary says, for what gives out a secret by it. What a replica said only answers questions about entitlements. It
 * answers those too.
 */
export function primaryGrantsOf(org_id: string): Reading<Grants | undefined> {
	const atPrimary = grantsReading(grantsAtPrimary, org_id, {})
	return {
		...atPrimary,
		begin: (db, at) => {
			const keep = rememberedGrants.keeper(at)
			const { statements, take } = atPrimary.begin(db, at)
			return {
				statements,
				take: (rows) => {
					const grants = take(rows)
					keep(org_id, grants)
					return grants
				},
			}
		},
	}
}

const grantsReading = (
	cache: typeof rememberedGrants,
	org_id: string,
	options: { mayLag?: boolean },
): Reading<Grants | undefined> =>
	reading(
		cache,
		org_id,
		(db) => {
			const at = now()
			return [
				openOrg(db, { org_id }),
				db
					.select({
						key: configEntries.key,
						value: sql<string>`${configEntries.value}`.as('value'),
					})
					.from(configEntries)
					.where(and(inArray(configEntries.key, DEFAULTED_KEYS), isNotNull(configEntries.value))),
				db
					.select({
						key: planEntitlements.key,
						value: planEntitlements.value,
						value_type: planEntitlements.value_type,
						current_period_start: subscriptions.current_period_start,
						current_period_end: subscriptions.current_period_end,
					})
					.from(subscriptions)
					.innerJoin(planEntitlements, eq(planEntitlements.plan_id, subscriptions.plan_id))
					.where(grantsTo(org_id, new Date(Date.now() + SOON_MS).toISOString())),
				db
					.select({
						key: entitlementOverrides.key,
						value: entitlementOverrides.value,
						value_type: entitlementOverrides.value_type,
						expires_at: entitlementOverrides.expires_at,
					})
					.from(entitlementOverrides)
					.where(
						and(
							eq(entitlementOverrides.org_id, org_id),
							or(isNull(entitlementOverrides.expires_at), gt(entitlementOverrides.expires_at, at)),
						),
					)
					.orderBy(asc(entitlementOverrides.key)),
			]
		},
		([[org], entries, of_plan, overrides]) => org && { entries, of_plan, overrides },
		options,
	)

/** Whether the org has an entitlement by name: a boolean that is true, or none at all that it needs. */
export function entitledBy(env: Env, grants: Grants | undefined): (entitlement: string | null) => boolean {
	let held: Set<string> | undefined
	return (entitlement) => {
		if (entitlement === null) return true
		held ??= new Set(
			(grants ? effectiveOf(env, grants) : [])
				.filter(({ value, value_type }) => value_type === 'boolean' && value === 'true')
				.map(({ key }) => key),
		)
		return held.has(entitlement)
	}
}

/** The org's effective entitlements by key, each with its source. Undefined for an unknown org. At most one D1 call. */
export async function effectiveEntitlements({ env, var: { db } }: Work, org_id: string) {
	const [grants] = await readTogether(db, [grantsOf(org_id)])
	return grants && effectiveOf(env, grants)
}

/** What the grants come to now, by ascending key. */
export function effectiveOf(env: Env, { entries, of_plan, overrides }: Grants): Effective[] {
	const at = now()
	const defaults = [
		...defaultsOf(env).map(({ key, value_type, default: value }) => ({ key, value, value_type })),
		...entries.map(({ key, value }) => defaultOf(key, value)),
	]
	const granted = of_plan.filter((row) => row.current_period_start <= at && row.current_period_end > at)
	const set = overrides.filter(({ expires_at }) => expires_at === null || expires_at > at)
	const layers = { default: defaults, plan: granted, override: set }
	const effective = new Map<string, Effective>()
	for (const source of ['default', 'plan', 'override'] as const)
		for (const { key, value, value_type } of layers[source].filter(isValid)) {
			const one = { key, value, value_type }
			effective.set(key, { ...withValidity(one), source, unlimited: isUnlimited(one) })
		}
	return [...effective.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** One of an org's effective integers, as a SQL expression. `org_id` may be a column of the query. */
export const effectiveInteger = (
	org_id: string | SQL,
	key: Exclude<KeyOf<'integer'>, 'credits.per_usd'>,
	at: string | SQL = now(),
): SQL => sql`CAST(${effective(org_id, key, literal(CATALOGUE[key].default), at)} AS INTEGER)`

/** An org's effective `credits.per_usd`, as a SQL expression. `fallback` is `defaultPerUsd`. */
export const creditsPerUsd = (org_id: SQL, fallback: SQL, at: string | SQL): SQL =>
	sql`CAST(${effective(org_id, 'credits.per_usd', fallback, at)} AS INTEGER)`

/** The effective value of a key as text, in SQL. It has the same order of precedence as `effectiveEntitlements`. */
function effective(org_id: string | SQL, key: EntitlementKey, fallback: SQL, at: string | SQL): SQL {
	const name = literal(key)
	return sql`coalesce(
		(SELECT o.value FROM entitlement_overrides o WHERE o.org_id = ${org_id} AND o.key = ${name} AND (o.expires_at IS NULL OR o.expires_at > ${at})
			AND ${fits(key, sql`o.value`, sql`o.value_type`)}),
		(SELECT e.value FROM subscriptions s JOIN plan_entitlements e ON e.plan_id = s.plan_id AND e.key = ${name}
			WHERE s.org_id = ${org_id} AND s.status = 'active' AND s.current_period_start <= ${at} AND s.current_period_end > ${at}
			AND ${fits(key, sql`e.value`, sql`e.value_type`)}),
		(SELECT d.value FROM config_entries d WHERE d.key = ${name} AND ${fits(key, sql`d.value`)}), ${fallback})`
}
