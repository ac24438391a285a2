import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONSOLE_PAGE, ROOT } from './settings.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Plinth</title>
<h1>Plinth</h1><p>The console is being built. This page reloads itself.<p lang="zh">正在构建控制台，此页面会自动刷新。`

/**
 * Writes what stands for the console until it's built: a page that reloads itself, and the console's headers, because Wrangler reads
 * them only once. Without them the Worker's own policy would let the page load nothing.
 */
export function writeConsoleLater(assets: string): void {
	const page = join(assets, CONSOLE_PAGE)
	mkdirSync(dirname(page), { recursive: true })
	writeFileSync(page, PAGE)
	copyFileSync(join(ROOT, 'src/console/public/_headers'), join(assets, '_headers'))
}
