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

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 900 }

for (const [as, screens] of BY_LOGIN) {
	const who = as?.login ?? 'nobody'
	// What a screen needs first is done on the phone, so each button is in reach there.
	test(
		`what ${who} sees fits a phone, and axe finds no violation in either theme`,
		{ timeout: 900_000 },
		async ({ open }) => {
			const page = await open('/console/', { as: as ?? 'nobody', ...PHONE })
			for (const screen of screens) {
				await page.setViewportSize(PHONE)
				await show(page, screen)
				const width = await page.evaluate(() => document.documentElement.scrollWidth)
				expect(width, screen.name).toBeLessThanOrEqual(PHONE.width)
				await page.setViewportSize(DESK)
				for (const theme of ['light', 'dark'] as const) {
					await page.emulateMedia({ colorScheme: theme })
					await page.waitForFunction(() => document.getAnimations().length === 0)
					expect(await violations(page), `${screen.name}, ${theme}`).toEqual([])
				}
			}
		},
	)
}
