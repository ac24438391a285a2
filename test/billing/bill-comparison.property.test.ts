import { describe, expect, test } from 'vitest'
import { compare } from '../support/program.ts'
import { choices, seeds } from '../support/property.ts'

// Random histories of runs, and bills made from them: one that says what happened, and one with planted differences.

const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01']
const MODELS = ['gpt-5', 'gpt-5-mini', 'claude-sonnet-5', 'unknown']

interface Run {
	date: string
	model: string
	/** In micro-dollars. */
	cost: number
	isOwn: boolean
}

type Sum = Map<string, number>

const key = (date: string, model: string) => `${date} ${model.trim().toLowerCase()}`
const add = (sums: Sum, at: string, cost: number) => sums.set(at, (sums.get(at) ?? 0) + cost)
const micro = (usd: number) => Math.round(usd * 1_000_000)

/** A random history, its usage by day and model in more than one spelling, and the bill of the platform's vendors. */
function historyOf(seed: number) {
	const below = choices(seed)
	const one = <T>(items: readonly T[]) => items[below(items.length)] as T
	const spelt = (model: string) => one([model, model.toUpperCase(), ` ${model} `])
	const runs: Run[] = Array.from({ length: below(60) }, () => {
		const cost = one([0, 1, 999_999, below(5_000_000), below(1_000_000_000)])
		return { date: one(DAYS), model: spelt(one(MODELS)), cost, isOwn: below(4) === 0 }
	})
	const rows = Map.groupBy(runs, ({ date, model }) => `${date}|${model}`)
	const usage = [...rows.values()].map((of) => {
		const own = of.filter(({ isOwn }) => isOwn)
		const total = (some: Run[]) => some.reduce((sum, { cost }) => sum + cost, 0)
		const isOld = own.length === 0 && below(3) === 0
		const known = (count: number) => (isOld ? null : count)
		return {
			day: of[0]?.date ?? '',
			model: of[0]?.model ?? '',
			run_count: of.length,
			cost_microusd: total(of),
			own_run_count: known(own.length),
			own_cost_microusd: known(total(own)),
			unreported_run_count: known(below(2)),
			unpriced_run_count: known(below(2)),
			uncounted_run_count: known(0),
		}
	})
	const bill = runs
		.filter(({ isOwn }) => !isOwn)
		.flatMap(({ date, model, cost }) => {
			// A vendor bills input and output by themselves, and fractions of a micro-dollar.
			const part = below(cost * 1000 + 1)
			return [part, cost * 1000 - part].map((nano) => ({
				date,
				model: spelt(model.trim().toLowerCase()),
				cost_usd: nano / 1e9,
			}))
		})
	return { below, one, runs, usage, bill }
}

function expectSums({ totals, lines }: ReturnType<typeof compare>) {
	const sum = (name: 'billed_usd' | 'counted_usd' | 'difference_usd') =>
		lines.reduce((total, line) => total + micro(line[name]), 0)
	expect(micro(totals.billed_usd)).toBe(sum('billed_usd'))
	expect(micro(totals.counted_usd)).toBe(sum('counted_usd'))
	expect(micro(totals.billed_usd)).toBe(micro(totals.counted_usd) + sum('difference_usd'))
	for (const line of lines) expect(micro(line.billed_usd)).toBe(micro(line.counted_usd) + micro(line.difference_usd))
}

describe.each(seeds(40, 2_000))('of random runs, seed %d', (seed) => {
	test('a bill that was made from them differs nowhere', () => {
		const { usage, bill, runs } = historyOf(seed)
		const compared = compare(bill, usage)
		expect(compared.lines.filter(({ difference_usd }) => difference_usd !== 0)).toEqual([])
		expect(compared.lines.flatMap(({ explained_by }) => explained_by)).toEqual([])
		expectSums(compared)
		const own: Sum = new Map()
		for (const { date, model, cost, isOwn } of runs) if (isOwn) add(own, key(date, model), cost)
		const shown = compared.own_models.map(({ date, model, cost_usd }) => [key(date, model), micro(cost_usd)] as const)
		expect(new Map(shown)).toEqual(own)
	})

	test('planted differences are found, each where it was planted, and nothing else is', () => {
		const { below, one, usage, bill, runs } = historyOf(seed)
		const planted: Sum = new Map()
		const changed = [...bill]
		for (let count = 1 + below(4); count > 0; count -= 1) {
			const cost = 1 + below(10_000_000)
			const [date, model] = [one(DAYS), one([...MODELS, 'only-on-the-bill'])]
			// It bills what never ran, or forgets what did.
			const at = changed.findIndex((line) => key(line.date, line.model) === key(date, model))
			if (at !== -1 && below(2) === 0) {
				const [line] = changed.splice(at, 1)
				const nano = -Math.round((line?.cost_usd ?? 0) * 1e9)
				planted.set(key(date, model), (planted.get(key(date, model)) ?? 0) + nano)
			} else {
				changed.push({ date, model, cost_usd: cost / 1e6 })
				planted.set(key(date, model), (planted.get(key(date, model)) ?? 0) + cost * 1000)
			}
		}
		const compared = compare(changed, usage)
		expectSums(compared)
		const found = compared.lines.map(
			({ date, model, difference_usd }) => [key(date, model), micro(difference_usd)] as const,
		)
		const wanted = [...planted].map(([at, nano]) => [at, Math.floor((nano + 500) / 1000)] as const)
		expect(new Map(found.filter(([, difference]) => difference !== 0))).toEqual(
			new Map(wanted.filter(([, difference]) => difference !== 0)),
		)
		for (const line of compared.lines) {
			const of = runs.filter(({ date, model, isOwn }) => !isOwn && key(date, model) === key(line.date, line.model))
			const isOff = line.difference_usd !== 0
			expect(line.explained_by.includes('only_billed')).toBe(isOff && of.length === 0)
			expect(line.explained_by.includes('only_counted')).toBe(
				isOff && !changed.some(({ date, model }) => key(date, model) === key(line.date, line.model)),
			)
		}
	})
})
