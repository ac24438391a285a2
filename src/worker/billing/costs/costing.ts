import { type SQL, sql } from 'drizzle-orm'
import { PLATFORM } from '../../ground/db/columns.ts'
import { literal } from '../../ground/db/state.ts'
import { MOST } from '../holds/table.ts'
import { MAX_COST_PER_1K, MAX_MILLIONTHS } from './price.ts'

// What a run costs. Only the database computes it: the tokens, the reported cost and the model may be in earlier reports.

/** What `runs.costing` adds up: what counted, whose model ran, and whether it has a price. */
export const SOURCES = ['none', 'reported', 'priced'] as const
const OF_ORG = 4
const OF_PLATFORM = 8
const HAS_PRICE = 16

/** A run costs a million dollars at most, as one that reports its cost. */
const MAX_MICROUSD = 1_000_000_000_000

/** What decides the cost of a run beside its model, as an expression for each: see `Terms`. */
export const RULES = ['credits_per_usd', 'own_models_percent', 'is_priced_first', 'counts_own_prices'] as const

type Rule = (name: (typeof RULES)[number]) => SQL

const PLATFORM_TEXT = literal(PLATFORM)

const nano = (column: string) => sql.raw(`CAST(min(${column} * 1e9 + 0.5, ${MAX_COST_PER_1K}e9) AS INTEGER)`)

/** `Price` as JSON text with the names of the model, of a model `m` of a provider `p`. */
const priceJson = sql`json_object('model_id', m.id, 'provider', p.name, 'model', m.model, 'scope', iif(p.org_id = ${PLATFORM_TEXT}, ${PLATFORM_TEXT}, 'org'), 'input', ${nano('m.cost_per_1k_input')},
	'output', ${nano('m.cost_per_1k_output')}, 'cache_write', ${nano('m.cost_per_1k_cache_write')}, 'cache_read', ${nano('m.cost_per_1k_cache_read')},
	'multiplier', CAST(min(m.multiplier * 1e6 + 0.5, ${literal(MAX_MILLIONTHS)}) AS INTEGER))`

/** The price of the model with this id; NULL if there is none. */
const priceOf = (model_id: SQL) =>
	sql`(SELECT ${priceJson} FROM llm_models m JOIN llm_providers p ON p.id = m.provider_id WHERE m.id = ${model_id})`

/** The id, if an org may name the model by it; NULL for any other. */
export const knownModel = (org_id: SQL, model_id: SQL) =>
	sql`(SELECT m.id FROM llm_models m JOIN llm_providers p ON p.id = m.provider_id WHERE m.id = ${model_id} AND p.org_id IN (${org_id}, ${PLATFORM_TEXT}))`

/** The model of an owner that `asked` names, as in `selector.ts`: an exact name first, which an index finds, and then one that differs in case. SQLite knows the case of ASCII only. */
function namedOf(owner: SQL) {
	// The plus keeps SQLite from reading all providers of a name, whose ever they are.
	const [exact, like] = ['', '+lower'].map(
		(by) => sql`(SELECT m.id FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id
		WHERE p.org_id = ${owner} AND ${sql.raw(by)}(p.name) = ${sql.raw(by)}(asked.provider) AND ${sql.raw(by)}(m.model) = ${sql.raw(by)}(asked.model)
		ORDER BY (p.name = asked.provider) * 2 + (m.model = asked.model) DESC, m.id LIMIT 1)`,
	)
	return sql`coalesce(${exact}, ${like})`
}

/** What says which model ran, as expressions. */
export type Ran = Record<'org_id' | 'model_id' | 'credential_name' | 'model' | 'persona_model', SQL>

/**
 * The price of the model that ran, as it is now: by its id, by its provider and name, or by the persona's selector. By names, a
 * provider of the org hides the platform's of the same name.
 */
