import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Instance, prepare, startInstance } from './instance.ts'

/** Builds once, and starts an instance for each worker. */
export default async function setUp(project: TestProject) {
	const workers = Math.min(project.config.maxWorkers, project.vitest.state.getPaths().length)
	const seeded = await prepare()
	const instances = await Promise.all(Array.from({ length: workers }, () => startInstance(seeded)))
	rmSync(seeded, { recursive: true })
	project.provide('seed', project.vitest.config.sequence.seed)
	const claims = mkdtempSync(join(tmpdir(), 'plinth-claims-'))
	project.provide(
		'instances',
		instances.map(({ address, printed }, i) => ({ address, printed, claim: join(claims, String(i)) })),
	)
	return async () => {
		await Promise.all(instances.map(({ stop }) => stop()))
		rmSync(claims, { recursive: true })
	}
}

export interface RunningInstance extends Pick<Instance, 'address' | 'printed'> {
	/** The file of the worker that has it. */
	claim: string
}

declare module 'vitest' {
	interface ProvidedContext {
		instances: RunningInstance[]
		/** From which what's random is drawn. The run prints it. */
		seed: number
	}
}
