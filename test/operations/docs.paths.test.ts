import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { holdExamples } from '../support/guide.ts'
import { holdPolicy } from '../support/page.ts'
import { PATH_STEPS } from '../support/program.ts'
import { admin } from '../support/world.ts'

const root = await admin()

test.for(Object.entries(PATH_STEPS))('the five steps of %s work one after the other', async ([name, steps]) => {
	expect(await holdExamples(steps, root)).toBe(5)
	const html = holdPolicy(await send('GET', `/docs/${name}`))
	const shown = [...html.matchAll(/<section class="step" id="([\w-]+)"/g)].map(([, id]) => id)
	expect(shown).toEqual(steps.map(({ id }) => id))
})
