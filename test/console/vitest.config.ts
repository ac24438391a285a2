import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { documented } from '../../src/tools/documented.ts'
import { keepFilesInMemory } from '../support/in-memory.ts'
import { randomOrder } from '../support/random-order.ts'
import { IS_NIGHT } from './nightly.ts'

keepFilesInMemory()

/** The files that take longest, the longest first. */
const LONGEST = [
	'journey',
	'own-org.night',
	'operators.night',
	'screens.customers',
	'change',
	'webhook-endpoints',
	'screens.shell',
	'screens.settings.night',
	'screens.billing.night',
].map((name) => `${name}.test.ts`)

export default defineConfig({
	define: documented(),
	test: {
		root: import.meta.dirname,
		// Each worker has its own instance, and one browser and one set of sessions for all its files. While a test waits for a page or
		// for a time to pass, another worker has something to do.
		maxWorkers: 3,
		isolate: false,
		sequence: { sequencer: randomOrder(LONGEST), shuffle: { tests: true } },
		// These limits only stop what hangs. A test waits for a slow machine, but is never retried.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 60_000 } },
		retry: 0,
		projects: [
			// A worker that went from one to the other would lose its browser, so they take turns.
			{ extends: true, test: { name: 'text', include: ['text/*.test.ts'], sequence: { groupOrder: 0 } } },
			{
				extends: true,
				test: {
					name: 'browser',
					sequence: { groupOrder: 1 },
					include: ['*.test.ts'],
					exclude: IS_NIGHT ? [] : ['*.night.test.ts'],
					globalSetup: [join(import.meta.dirname, 'global-setup.ts')],
				},
			},
		],
	},
})
