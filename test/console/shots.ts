// `npm run console:shots -- --out folder`: pictures of every screen, at three widths, light and dark, for people to look at.
// Don't build in this folder meanwhile: the instance would serve a page whose scripts are gone.
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launch, logIn, newContext, watch } from './browser.ts'
import { prepare, startInstance } from './instance.ts'
import { GROUPS } from './screens.ts'
import { settled } from './settled.ts'

const WIDTHS = [1440, 768, 360]
const HEIGHT = 900
const THEMES = ['light', 'dark'] as const

// `--only users`, `--width 360` and `--theme dark` make fewer of them. `--whole` includes what you'd scroll to.
const options = parseArgs({
	options: {
		out: { type: 'string', default: join(tmpdir(), 'plinth-console-shots') },
		only: { type: 'string', multiple: true, default: [''] },
		width: { type: 'string', multiple: true, default: WIDTHS.map(String) },
		theme: { type: 'string', multiple: true, default: [...THEMES] },
		whole: { type: 'boolean', default: false },
	},
}).values
const { out, only } = options
mkdirSync(out, { recursive: true })

const seeded = await prepare()
const instance = await startInstance(seeded)
const browser = await launch()
try {
	await shoot(browser)
} finally {
	await browser.close()
	await instance.stop()
	rmSync(seeded, { recursive: true })
}
console.log(`The pictures are in ${out}.`)

/** Each screen loads once, and then becomes as wide and as dark as its pictures. */
async function shoot(browser: Browser) {
	const views = options.width.flatMap((width) =>
		THEMES.filter((one) => options.theme.includes(one)).map((theme) => ({ width: Number(width), theme })),
	)
	const screens = Object.values(GROUPS)
		.flat()
		.filter(({ name }) => only.some((beginning) => name.startsWith(beginning)))
	for (const [as, ofLogin] of Map.groupBy(screens, (screen) => screen.as)) {
		const context = await newContext(browser, instance.address)
		if (as) await logIn(context, as)
		for (const { name, path, before } of ofLogin) {
			const page = await context.newPage()
			const problems = watch(page, instance.address)
			try {
				await page.goto(path)
				await settled(page)
				await before?.(page)
			} catch (error) {
				// If one screen stays busy, the others still get their pictures.
				problems.push(String(error))
			}
			for (const { width, theme } of views) {
				await page.emulateMedia({ colorScheme: theme })
				await page.setViewportSize({ width, height: HEIGHT })
				await settled(page).catch((error: unknown) => problems.push(String(error)))
				await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`), fullPage: options.whole })
			}
			for (const problem of problems) console.error(`${name}: ${problem}`)
			if (problems.length > 0) process.exitCode = 1
			await page.close()
		}
		await context.close()
	}
}
