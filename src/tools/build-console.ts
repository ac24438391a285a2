// Wrangler runs this before it builds the Worker. It builds the console if its sources changed.
import { buildConsole } from './console.ts'

await buildConsole()
