import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { costed, creditsPerMillion, priceOf } from '../support/program.ts'
import { seeds } from '../support/property.ts'

// What a run costs, held to a second implementation in BigInt.

/** A random number from 0 up to 1 for each call, the same ones for each seed. */
function chance(seed: number) {
	let state = seed * 2_654_435_761
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let t = Math.imul(state ^ (state >>> 15), 1 | state)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
	}
}

const MOST_TOKENS = 10_000_000_000
const MOST_NANO = 100_000_000_000

function caseOf(random: () => number) {
	/** A whole number of any size, and often an end of its range. */
	const some = (most: number) => {
		const choice = random()
		return choice < 0.1
			? 0
			: choice < 0.15
				? most
				: choice < 0.3
					? Math.floor(random() * 2_000) % (most + 1)
					: Math.floor(most ** random())
	}
	const maybe = <T>(value: T): T | null => (random() < 0.4 ? null : value)
	const scope = maybe(random() < 0.6 ? ('platform' as const) : ('org' as const))
	const nano = () => (random() < 0.2 ? 0 : some(MOST_NANO))
	return {
		scope,
		input: nano(),
		output: nano(),
		cache_write: maybe(nano()),
		cache_read: maybe(nano()),
		multiplier: random() < 0.2 ? 0 : random() < 0.4 ? 1_000_000 : some(100_000_000),
		ran_input: some(MOST_TOKENS),
		ran_output: some(MOST_TOKENS),
		ran_read: maybe(some(MOST_TOKENS)),
		ran_write: maybe(some(MOST_TOKENS)),
		ran_reported: maybe(some(1_000_000_000_000)),
		credits_per_usd: some(100_000),
		own_models_percent: random() < 0.5 ? 100 : some(100),
		is_priced_first: Number(random() < 0.5),
		counts_own_prices: Number(random() < 0.5),
	}
}

type Case = ReturnType<typeof caseOf>

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a > b ? a : b)
const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

/** The rule once more. */
function wanted(one: Case) {
	const [input, output, read, write] = [one.ran_input, one.ran_output, one.ran_read ?? 0, one.ran_write ?? 0].map(
		BigInt,
	) as [bigint, bigint, bigint, bigint]
	const isPlatform = one.scope === 'platform'
	const isPriced =
		one.scope !== null &&
		(Math.max(one.input, one.output, one.cache_write ?? 0, one.cache_read ?? 0) > 0 ||
			(isPlatform && one.multiplier === 0))
	const [ofRead, price] = [least(read, input), BigInt(one.input)]
	const ofWrite = least(write, input - ofRead)
	// A thousandth of a billionth of a dollar.
	const exact =
		(input - ofRead - ofWrite) * price +
		ofRead * BigInt(one.cache_read ?? one.input) +
		ofWrite * BigInt(one.cache_write ?? one.input) +
		output * BigInt(one.output)
	const rounded = (exact + 500_000n) / 1_000_000n
	const priced = isPriced && input + output > 0n ? least(exact > 0n ? most(rounded, 1n) : 0n, 1_000_000_000_000n) : null
	const reported = one.ran_reported === null ? null : BigInt(one.ran_reported)
	const isFirst = isPlatform
		? reported === null || one.is_priced_first === 1
		: reported === null && one.scope === 'org' && one.counts_own_prices === 1
	const source = priced !== null && isFirst ? 2 : reported === null ? 0 : 1
	const cost = source === 2 ? (priced ?? 0n) : source === 1 ? (reported ?? 0n) : 0n
	const other = source === 2 ? reported : priced
	const millionths = isPlatform
		? BigInt(one.multiplier)
		: one.scope === 'org'
			? most(BigInt(one.multiplier), 1_000_000n)
			: 1_000_000n
	const percent = one.scope === 'org' ? BigInt(one.own_models_percent) : 100n
	// In hundredths of a billionth of a thousandth: cost × 10^-6 × rate × multiplier × 10^-6 × percent × 10^-2, rounded at 6 places.
	const millionthsOfCredit = (cost * BigInt(one.credits_per_usd) * millionths * percent + 50_000_000n) / 100_000_000n
	const isFree = cost === 0n || percent === 0n || millionths === 0n
	const credits = isFree ? 0n : most(ceil(millionthsOfCredit, 1_000_000n), 1n)
	return { source, cost: Number(cost), other: other === null ? null : Number(other), credits: Number(credits) }
}

