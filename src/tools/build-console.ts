// Wrangler runs this before it builds the Worker. It builds the console if its sources changed. At a first start the API doesn't wait
// for that: with `CONSOLE_LATER` there's a page that reloads itself until `npm start` has built the console.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ASSETS, CONSOLE_PAGE } from './settings.ts'

const page = join(ASSETS, CONSOLE_PAGE)

if (process.env.CONSOLE_LATER && !existsSync(page)) {
	const { buildDocs } = await import('./docs.ts')
	buildDocs(ASSETS)
	mkdirSync(dirname(page), { recursive: true })
	const style = 'font: 16px/1.5 system-ui; margin: 20vh auto; max-width: 30rem; padding: 0 1rem'
	writeFileSync(
		page,
		`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Plinth</title>
<body style="${style}"><h1>Plinth</h1><p>The console is being built. This page reloads itself.<p lang="zh">正在构建控制台，此页面会自动刷新。`,
	)
} else {
	const { buildConsole } = await import('./console.ts')
	await buildConsole()
}
