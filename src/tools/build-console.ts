// Wrangler runs this before it builds the Worker. It builds the console if its sources changed. At a first start the API doesn't wait
// for that: with `CONSOLE_LATER` there are pages that reload themselves until `npm start` has built the documentation and the console.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ASSETS, CONSOLE_PAGE } from './settings.ts'

if (process.env.CONSOLE_LATER && !existsSync(join(ASSETS, CONSOLE_PAGE))) {
	const { writeConsoleLater } = await import('./console-later.ts')
	writeConsoleLater(ASSETS)
} else {
	const { buildConsole } = await import('./console.ts')
	await buildConsole()
}
