// Wrangler runs this before it builds the Worker. It builds the console if its sources changed. At a first start the API doesn't wait
// for that: with `CONSOLE_LATER` there's a page that reloads itself until `npm start` has built the console.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ASSETS, CONSOLE_PAGE } from './settings.ts'

if (process.env.CONSOLE_LATER && !existsSync(join(ASSETS, CONSOLE_PAGE))) {
	const { buildDocs } = await import('./docs.ts')
	buildDocs(ASSETS)
	const { writeConsoleLater } = await import('./console-later.ts')
	writeConsoleLater(ASSETS)
} else {
	const { buildConsole } = await import('./console.ts')
	await buildConsole()
}
