import { globSync } from 'node:fs'
import { expect } from 'vitest'
import { checkEachScreen } from './each-screen.ts'
import { GROUPS } from './screens.ts'
import { test } from './test.ts'

checkEachScreen('shell')

test('every group of screens has a test file', () => {
	const files = globSync('screens.*.test.ts', { cwd: import.meta.dirname })
	expect(files.map((file) => file.replace(/(night\.)?test\.ts$/, '')).toSorted()).toEqual(
		Object.keys(GROUPS)
			.map((group) => `screens.${group}.`)
			.toSorted(),
	)
})