const CREDITS = 1_000_000_000

/** What the database says of each case. */
async function counted(cases: Case[]) {
	const of = (name: string) => sql.raw(`value ->> '${name}'`)
	const names = ['ran_input', 'ran_output', 'ran_read', 'ran_write', 'ran_reported'] as const
	const ran = sql`(SELECT value, key, iif(value ->> 'scope' IS NULL, NULL, value) AS price, ${sql.join(
		names.map((name) => sql`${of(name)} AS ${sql.raw(name)}`),
		sql`, `,
	)} FROM json_each(${JSON.stringify(cases)}))`
	const query = new SQLiteAsyncDialect().sqlToQuery(
		sql`SELECT counted_costing & 3 AS source, counted_microusd AS cost, other_microusd AS other, counted_credits AS credits FROM ${costed(ran, of)} ORDER BY key`,
	)
	const { results } = await env.DB.prepare(query.sql)
		.bind(...query.params)
		.all()
	return results
}

test.each(seeds(4, 100))(
	'the database counts what BigInt counts, whatever the prices and tokens: seed %d',
	async (seed) => {
		const random = chance(seed)
		const cases = Array.from({ length: 1_000 }, () => caseOf(random))
		const found = await counted(cases)
		for (const [index, one] of cases.entries()) {
			const { credits, ...costs } = wanted(one)
			const { credits: charged, ...rest } = found[index] as Record<string, number>
			expect({ ...one, ...rest }).toEqual({ ...one, ...costs })
			// Beyond, doubles have no six places. They still agree to a billionth.
			if (credits < CREDITS) expect({ ...one, credits: charged }).toEqual({ ...one, credits })
			else expect(Math.abs((charged as number) / Math.min(credits, 1e12) - 1)).toBeLessThan(1e-9)
		}
	},
)

test('half a micro-dollar is rounded up, something is never nothing, and a million dollars is the most', async () => {
	const one = {
		...caseOf(() => 0.5),
		scope: 'platform' as const,
		cache_read: null,
		cache_write: null,
		multiplier: 1_000_000,
		ran_read: null,
		ran_write: null,
		ran_reported: null,
		output: 0,
		ran_output: 0,
	}
	const costs = async (input: number, ran_input: number) => (await counted([{ ...one, input, ran_input }]))[0]?.cost
	expect(await costs(1_500, 1_000)).toBe(2)
	expect(await costs(1_499, 1_000)).toBe(1)
	expect(await costs(2_499, 1_000)).toBe(2)
	expect(await costs(1, 1)).toBe(1)
	expect(await costs(MOST_NANO, MOST_TOKENS)).toBe(1_000_000_000_000)
})

test('a price counts in whole billionths of a dollar, half of one up, and as at most a hundred dollars', () => {
	const of = (cost: number) => {
		const model = {
			multiplier: 1,
			cost_per_1k_input: cost,
			cost_per_1k_output: 0,
			cost_per_1k_cache_write: null,
			cost_per_1k_cache_read: cost,
		}
		return priceOf('llmm_1', 'platform', model).input
	}
	expect([0, 4e-10, 5e-10, 0.00025, 0.1 + 0.2, 100, 1e300].map(of)).toEqual([
		0,
		0,
		1,
		250_000,
		300_000_000,
		MOST_NANO,
		MOST_NANO,
	])
})

test('a price in credits is the number that is nearest to the exact fraction', () => {
	const price = {
		model_id: 'llmm_1',
		scope: 'platform' as const,
		input: 250_000,
		output: 1,
		cache_write: null,
		cache_read: 0,
		multiplier: 1_200_000,
	}
	const rates = { credits_per_usd: 1_000, own_models_percent: 50 }
	expect(creditsPerMillion(price, rates)).toEqual({ input: 300, output: 0.0012, cache_write: null, cache_read: 0 })
	expect(creditsPerMillion({ ...price, scope: 'org' }, rates).input).toBe(150)
	expect(creditsPerMillion({ ...price, scope: 'org', multiplier: 500_000 }, rates).input).toBe(125)
	expect(creditsPerMillion({ ...price, multiplier: 500_000 }, rates).input).toBe(125)
})
