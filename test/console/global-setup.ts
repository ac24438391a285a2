import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Instance, seedState, startInstance } from './instance.ts'

/** Starts an instance for each worker, one after the other: each start builds into the same folder. */
export default async function setUp(project: TestProject) {
	const instances: Instance[] = []
	const workers = Math.min(project.config.maxWorkers, project.vitest.state.getPaths().length)
	const seeded = await seedState()
	while (instances.length < workers) instances.push(await startInstance(seeded))
	rmSync(seeded, { recursive: true })
	project.provide(
		'instances',
		instances.map(({ address, printed }) => ({ address, printed })),
	)
	return () => Promise.all(instances.map(({ stop }) => stop()))
}

declare module 'vitest' {
	interface ProvidedContext {
		instances: Omit<Instance, 'stop'>[]
	}
}
