import { expect, test } from 'vitest'
import { matches, problemsOf } from '../support/program.ts'

const context = { plan: 'team', tokens: 1200, is_trial: false, region: null, 'task.kind': 'search', tags: ['a'] }

const holding: object[] = [
	{},
	{ plan: 'team' },
	{ tokens: 1200 },
	{ is_trial: false },
	{ region: null },
	{ 'task.kind': 'search' },
	{ plan: 'team', tokens: 1200 },
	{ plan: { eq: 'team' } },
	{ plan: { ne: 'solo' } },
	{ absent: { ne: 'anything' } },
	{ plan: { in: ['solo', 'team'] } },
	{ region: { in: [null] } },
	{ plan: { not_in: ['solo'] } },
	{ absent: { not_in: ['anything', null] } },
	{ plan: { exists: true } },
	{ region: { exists: true } },
	{ absent: { exists: false } },
	{ toString: { exists: false } },
	{ tokens: { gt: 1199, lt: 1201 } },
	{ tokens: { gte: 1200, lte: 1200 } },
	{ plan: { gt: 'solo', lte: 'team' } },
]

test.for(holding)('%j holds', (when) => {
	expect(problemsOf(when)).toEqual([])
	expect(matches(when as Record<string, unknown>, context)).toBe(true)
})

const failing: object[] = [
	{ plan: 'Team' },
	{ tokens: '1200' },
	{ is_trial: 0 },
	{ is_trial: null },
	{ absent: null },
	{ tags: 'a' },
	{ task: 'search' },
	{ plan: 'team', tokens: 1 },
	{ plan: { eq: 'solo' } },
	{ absent: { eq: null } },
	{ plan: { ne: 'team' } },
	{ plan: { in: [] } },
	{ absent: { in: [null] } },
	{ plan: { not_in: ['team'] } },
	{ plan: { exists: false } },
	{ absent: { exists: true } },
	{ toString: { exists: true } },
	{ tokens: { gt: 1200 } },
	{ tokens: { gte: '1' } },
	{ plan: { lt: 5 } },
	{ region: { gte: 0 } },
	{ absent: { lt: 5 } },
	{ tokens: { gt: 1, lt: 5 } },
]

test.for(failing)('%j does not hold', (when) => {
	expect(problemsOf(when)).toEqual([])
	expect(matches(when as Record<string, unknown>, context)).toBe(false)
})

test('a condition with an unknown operator does not hold', () => {
	expect(matches({ plan: { like: 'team' } }, context)).toBe(false)
	expect(matches({ plan: ['team'] }, context)).toBe(false)
	expect(matches({ plan: { constructor: 1 } }, context)).toBe(false)
})

const refused: [unknown, string][] = [
	[[], ''],
	['text', ''],
	[null, ''],
	[undefined, ''],
	[{ '': 1 }, ''],
	[{ ['f'.repeat(129)]: 1 }, ''],
	[JSON.parse('{"__proto__":1}'), ''],
	[{ constructor: 1 }, ''],
	[Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`f${i}`, i])), ''],
	[{ plan: ['team'] }, 'plan'],
	[{ plan: {} }, 'plan'],
	[{ plan: 's'.repeat(1025) }, 'plan'],
	[{ plan: Infinity }, 'plan'],
	[{ plan: { like: 'x' } }, 'plan.like'],
	[{ plan: { EQ: 'x' } }, 'plan.EQ'],
	[JSON.parse('{"plan":{"__proto__":1}}'), 'plan.__proto__'],
	[{ plan: { eq: 'x', regex: '(a+)+' } }, 'plan.regex'],
	[{ plan: { eq: {} } }, 'plan.eq'],
	[{ plan: { ne: [] } }, 'plan.ne'],
	[{ plan: { in: 'team' } }, 'plan.in'],
	[{ plan: { in: [['team']] } }, 'plan.in'],
	[{ plan: { not_in: Array.from({ length: 101 }, (_, i) => i) } }, 'plan.not_in'],
	[{ plan: { exists: 'yes' } }, 'plan.exists'],
	[{ plan: { gt: true } }, 'plan.gt'],
	[{ plan: { gte: null } }, 'plan.gte'],
	[{ plan: { lt: [1] } }, 'plan.lt'],
	[{ plan: { lte: NaN } }, 'plan.lte'],
]

test.for(refused)('%j is refused at "%s"', ([when, path]) => {
	expect(problemsOf(when).map((problem) => problem.path.join('.'))).toEqual([path])
})

test('every problem in a when is named', () => {
	const paths = problemsOf({ a: [], b: { x: 1, gt: {} }, c: 1 }).map(({ path }) => path.join('.'))
	expect(paths).toEqual(['a', 'b.x', 'b.gt'])
})
