import { expect, test } from 'vitest'
import { cutAtWrite } from '../support/cut.ts'
import { everything } from '../support/dump.ts'
import { IS_NIGHT } from '../support/property.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'

// A write that dies isn't refused: whoever calls is told of a fault of ours, and not of a conflict that they could do something about.
// Nothing of it is left, because it's one batch: every-write.test.ts counts the calls of each.

const here = await sampleWorld()

/** They answer first, and what fails to be noted is tried again. */
const ANSWER_FIRST = /^POST \/v1\/runtime\/(tools|models|mcp)\/resolve$/

const writes = SPEC.filter(
	({ name, method, write }, index) =>
		method !== 'GET' && write !== undefined && !ANSWER_FIRST.test(name) && (IS_NIGHT || index % 24 === 0),
)

test.each(writes.map((row) => [row.name, row] as const))('%s is a 500 wherever its write dies', async (name, row) => {
	for (const sample of await samplesOf(row, here)) {
		const before = await everything()
		for (let index = 0; ; index += 1) {
			const { reply, statement, isFirst } = await cutAtWrite(index, () => sample.send())
			if (statement === undefined) break
			if (isFirst && row.d1 === undefined) expect(await everything()).toEqual(before)
			expect({ name, statement, status: reply.status, error: reply.body.error }).toEqual({
				name,
				statement,
				status: 500,
				error: 'internal_error',
			})
		}
	}
})
