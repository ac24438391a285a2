import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { resize } from './browser.ts'
import { crowdedOut, misnamed } from './by-eye.ts'
import { weakEdges } from './edges.ts'
import { leaveForms } from './forms.ts'
import { IS_NIGHT } from './nightly.ts'
import { reachMain } from './reach.ts'
import type { Screen } from './screen.ts'
import { GROUPS } from './screens.ts'
import { settled, visit } from './settled.ts'
import { misfits } from './stretched.ts'
import { test } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
	id: string
	nodes: { html: string; failureSummary: string }[]
}

interface Axe {
	run: (context: { exclude: readonly string[] }, options: Options) => Promise<{ violations: Violation[] }>
}

interface Options {
	runOnly?: { type: 'rule'; values: string[] }
	rules?: Record<string, { enabled: boolean }>
	resultTypes: ['violations']
}

/**
 * Axe only describes violations, because describing what passes would take as long as the check. The size of targets is off by
 * default, and WCAG 2.2 demands it.
 */
const ALL: Options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }

/** Axe's rules about colors. A theme only changes the color tokens, so no other rule can differ in the second theme. */
const COLORS: Options = { ...ALL, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** The links of the sidebar, which only differ in which one is open. Axe reads all of them on the first screen of a login. */
const OTHER_PLACES = 'nav[aria-label="Navigation"] a:not([aria-current])'

/** What axe finds in a theme, on the page as it is now, except in what `exclude` selects, and the edges that it doesn't check. */
async function violations(page: Page, theme: 'light' | 'dark', options: Options, exclude: string[]): Promise<string[]> {
	await page.emulateMedia({ colorScheme: theme })
	await page.waitForFunction(() => document.getAnimations().length === 0)
	const found = await page.evaluate(
		async ([chosen, left]) => {
			const { axe: assess } = window as unknown as { axe: Axe }
			return (await assess.run({ exclude: left }, chosen)).violations
		},
		[options, exclude] as const,
	)
	const edges = (await weakEdges(page)).map((edge) => `${theme}, edge: ${edge}`)
	const told = found.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${theme}, ${id}: ${html.slice(0, 160)} ${failureSummary}`),
	)
	return [...told, ...edges]
}

/** Whether the page can show a screen without a new document. Made-up responses would still be in its cache. */
const isNear = ({ as, path }: Screen, previous?: Screen) =>
	as !== undefined && path.startsWith('/console/') && previous?.path.startsWith('/console/') && !previous.isMadeUp

async function show(page: Page, screen: Screen, previous?: Screen) {
	const { path, before } = screen
	if (isNear(screen, previous)) await visit(page, path)
	else {
		await page.goto(path)
		await settled(page)
	}
	if (!before) return
	await before(page)
	await settled(page)
}

type Group = keyof typeof GROUPS

/**
 * Tables without a file: what one thing consists of, which its page has read whole, the newest few of a list that is elsewhere, and
 * what was calculated for this page. With its group where another one has a list of that name.
 */
const NO_LISTS = new Set([
	'At their default',
	'Budgets of this agent',
	'Changed since yesterday',
	'Differences',
	'Encryption keys',
	'Entitlements',
	'Entitlements of the plan',
	'Files',
	'Jobs',
	'Last failures',
	'Ledger entries',
	'Live',
	'Models',
	'Newest runs',
	'Open alerts',
	'Order of evaluation',
	'Orgs',
	'Other codes of the batch',
	'Prices',
	'Recent changes',
	'Recent credit transactions',
	'Recent failed runs',
	'Recent runs',
	'Runs like this one',
	'Web fetch',
	'Web search',
	'What each plan grants',
	'Who it affects most',
	'customers: Budgets',
])

/**
 * The tables on the page that can't be downloaded, by themselves or as a part of the page's list. A chart's table has no label, and
 * where rows are selected, what can be done with them takes the place of the download.
 */
const withoutFile = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('main table[aria-label]:has(tbody tr)')]
			.filter((table) => !table.closest('section')?.querySelector('[data-download]'))
			.filter((table) => !table.querySelector('[data-selected]'))
			.filter(() => !document.querySelector('main [data-download]:not(section [data-download])'))
			.map((table) => table.getAttribute('aria-label') ?? ''),
	)

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 900 }

/** What closed details hide. It has no colors to check. */
const HIDDEN = 'details:not([open]) > :not(summary)'

/** The screens of a group: all at night, and a few with every change. */
const screensOf = (group: Group): Screen[] => GROUPS[group].filter(({ isDaily }) => IS_NIGHT || isDaily)

/** Opens the screens of a group on a phone, and has axe read them in both themes. */
export function checkEachScreen(group: Group): void {
	for (const [as, screens] of Map.groupBy(screensOf(group), (screen) => screen.as))
		// The preparation runs on the phone too, so every button must be reachable there.
		test(
			`${group}: what ${as?.login ?? 'nobody'} sees fits a phone, and axe finds no violation in either theme`,
			{ timeout: 300_000 },
			async ({ open }) => {
				const page = await open('/console/', { as: as ?? 'nobody', ...PHONE })
				// Every document has it from now on.
				await using _axe = await page.addInitScript(axe)
				const met = new Set<string>()
				for (const [index, screen] of screens.entries()) {
					await resize(page, PHONE)
					await show(page, screen, screens[index - 1])
					const width = await page.evaluate(() => document.documentElement.scrollWidth)
					expect.soft(width, screen.name).toBeLessThanOrEqual(PHONE.width)
					expect.soft(group === 'docs' ? [] : await misfits(page), `${screen.name}, in a longer language`).toEqual([])
					expect.soft([...(await crowdedOut(page)), ...(await misnamed(page))], screen.name).toEqual([])
					const tables = group === 'docs' ? [] : await withoutFile(page)
					expect
						.soft(
							tables.filter((label) => !NO_LISTS.has(label) && !NO_LISTS.has(`${group}: ${label}`)),
							screen.name,
						)
						.toEqual([])
					await resize(page, DESK)
					if (as && group !== 'docs' && !screen.before) await reachMain(page)
					const exclude = index === 0 ? [] : [OTHER_PLACES]
					expect.soft(await violations(page, 'light', ALL, exclude), screen.name).toEqual([])
					expect.soft(await violations(page, 'dark', COLORS, [...exclude, HIDDEN]), screen.name).toEqual([])
					if (as && group !== 'docs') await leaveForms(page, met)
				}
			},
		)
}
