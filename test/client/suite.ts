import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Case, CASES } from './cases.ts'
import { Forked, Started } from './driving.ts'
import { FakePlinth } from './fake.ts'
import { Harness } from './harness.ts'
import { IS_NIGHT } from './nightly.ts'
import { RealPlinth } from './real.ts'

/** A case with so many calls that it takes longest. */
const isLarge = ({ steps }: Case) => steps.some(({ repeat }) => repeat !== undefined && repeat[1] >= 100)

/**
 * Every case with one driver, against the fake and the real Worker. The fake runs all of them. Against the real Worker, and with another
 * way to wait, it's the same client: by day each of these takes another sixth, and one language the large ones.
 */
export function passes(language: string, program: string, ...args: string[]) {
	const command = [program, join(import.meta.dirname, args[0] as string), ...args.slice(1)]
	// `AsyncPlinth` is the same client as `Plinth` with another way to wait, which the fake tells as well.
	const isSame = args.includes('async')
	const turn = isSame ? 0 : language === 'node' ? 2 : 4
	const servers = { fake: new FakePlinth(), ...(!isSame && { real: new RealPlinth(inject('plinth')) }) }
	describe.each(Object.entries(servers))(`${language}, %s`, (name, backend) => {
		const harness = new Harness(backend, language === 'node' ? new Started(command) : new Forked(command))
		beforeAll(() => harness.listen())
		afterAll(() => harness.stop())
		const isDaily = (one: Case, index: number) => {
			if (isLarge(one)) return language === 'node' && (name === 'fake' || one.only === 'real')
			return (name === 'fake' && !isSame) || one.only === name || index % 6 === turn
		}
		const cases = CASES.filter(({ only }) => only === undefined || only === name)
		const some = IS_NIGHT ? cases : cases.filter(isDaily)
		test.each(some.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
			expect(await harness.run(one)).toEqual([])
		})
	})
}