export function priceOfRan({ org_id, model_id, credential_name, model, persona_model }: Ran): SQL {
	const hidden = sql`EXISTS (SELECT 1 FROM llm_providers p WHERE p.org_id = asked.org_id AND +lower(p.name) = lower(asked.provider))`
	const asked = sql`SELECT 1 AS choice, ${org_id} AS org_id, trim(${credential_name}) AS provider, trim(${model}) AS model
		UNION ALL SELECT 2, ${org_id}, trim(substr(persona, 1, instr(persona, '^') - 1)), trim(substr(persona, instr(persona, '^') + 1))
		FROM (SELECT ${persona_model} AS persona) WHERE instr(persona, '^') > 1`
	return priceOf(sql`coalesce(${knownModel(org_id, model_id)}, (
		WITH named AS MATERIALIZED (SELECT choice, coalesce(${namedOf(sql`asked.org_id`)}, iif(${hidden}, NULL, ${namedOf(PLATFORM_TEXT)})) AS id
			FROM (${asked}) AS asked WHERE provider IS NOT NULL AND model IS NOT NULL)
		SELECT id FROM named WHERE id IS NOT NULL ORDER BY choice LIMIT 1))`)
}

/** The larger of two numbers of which either may be NULL. */
export const larger = (a: SQL, b: SQL) => sql`coalesce(max(${a}, ${b}), ${a}, ${b})`

/** What a run `r` that hasn't ended has reported as its cost; NULL if nothing. Version 0.2 didn't say whether 0 was reported. */
export const reportedSoFar = (r: string) =>
	sql.raw(`iif(coalesce(${r}.costing & 1, ${r}.cost_microusd > 0), ${r}.cost_microusd, NULL)`)

/** What `costing` says of whose model a run runs, by its price. */
export const layerOf = (price: SQL) =>
	sql`iif(${price} ->> 'scope' = ${PLATFORM_TEXT}, ${literal(OF_PLATFORM)}, iif(${price} IS NULL, 0, ${literal(OF_ORG)}))`

const parts = ['fresh', 'read', 'write', 'out'] as const

/**
 * The rows of `ran`, each with what its run costs by now: `counted_microusd`, `other_microusd`, `counted_costing`
 * and `counted_credits`. `ran` has `price`, `ran_input`, `ran_output`, `ran_read`, `ran_write` and `ran_reported`. Each step is materialized, because
 * SQLite would otherwise repeat what the next one uses twice.
 */
export function costed(ran: SQL, rule: Rule): SQL {
	const [whole, rest] = ['/', '%'].map((by) =>
		parts.map((part) => `${part}_tokens ${by} 1000 * ${part}_price`).join(' + '),
	)
	const isPlatform = sql`scope = ${PLATFORM_TEXT}`
	const isPricedFirst = sql`(${isPlatform} AND ${rule('is_priced_first')})`
	const isPricedAtAll = sql`(${isPlatform} OR scope = 'org' AND ${rule('counts_own_prices')})`
	const multiplier = sql`iif(${isPlatform}, millionths, max(1000000, coalesce(millionths, 0))) / 1000000.0`
	const percent = sql`iif(scope = 'org', ${rule('own_models_percent')}, 100)`
	// Rounded before it's rounded up, so nobody pays for the error of binary fractions.
	const credits = sql`min(max(ceil(round(counted_microusd * ${rule('credits_per_usd')} * (${multiplier}) * (${percent} / 100.0) / 1000000.0, 6)), 1), ${literal(MOST)})`
	return sql`(WITH paid AS MATERIALIZED (SELECT *, price ->> 'scope' AS scope, price ->> 'multiplier' AS millionths, price ->> 'input' AS fresh_price,
			price ->> 'output' AS out_price, coalesce(price ->> 'cache_read', price ->> 'input') AS read_price,
			coalesce(price ->> 'cache_write', price ->> 'input') AS write_price, ran_output AS out_tokens,
			min(coalesce(ran_read, 0), ran_input) AS read_tokens FROM ${ran}),
		split AS MATERIALIZED (SELECT *, min(coalesce(ran_write, 0), ran_input - read_tokens) AS write_tokens,
			coalesce(max(fresh_price, out_price, read_price, write_price) > 0 OR ${isPlatform} AND millionths = 0, 0) AS has_price FROM paid),
		summed AS MATERIALIZED (SELECT *, ran_input - read_tokens - write_tokens AS fresh_tokens FROM split),
		priced AS MATERIALIZED (SELECT *, iif(has_price AND ran_input + ran_output > 0, ${sql.raw(whole as string)}, NULL) AS whole_nano, ${sql.raw(rest as string)} AS rest_nano FROM summed),
		totaled AS MATERIALIZED (SELECT *, min(max((whole_nano + rest_nano / 1000 + 500) / 1000, whole_nano + rest_nano > 0), ${literal(MAX_MICROUSD)}) AS priced_microusd FROM priced),
		chosen AS MATERIALIZED (SELECT *, iif(priced_microusd IS NOT NULL AND (${isPricedFirst} OR ran_reported IS NULL AND ${isPricedAtAll}), 2, ran_reported IS NOT NULL) AS source FROM totaled),
		counted AS MATERIALIZED (SELECT *, coalesce(iif(source = 2, priced_microusd, ran_reported), 0) AS counted_microusd,
			iif(source = 2, ran_reported, priced_microusd) AS other_microusd,
			source + (scope IS 'org') * ${literal(OF_ORG)} + (scope IS ${PLATFORM_TEXT}) * ${literal(OF_PLATFORM)} + has_price * ${literal(HAS_PRICE)} AS counted_costing FROM chosen)
		SELECT *, iif(counted_microusd = 0 OR ${percent} = 0 OR ${isPlatform} AND millionths = 0, 0, CAST(${credits} AS INTEGER)) AS counted_credits FROM counted)`
}

