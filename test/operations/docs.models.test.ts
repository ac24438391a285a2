import { expect, test } from 'vitest'
import { holdExamples, holdLinks, holdPage } from '../support/guide.ts'
import { MODEL_EXAMPLES as EXAMPLES } from '../support/program.ts'
import { admin } from '../support/world.ts'

const PAGE = '/docs/models'

test("each of the guide's examples, in order, gets the response that the guide shows", async () => {
	expect(await holdExamples(EXAMPLES, await admin())).toBeGreaterThan(5)
})

test('the page has every example as it was sent, in order', async () => {
	expect(await holdPage(PAGE, EXAMPLES)).toBe(EXAMPLES.length)
})

test('the guide needs nothing from other hosts, and what it names exists', async () => {
	expect(await holdLinks(PAGE)).toBeGreaterThan(5)
})
