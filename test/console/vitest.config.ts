import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepFilesInMemory } from '../support/in-memory.ts'
import { IS_NIGHT } from './nightly.ts'

keepFilesInMemory()

/** The files that take longest, the longest first. If one started last, its worker would be busy while the other has nothing left to do. */
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

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const place = ({ moduleId }: TestSpecification) => LONGEST.indexOf(basename(moduleId))
		const isLong = (file: TestSpecification) => place(file) >= 0
		return [
			...files.filter(isLong).toSorted((one, other) => place(one) - place(other)),
			...files.filter((file) => !isLong(file)),
		]
	}
}

export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ['*.test.ts'],
		exclude: IS_NIGHT ? [] : ['*.night.test.ts'],
		globalSetup: ['./global-setup.ts'],
		// Each worker has its own instance, and one browser and one set of sessions for all its files. While a test waits for a page or
		// for a time to pass, another worker has something to do.
		maxWorkers: 3,
		isolate: false,
		sequence: { sequencer: LongestFirst },
		// These limits only stop what hangs. A test waits for a slow machine, but is never retried.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 60_000 } },
		retry: 0,
	},
})
