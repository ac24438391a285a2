import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdExamples, holdLinks, holdPage } from '../support/guide.ts'
import { CHANGE_EXAMPLES as EXAMPLES } from '../support/program.ts'
import { admin } from '../support/world.ts'

const PAGE = '/docs/changes'
const FLAG = '/v1/feature-flags/research.fast_mode'

const root = await admin()

test("each of the guide's examples, in order, gets the response that the guide shows", async () => {
	expect(await holdExamples(EXAMPLES, root)).toBeGreaterThan(5)
	// The last restore brought back what was there before the apply.
	expect((await root.get(FLAG)).body).toMatchObject({ default_value: false })
})

test('the page has every example as it was sent, in order', async () => {
	expect(await holdPage(PAGE, EXAMPLES)).toBe(EXAMPLES.length)
})

test('the guide needs nothing from other hosts, and what it names exists', async () => {
	expect(await holdLinks(PAGE)).toBeGreaterThan(5)
})

test('the limits of Confirm-Within are those in the guide', async () => {
	expect((await send('GET', PAGE)).body).toContain('10 to 600 seconds')
	const message = 'Must be a number of seconds from 10 to 600'
	for (const seconds of ['9', '601']) {
		const { body } = await root.patch(FLAG, {}, { headers: { 'Confirm-Within': seconds } })
		expect(body.details.fields).toMatchObject([{ path: 'Confirm-Within', message }])
	}
})
