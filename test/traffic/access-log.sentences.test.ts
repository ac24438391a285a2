import { expect, test } from 'vitest'
import * as english from '../../src/console/text/en/why-reasons.ts'
import * as chinese from '../../src/console/text/zh/why-reasons.ts'
import { CODES, REASONS } from '../support/program.ts'

// The console says why a request was refused. It imports nothing of the Worker, so this compares the two.

test.each([
	['English', english],
	['Chinese', chinese],
])(
	'in %s, the console has its sentences for every reason and every code, and for no other',
	(_, { reasons, codes }) => {
		expect(Object.keys(reasons).toSorted()).toEqual(Object.keys(REASONS).toSorted())
		expect(Object.keys(codes).toSorted()).toEqual(Object.keys(CODES).toSorted())
		for (const sentences of Object.values({ ...reasons, ...codes })) {
			expect(sentences).toHaveLength(2)
			for (const sentence of sentences) expect(sentence).toMatch(/^["'\p{L}\d].*[.。]$/u)
		}
	},
)
