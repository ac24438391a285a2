import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { preparedAll } from '../../ground/db/prepared.ts'
import { type Reading, reading } from '../../ground/db/reading.ts'
import { literal } from '../../ground/db/state.ts'
import { type ApiError, unavailable } from '../../ground/http/errors.ts'
import { type BILLING_ENTRIES, defaultPerUsd } from '../../plans/entitlement-keys/catalogue.ts'
import { forgetTerms, rememberedTerms, type Terms } from '../../plans/entitlement-keys/remembered.ts'
import { creditsPerUsd, effectiveInteger } from '../../plans/entitlements/effective.ts'
import type { RULES } from '../costs/costing.ts'
import { due, monthOf } from '../credits/monthly-grant.ts'

// By what a run is charged, beside the price of its model. The Worker reads it once in five seconds, so no report looks it up for each
// of its runs.

export type { Terms }

/** The terms of each of the orgs, at most five seconds old. An unknown org has the defaults. One D1 call, or none. */
export const termsOf = ({ env, var: { db } }: WorkContext, org_ids: string[]): Promise<Map<string, Terms>> =>
	rememberedTerms.getAll([...new Set(org_ids)], async (missing) =>
		termsIn(missing, await termStatement(db.primary(), env, missing)),
	)

/** The terms of one org, as of five seconds ago at most. */
export const termsReading = (env: Env, org_id: string): Reading<Terms | undefined> =>
	reading(
		rememberedTerms,
		org_id,
		(db) => [termStatement(db, env, [org_id])],
		([rows]) => termsIn([org_id], rows).get(org_id),
	)

const termStatement = (db: Database['reader'], env: Env, org_ids: string[]) =>
	statements(db, { org_ids: JSON.stringify(org_ids), per_usd: defaultPerUsd(env) }).rates

/** By the ids as they were asked for: SQLite returns one that isn't well-formed as another text. */
const termsIn = (
	org_ids: string[],
	rows: BatchResponse<readonly [ReturnType<typeof termStatement>]>[0],
): Map<string, Terms> =>
	new Map(
		rows.map(
			({
				place,
				has_endpoints,
				has_models,
				is_priced_first,
				counts_own_prices,
				refuses_unpriced,
				...row
			}): [string, Terms] => [
				org_ids[place] as string,
				{
					...row,
					has_endpoints: has_endpoints === 1,
					has_models: has_models === 1,
					is_priced_first: is_priced_first === 1,
					counts_own_prices: counts_own_prices === 1,
					refuses_unpriced: refuses_unpriced === 1,
				},
			],
		),
	)

/** What the statements that charge take of the terms. */
export const rulesOf = (terms: Terms): Record<(typeof RULES)[number], number> => ({
	credits_per_usd: terms.credits_per_usd,
	own_models_percent: terms.own_models_percent,
	is_priced_first: Number(terms.is_priced_first),
	counts_own_prices: Number(terms.counts_own_prices),
})

const hasEndpoint = (org: SQL) =>
	sql`EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id ${org} AND w.deleted_at IS NULL)`

/** Whether the orgs of a JSON list still have no endpoint. The batch asks, so no endpoint misses a run of the last seconds. */
export const areUnheard = (org_ids: Placeholder) =>
	sql`NOT ${hasEndpoint(sql`IN (SELECT value FROM json_each(${org_ids}))`)}`

/** Runs `attempt`. If it throws `stale`, because the remembered terms are out of date, it reads them again and retries once. */
export async function onCurrentTerms<T>(attempt: (stale: ApiError, isLast: boolean) => Promise<T>): Promise<T> {
	const stale = unavailable('database.overloaded', 1)
	try {
		return await attempt(stale, false)
	} catch (error) {
		if (error !== stale) throw error
		forgetTerms()
		return attempt(stale, true)
	}
}

/** Whether a configuration entry has a value other than its default. What it doesn't know counts as the default. */
const isSet = (key: keyof typeof BILLING_ENTRIES, value: string) =>
	sql<number>`EXISTS (SELECT 1 FROM config_entries c WHERE c.key = ${literal(key)} AND c.value = ${literal(value)})`

const statements = preparedAll(['org_ids', 'per_usd'], (db, { org_ids, per_usd }) => {
	const at = db.now()
	const org_id = sql<string>`asked.value`
	const each = sql`json_each(${org_ids}) AS asked`
	const isPricedFirst = sql<number>`NOT ${isSet('billing.cost_source', 'reported')}`
	return {
		rates: db
			.select({
				place: sql<number>`asked.key`.as('place'),
				credits_per_usd: sql<number>`${creditsPerUsd(org_id, per_usd.getSQL(), at)}`.as('credits_per_usd'),
				own_models_percent: sql<number>`${effectiveInteger(org_id, 'credits.own_models_percent', at)}`.as(
					'own_models_percent',
				),
				low_threshold: sql<number>`${effectiveInteger(org_id, 'credits.low_threshold', at)}`.as('low_threshold'),
				has_endpoints: sql<number>`${hasEndpoint(sql`= ${org_id}`)}`.as('has_endpoints'),
				has_models:
					sql<number>`EXISTS (SELECT 1 FROM llm_providers p WHERE p.org_id IN (${org_id}, ${literal(PLATFORM)}))`.as(
						'has_models',
					),
				is_priced_first: isPricedFirst.as('is_priced_first'),
				counts_own_prices: isSet('billing.own_prices', 'count').as('counts_own_prices'),
				refuses_unpriced: isSet('billing.unpriced', 'refuse').as('refuses_unpriced'),
				granted_month: sql<string | null>`iif(coalesce(d.amount, 0) = 0, ${monthOf(at)}, NULL)`.as('granted_month'),
			})
			.from(sql`${each} LEFT JOIN ${due(at, sql`SELECT ${org_id} FROM ${each}`)} d ON d.org_id = ${org_id}`),
	}
})
