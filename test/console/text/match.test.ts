import { expect, test } from 'vitest'
import { matchOf, withoutWords } from '../../../src/console/shell/match.ts'

test('words match in any order, by their beginnings', () => {
	expect(matchOf('credits adjust', 'Adjust credits of Northwind')).toBe(2)
	expect(matchOf('nor adj', 'Adjust credits of Northwind')).toBe(2)
	expect(matchOf('wind', 'Adjust credits of Northwind')).toBe(0)
	expect(matchOf('', 'Anything')).toBe(2)
	expect(matchOf('语言', '更改语言')).toBe(2)
})

test('a word with one letter wrong, missing, extra or swapped matches less', () => {
	for (const typed of ['nortwind', 'northwindd', 'norhtwind', 'morthwind', 'norrthwind', 'nortwin'])
		expect(matchOf(typed, 'Northwind Research'), typed).toBe(1)
	expect(matchOf('nordwint', 'Northwind Research')).toBe(0)
	// Short words have too many neighbors.
	expect(matchOf('orf', 'Orgs')).toBe(0)
})

test('the words of a verb are left out of what is looked for', () => {
	const verbs = ['Adjust credits of …', 'Pause …']
	expect(withoutWords('pause analyst-agent', verbs)).toBe('analyst-agent')
	expect(withoutWords('northwind adjust credit', verbs)).toBe('northwind')
	expect(withoutWords('credits', verbs)).toBe('credits')
})
