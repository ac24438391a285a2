// Builds what a deployment uploads: the Worker, and the console if its sources changed.
import { build, WORKER } from './build.ts'
import { buildConsole } from './console.ts'

await buildConsole()
await build(WORKER)
