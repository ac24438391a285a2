import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen } from './screen.ts'
import { GROUPS } from './screens.ts'
import { settled } from './settled.ts'
import { test } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
	id: string
	nodes: { html: string; failureSummary: string }[]
}

interface Options {
	runOnly?: { type: 'rule'; values: string[] }
	resultTypes: ['violations']
}

/** Axe only describes violations, because describing what passes would take as long as the check. */
const ALL: Options = { resultTypes: ['violations'] }

/** Axe's rules about colors. A theme only changes the color tokens, so no other rule can differ in the second theme. */
const COLOURS: Options = { ...ALL, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** What axe finds in a theme, on the page as it is now. */
async function violations(page: Page, theme: 'light' | 'dark', options: Options): Promise<string[]> {
	await page.emulateMedia({ colorScheme: theme })
	await page.waitForFunction(() => document.getAnimations().length === 0)
	const found = await page.evaluate(async (chosen) => {
		const { axe: judge } = window as unknown as { axe: { run: (o: Options) => Promise<{ violations: Violation[] }> } }
		return (await judge.run(chosen)).violations
	}, options)
	return found.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${theme}, ${id}: ${html.slice(0, 160)} ${failureSummary}`),
	)
}

async function show(page: Page, { path, before }: Screen) {
	await page.goto(path)
	await settled(page)
	if (!before) return
	await before(page)
	await settled(page)
}

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 900 }

for (const [group, screens] of Object.entries(GROUPS))
	for (const [as, ofLogin] of Map.groupBy(screens, (screen) => screen.as))
		// The preparation runs on the phone too, so every button must be reachable there.
		test(
			`${group}: what ${as?.login ?? 'nobody'} sees fits a phone, and axe finds no violation in either theme`,
			{ timeout: 300_000 },
			async ({ open }) => {
				const page = await open('/console/', { as: as ?? 'nobody', ...PHONE })
				for (const screen of ofLogin) {
					await page.setViewportSize(PHONE)
					await show(page, screen)
					const width = await page.evaluate(() => document.documentElement.scrollWidth)
					expect(width, screen.name).toBeLessThanOrEqual(PHONE.width)
					await page.setViewportSize(DESK)
					await page.evaluate(axe)
					expect(await violations(page, 'light', ALL), screen.name).toEqual([])
					expect(await violations(page, 'dark', COLOURS), screen.name).toEqual([])
				}
			},
		)
