import { expect, test } from 'vitest'
import { usedUpAt } from '../../../src/console/budgets/pace.ts'

const NOON = Date.parse('2026-11-30T12:00:00.000Z')
const DAY = { window_start: '2026-11-30T00:00:00.000Z', resets_at: '2026-12-01T00:00:00.000Z' }
const at = (state: object, counts_since = '2026-01-01T00:00:00.000Z') =>
	usedUpAt({ counts_since }, { used: 60, remaining: 40, ...DAY, ...state }, NOON)

test('a budget is used up when its pace so far says so', () => {
	expect(at({})).toBe('2026-11-30T20:00:00.000Z')
	// A total has no window, and a budget that's younger than its window has counted for less of it.
	expect(at({ window_start: null, resets_at: null }, '2026-11-24T12:00:00.000Z')).toBe('2026-12-04T12:00:00.000Z')
	expect(at({}, '2026-11-30T06:00:00.000Z')).toBe('2026-11-30T16:00:00.000Z')
})

test('nothing is said of a budget that lasts, is used up, or has only begun', () => {
	expect(at({ used: 50, remaining: 50 })).toBeUndefined()
	expect(at({ remaining: 0 })).toBeUndefined()
	expect(at({ used: 0, remaining: 100 })).toBeUndefined()
	expect(at({}, '2026-11-30T11:55:00.000Z')).toBeUndefined()
	expect(at({ window_start: null, resets_at: null, remaining: 1_000_000 })).toBeUndefined()
})
