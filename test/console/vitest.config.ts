import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ['*.test.ts'],
		globalSetup: ['./global-setup.ts'],
		// One instance and one browser at a time: two cores have enough to do with them.
		fileParallelism: false,
		testTimeout: 90_000,
		hookTimeout: 180_000,
		// A test of a browser may wait for a slow machine, but never passes by a second try.
		retry: 0,
	},
})
