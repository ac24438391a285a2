import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What only the runtime does by itself: deliver messages, fire alarms and tick.

export default defineConfig({
	root: join(import.meta.dirname, '../..'),
	test: {
		include: ['test/deployed/*.test.ts'],
		testTimeout: 300_000,
		hookTimeout: 300_000,
	},
})
