import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ['*.test.ts'],
		globalSetup: ['./global-setup.ts'],
		// Each worker has an instance of its own, and one browser and one set of logins for all its files.
		maxWorkers: 2,
		isolate: false,
		testTimeout: 90_000,
		hookTimeout: 180_000,
		// A test of a browser may wait for a slow machine, but never passes by a second try.
		retry: 0,
	},
})
