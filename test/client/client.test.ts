import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CASES } from './cases.ts'
import { FakePlinth } from './fake.ts'
import { Harness } from './harness.ts'

// Each case in both languages, against the fake and the real Worker: see README.md.

const LANGUAGES = {
	node: [process.execPath, join(import.meta.dirname, 'driver.ts')],
	...(existsSync(join(import.meta.dirname, 'driver.py')) && {
		python: ['/usr/bin/python3', join(import.meta.dirname, 'driver.py')],
	}),
}

describe.each(Object.entries(LANGUAGES))('%s', (_, command) => {
	describe('fake', () => {
		const harness = new Harness(new FakePlinth(), command)
		beforeAll(() => harness.listen())
		afterAll(() => harness.stop())
		test.each(CASES.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
			expect(await harness.run(one)).toEqual([])
		})
	})
})
