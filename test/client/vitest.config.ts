import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { randomOrder } from '../support/random-order.ts'

/** The files that take longest, the longest first. The cases are short files. */
const LONGEST = ['python', 'node', 'packages', 'processes', 'import', 'python-async', 'samples'].map(
	(name) => `${name}.test.ts`,
)

export default defineConfig({
	root: join(import.meta.dirname, '../..'),
	test: {
		include: ['test/client/*.test.ts'],
		globalSetup: ['./test/client/server.ts'],
		sequence: { sequencer: randomOrder(LONGEST), seed: Date.now() },
		maxWorkers: 3,
		// A last resort against a test that hangs. The speed of the machine must never decide.
		testTimeout: 300_000,
		hookTimeout: 300_000,
	},
})
