import type { TestProject } from 'vitest/node'
import { startInstance } from './instance.ts'

export default async function setUp(project: TestProject) {
	const { address, printed, stop } = await startInstance()
	project.provide('address', address)
	project.provide('printed', printed)
	return stop
}

declare module 'vitest' {
	interface ProvidedContext {
		address: string
		printed: string
	}
}
