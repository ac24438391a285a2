import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdExamples, holdLinks, holdPage } from '../support/guide.ts'
import { CHANGE_EXAMPLES, MODEL_EXAMPLES, SPENDING_EXAMPLES } from '../support/program.ts'
import { admin } from '../support/world.ts'

// The guides whose examples were sent to this instance, in order.

const FLAG = '/v1/feature-flags/research.fast_mode'

const root = await admin()

const GUIDES = { changes: CHANGE_EXAMPLES, models: MODEL_EXAMPLES, spending: SPENDING_EXAMPLES }

test.for(Object.entries(GUIDES))(
	'each example of the guide to %s gets the response that its page shows, and the page has them all and needs no other host',
	async ([name, examples]) => {
		expect(await holdExamples(examples, root)).toBeGreaterThan(5)
		// The last restore brought back what was there before the apply.
		if (name === 'changes') expect((await root.get(FLAG)).body).toMatchObject({ default_value: false })
		expect(await holdPage(`/docs/${name}`, examples)).toBe(examples.length)
		expect(await holdLinks(`/docs/${name}`)).toBeGreaterThan(5)
	},
)

test('the limits of Confirm-Within are those in the guide', async () => {
	const { key } = (await root.post('/v1/feature-flags', { key: 'limits', default_value: true })).body
	expect((await send('GET', '/docs/changes')).body).toContain('10 to 600 seconds')
	const message = 'Must be a number of seconds from 10 to 600'
	for (const seconds of ['9', '601']) {
		const { body } = await root.patch(`/v1/feature-flags/${key}`, {}, { headers: { 'Confirm-Within': seconds } })
		expect(body.details.fields).toMatchObject([{ path: 'Confirm-Within', message }])
	}
})
