import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest. If one started last, its worker would be busy while the other has nothing left to do. */
const LONGEST = ['journey.test.ts', 'screens.test.ts', 'access.test.ts']

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]) {
		const isLong = ({ moduleId }: TestSpecification) => LONGEST.includes(basename(moduleId))
		return [...files.filter(isLong), ...files.filter((file) => !isLong(file))]
	}
}

export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ['*.test.ts'],
		globalSetup: ['./global-setup.ts'],
		// Each worker has its own instance, and one browser and one set of sessions for all its files.
		maxWorkers: 2,
		isolate: false,
		sequence: { sequencer: LongestFirst },
		// These limits only stop what hangs. A test waits for a slow machine, but is never retried.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 60_000 } },
		retry: 0,
	},
})
