import { expect, test } from 'vitest'
import { endsAt, forecastOf } from '../../../src/console/ui/forecast.ts'

const week = [10, 12, 11, 9, 10, 2, 2]

test('days that never vary are continued without a doubt', () => {
	expect(forecastOf([5, 5, 5, 5], 10)).toEqual({ expected: 50, low: 50, high: 50, from_days: 4 })
})

test('of past days only the last four weeks count, and none before the first use', () => {
	expect(forecastOf([...Array<number>(30).fill(900), ...Array<number>(28).fill(1)], 2)).toMatchObject({
		expected: 2,
		from_days: 28,
	})
	expect(forecastOf([0, 0, 0, 4, 0, 2], 1)).toMatchObject({ expected: 2, from_days: 3 })
})

test('two days of use are no forecast, and neither is none', () => {
	expect(forecastOf([0, 0, 7, 9], 5)).toBeUndefined()
	expect(forecastOf([], 5)).toBeUndefined()
	expect(forecastOf([0, 0, 0, 0], 5)).toBeUndefined()
})

test('the range is wider the more days vary, the further it looks and the fewer days are known', () => {
	const width = (past: number[], ahead: number) => {
		const { low, high } = forecastOf(past, ahead) ?? { low: 0, high: 0 }
		return high - low
	}
	const month = [...week, ...week, ...week, ...week]
	expect(width(month, 10)).toBeGreaterThan(width(month, 5))
	expect(width(week, 10)).toBeGreaterThan(width(month, 10))
	expect(width(Array<number>(28).fill(8), 10)).toBe(0)
	expect(forecastOf([0.1, 40, 0.1], 3)?.low).toBe(0)
})

test('four of five weeks are within the range', () => {
	// A generator with a fixed seed, so the count repeats exactly.
	let seed = 7
	const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
	const day = () => 100 + 40 * (random() + random() + random() - 1.5)
	let within = 0
	for (let round = 0; round < 2_000; round += 1) {
		const forecast = forecastOf(Array.from({ length: 28 }, day), 7)
		const sum = Array.from({ length: 7 }, day).reduce((total, value) => total + value, 0)
		if (forecast && forecast.low <= sum && sum <= forecast.high) within += 1
	}
	expect(within / 2_000).toBeGreaterThan(0.76)
	expect(within / 2_000).toBeLessThan(0.84)
})

test('what is left lasts by what was used', () => {
	expect(endsAt(30, 20, 2, 0)).toBe(3 * 86_400_000)
	expect(endsAt(0, 20, 2, 5)).toBe(5)
	expect(endsAt(30, 0, 2)).toBeUndefined()
})
