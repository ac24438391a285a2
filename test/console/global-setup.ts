import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Instance, prepare, startInstance } from './instance.ts'

/** Builds once, and starts an instance for each worker. */
export default async function setUp(project: TestProject) {
	const workers = Math.min(project.config.maxWorkers, project.vitest.state.getPaths().length)
	const seeded = await prepare()
	const instances = await Promise.all(Array.from({ length: workers }, () => startInstance(seeded)))
	rmSync(seeded, { recursive: true })
	project.provide('seed', project.vitest.config.sequence.seed)
	project.provide(
		'instances',
		instances.map(({ address, printed }) => ({ address, printed })),
	)
	return () => Promise.all(instances.map(({ stop }) => stop()))
}

declare module 'vitest' {
	interface ProvidedContext {
		instances: Omit<Instance, 'stop'>[]
		/** From which what's random is drawn. The run prints it. */
		seed: number
	}
}
