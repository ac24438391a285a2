import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen } from './screen.ts'
import { SCREENS } from './screens.ts'
import { settled } from './settled.ts'
import { test } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
	id: string
	nodes: { html: string; failureSummary: string }[]
}

/** What axe finds on the page as it is now. */
async function violations(page: Page): Promise<string[]> {
	const { violations: found } = (await page.evaluate(`(() => { ${axe}; return axe.run() })()`)) as {
		violations: Violation[]
	}
	return found.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
	)
}

/** The screens by who looks at them: one login, and so one page, for each. */
const BY_LOGIN = Map.groupBy(SCREENS, ({ as }) => as)

async function show(page: Page, { path, before }: Screen) {
	await page.goto(path)
	await settled(page)
	await before?.(page)
	await settled(page)
}

for (const [as, screens] of BY_LOGIN) {
	const who = as?.login ?? 'nobody'
	test(`what ${who} sees has no violation that axe knows, in either theme`, { timeout: 600_000 }, async ({ open }) => {
		const page = await open('/console/', { as: as ?? 'nobody' })
		for (const screen of screens) {
			await show(page, screen)
			for (const theme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme: theme })
				await page.waitForFunction(() => document.getAnimations().length === 0)
				expect(await violations(page), `${screen.name}, ${theme}`).toEqual([])
			}
		}
	})

	test(`what ${who} sees is no wider than a phone`, { timeout: 600_000 }, async ({ open }) => {
		const page = await open('/console/', { as: as ?? 'nobody', width: 360, height: 740 })
		for (const screen of screens) {
			await show(page, screen)
			expect(await page.evaluate(() => document.documentElement.scrollWidth), screen.name).toBeLessThanOrEqual(360)
		}
	})
}
