// What `wrangler` runs before it builds the Worker: builds the console when its sources have changed.
import { buildConsole } from './console.ts'

await buildConsole()
