// `npm run console:shots -- --out folder`: pictures of every screen, at three widths, light and dark, for people to look at.
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launch, logIn, newContext, watch } from './browser.ts'
import { startInstance } from './instance.ts'
import { GROUPS } from './screens.ts'
import { settled } from './settled.ts'

const WIDTHS = [1440, 768, 360]
const THEMES = ['light', 'dark'] as const

// `--only users`, `--width 360` and `--theme dark` make fewer of them.
const options = parseArgs({
	options: {
		out: { type: 'string', default: join(tmpdir(), 'plinth-console-shots') },
		only: { type: 'string', default: '' },
		width: { type: 'string', multiple: true, default: WIDTHS.map(String) },
		theme: { type: 'string', multiple: true, default: [...THEMES] },
	},
}).values
const { out, only } = options
mkdirSync(out, { recursive: true })

const instance = await startInstance()
const browser = await launch()
try {
	for (const width of options.width)
		for (const theme of THEMES.filter((one) => options.theme.includes(one))) await shoot(browser, Number(width), theme)
} finally {
	await browser.close()
	await instance.stop()
}
console.log(`The pictures are in ${out}.`)

async function shoot(browser: Browser, width: number, theme: (typeof THEMES)[number]) {
	const screens = Object.values(GROUPS)
		.flat()
		.filter((screen) => screen.name.startsWith(only))
	for (const [as, ofLogin] of Map.groupBy(screens, (screen) => screen.as)) {
		const context = await newContext(browser, instance.address, { width, theme })
		if (as) await logIn(context, as)
		for (const { name, path, before } of ofLogin) {
			const page = await context.newPage()
			const problems = watch(page, instance.address)
			await page.goto(path)
			await settled(page)
			try {
				await before?.(page)
			} catch (error) {
				problems.push(String(error))
			}
			await settled(page)
			await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`) })
			for (const problem of problems) console.error(`${name} ${width} ${theme}: ${problem}`)
			await page.close()
		}
		await context.close()
	}
}
