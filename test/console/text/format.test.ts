import { expect, test } from 'vitest'
import { ago, percent, typedNumber } from '../../../src/console/ui/format.ts'

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

test('a number may be typed as it is written, and a comma is nothing else', () => {
	expect(['5000', '5,000', '-1,234,567.5', '', '0,3', '0,300', '1,5', '5,00'].map(typedNumber)).toEqual([
		5000,
		5000,
		-1_234_567.5,
		0,
		...Array.from({ length: 4 }, () => Number.NaN),
	])
})
