import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILT } from '../worker/operations/docs/built.ts'
import { CONSOLE_PAGE, ROOT } from './settings.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Plinth</title>
<h1>Plinth</h1><p>This page is being built. It reloads itself.<p lang="zh">正在构建此页面，页面会自动刷新。`

/**
 * Writes what stands for the console and the documentation until they're built: pages that reload themselves, and the console's
 * headers, because Wrangler reads them only once. Without them the Worker's own policy would let the page load nothing.
 */
export function writeConsoleLater(assets: string): void {
	for (const page of [CONSOLE_PAGE, `${BUILT}/docs.html`].map((name) => join(assets, name))) {
		mkdirSync(dirname(page), { recursive: true })
		writeFileSync(page, PAGE)
	}
	copyFileSync(join(ROOT, 'src/console/public/_headers'), join(assets, '_headers'))
}
