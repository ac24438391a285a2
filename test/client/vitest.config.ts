import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
	root: join(import.meta.dirname, '../..'),
	test: {
		include: ['test/client/*.test.ts'],
		globalSetup: ['./test/client/server.ts'],
		maxWorkers: 3,
		// A last resort against a test that hangs. The speed of the machine must never decide.
		testTimeout: 300_000,
		hookTimeout: 300_000,
	},
})