// Of a run `r` that ended, in micro-dollars; NULL where that's unknown.
export const REPORTED_COST = sql`CASE r.costing & 3 WHEN 1 THEN r.cost_microusd WHEN 2 THEN r.other_cost_microusd END`
export const PRICED_COST = sql`CASE r.costing & 3 WHEN 2 THEN r.cost_microusd ELSE r.other_cost_microusd END`

/** Whose model a run `r` ran: `org`, `platform`, or NULL. */
export const MODEL_SCOPE = sql.raw(
	`CASE r.costing & ${OF_ORG + OF_PLATFORM} WHEN ${OF_ORG} THEN 'org' WHEN ${OF_PLATFORM} THEN '${PLATFORM}' END`,
)

/** What counted of a run `r`; NULL while it's open, and for runs that ended before version 0.3. */
export const COST_SOURCE = sql.raw(
	`CASE WHEN r.settled_by IS NOT NULL THEN CASE r.costing & 3 ${SOURCES.map((name, number) => `WHEN ${number} THEN '${name}'`).join(' ')} END END`,
)

/** Whether the model of a run `r` has a price. */
export const HAS_PRICED_MODEL = sql.raw(`coalesce(r.costing & ${HAS_PRICE}, 0) > 0`)

/** Whether a run with tokens counted nothing although its model is the platform's. */
export const isUncountedOfPlatform = sql.raw(
	`settled_by IS NOT NULL AND costing & ${OF_PLATFORM + 3} = ${OF_PLATFORM} AND total_input_tokens + total_output_tokens > 0`,
)

interface Costs {
	costing: number | null
	cost_microusd: number
	other_cost_microusd: number | null
}

/** The same in a response. While a run is open, only what it reported is known. */
export function costsIn({ costing, cost_microusd, other_cost_microusd }: Costs, isEnded: boolean) {
	const source = costing === null ? null : (SOURCES[costing & 3] as (typeof SOURCES)[number])
	const layer = (costing ?? 0) & (OF_ORG + OF_PLATFORM)
	return {
		cost_source: isEnded ? source : null,
		model_scope: layer === OF_ORG ? ('org' as const) : layer === OF_PLATFORM ? (PLATFORM as 'platform') : null,
		reported: source === 'reported' ? cost_microusd : source === 'priced' ? other_cost_microusd : null,
		priced: source === 'priced' ? cost_microusd : source === null ? null : other_cost_microusd,
	}
}
