import { expect, test } from 'vitest'
import { ago, percent } from '../../../src/console/ui/format.ts'

const NOW = Date.parse('2026-12-01T12:00:00.000Z')

test('a percentage is written in one way', () => {
	expect([0.045, 0.5, 1].map(percent)).toEqual(['4.5%', '50%', '100%'])
})

test('what is more than 30 days away is said by its date, because months say too little', () => {
	expect(ago('2026-12-01T11:57:00.000Z', NOW)).toBe('3 min. ago')
	expect(ago('2026-12-30T12:00:00.000Z', NOW)).toBe('in 29 days')
	expect([ago('2027-08-01T12:00:00.000Z', NOW), ago('2026-04-01T12:00:00.000Z', NOW)]).toEqual([
		'Aug 1, 2027',
		'Apr 1, 2026',
	])
})
