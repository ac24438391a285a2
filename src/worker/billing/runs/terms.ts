import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { preparedAll } from '../../ground/db/prepared.ts'
import { type Reading, reading } from '../../ground/db/reading.ts'
import { type ApiError, unavailable } from '../../ground/http/errors.ts'
import { closest, selectorKey, type Sides, sidesOf } from '../../ground/http/selector.ts'
import { defaultPerUsd } from '../../plans/entitlement-keys/catalogue.ts'
import { forgetTerms, rememberedTerms, type Terms } from '../../plans/entitlement-keys/remembered.ts'
import { creditsPerUsd, effectiveInteger } from '../../plans/entitlements/effective.ts'
import { due, monthOf } from '../credits/monthly-grant.ts'
import { MAX_BALANCE } from '../credits/post.ts'

// By what a run is charged. The Worker reads it once in five seconds, so no report looks it up for each of its runs.

export type { Terms }

/** The terms of each of the orgs, at most five seconds old. An unknown org has the defaults. One D1 call, or none. */
export const termsOf = ({ env, var: { db } }: WorkContext, org_ids: string[]): Promise<Map<string, Terms>> =>
	rememberedTerms.getAll([...new Set(org_ids)], async (missing) => {
		const primary = db.primary()
		const { rates, models } = termStatements(primary, env, missing)
		return termsIn(missing, await primary.batch([rates, models]))
	})

/** The terms of one org, as of five seconds ago at most. */
export const termsReading = (env: Env, org_id: string): Reading<Terms | undefined> =>
	reading(
		rememberedTerms,
		org_id,
		(db) => {
			const { rates, models } = termStatements(db, env, [org_id])
			return [rates, models]
		},
		(rows) => termsIn([org_id], rows).get(org_id),
	)

const termStatements = (db: Database['reader'], env: Env, org_ids: string[]) =>
	statements(db, { org_ids: JSON.stringify(org_ids), per_usd: defaultPerUsd(env) })

type TermStatements = ReturnType<typeof statements>

/** By the ids as they were asked for: SQLite returns one that isn't well-formed as another text. */
function termsIn(
	org_ids: string[],
	[rows, priced]: BatchResponse<readonly [TermStatements['rates'], TermStatements['models']]>,
) {
	const of = Map.groupBy(priced, ({ org_id }) => org_id)
	return new Map(
		rows.map(({ place, has_endpoints, ...row }): [string, Terms] => [
			org_ids[place] as string,
			{
				...row,
				has_endpoints: has_endpoints === 1,
				multipliers: Map.groupBy(of.get(org_ids[place] as string) ?? [], selectorKey),
			},
		]),
	)
}

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

const statements = preparedAll(['org_ids', 'per_usd'], (db, { org_ids, per_usd }) => {
	const at = db.now()
	const org_id = sql<string>`asked.value`
	const each = sql`json_each(${org_ids}) AS asked`
	// SQLite stops at the first such model, so an org without one reads its models once.
	const isDearer = sql`EXISTS (SELECT 1 FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id WHERE p.org_id = ${org_id} AND m.multiplier > 1)`
	return {
		rates: db
			.select({
				place: sql<number>`asked.key`.as('place'),
				credits_per_usd: sql<number>`${creditsPerUsd(org_id, per_usd.getSQL(), at)}`.as('credits_per_usd'),
				low_threshold: sql<number>`${effectiveInteger(org_id, 'credits.low_threshold', at)}`.as('low_threshold'),
				has_endpoints: sql<number>`${hasEndpoint(sql`= ${org_id}`)}`.as('has_endpoints'),
				granted_month: sql<string | null>`iif(coalesce(d.amount, 0) = 0, ${monthOf(at)}, NULL)`.as('granted_month'),
			})
			.from(sql`${each} LEFT JOIN ${due(at, sql`SELECT ${org_id} FROM ${each}`)} d ON d.org_id = ${org_id}`),
		models: db
			.select({
				org_id: sql<string>`p.org_id`.as('org_id'),
				provider_name: sql<string>`p.name`.as('provider_name'),
				model: sql<string>`m.model`.as('model'),
				multiplier: sql<number>`m.multiplier`.as('multiplier'),
			})
			.from(
				sql`${each} CROSS JOIN llm_providers p JOIN llm_models m ON m.provider_id = p.id WHERE ${isDearer} AND p.org_id = ${org_id} ORDER BY m.id`,
			),
	}
})

/** What says which model ran. */
export interface Ran {
	credential_name?: string | null | undefined
	model?: string | null | undefined
	persona_model?: string | null | undefined
}

/**
 * The multiplier of the model that ran: by the provider's name, or else by the persona's selector. The org writes its models
 * itself, so a multiplier makes a run dearer and never cheaper.
 */
export function multiplierOf(
	{ multipliers }: Pick<Terms, 'multipliers'>,
	{ credential_name, model, persona_model }: Ran,
) {
	const of = (sides: Sides | undefined) => sides && closest(multipliers.get(selectorKey(sides)) ?? [], sides)
	// No provider has a caret in its name, so a name with one mustn't lend it to the selector.
	const isNamed = credential_name && model && !credential_name.includes('^')
	const named = isNamed ? of({ provider_name: credential_name, model }) : undefined
	return Math.max(1, (named ?? of(sidesOf(persona_model ?? '')))?.multiplier ?? 1)
}

/** What a run costs in credits: at least 1 if it cost anything. */
export function creditsFor(cost_microusd: number, credits_per_usd: number, multiplier: number): number {
	if (cost_microusd <= 0) return 0
	// Rounded before it's rounded up, so nobody pays for the error of binary fractions.
	const credits = Math.ceil(Number(((cost_microusd * credits_per_usd * multiplier) / 1_000_000).toFixed(6)))
	return Math.min(Math.max(credits, 1), MAX_BALANCE)
}
