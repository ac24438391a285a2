// `npm run console:shots -- --out folder`: pictures of every screen, at three widths, light and dark, for people to look at.
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launch, logIn, newContext, watch } from './browser.ts'
import { ADMIN, MEMBER, startInstance } from './instance.ts'
import { settled } from './settled.ts'

const WIDTHS = [1440, 768, 360]
const THEMES = ['light', 'dark'] as const

interface Shot {
	name: string
	path: string
	as?: typeof ADMIN
	/** What to do before the picture. */
	before?: (page: Page) => Promise<unknown>
}

const firstRow = async (page: Page) => {
	await page.locator('[data-row-link]').first().click()
	await page.locator('h1').waitFor()
}

const SHOTS: Shot[] = [
	{ name: 'sign-in', path: '/console/' },
	{ name: 'dashboard', path: '/console/', as: ADMIN },
	{ name: 'dashboard-org', path: '/console/', as: MEMBER },
	{ name: 'users', path: '/console/users', as: ADMIN },
	{ name: 'users-none', path: '/console/users?q=nobody-has-this-name', as: ADMIN },
	{ name: 'user', path: '/console/users?q=lovelace', as: ADMIN, before: firstRow },
	{
		name: 'user-suspend',
		path: '/console/users?q=lovelace',
		as: ADMIN,
		before: async (page) => {
			await firstRow(page)
			await page.getByRole('button', { name: 'Suspend', exact: true }).click()
		},
	},
	{ name: 'feature-flags', path: '/console/feature-flags', as: ADMIN },
	{ name: 'feature-flag', path: '/console/feature-flags', as: ADMIN, before: firstRow },
	{
		name: 'feature-flag-new',
		path: '/console/feature-flags',
		as: ADMIN,
		before: (page) => page.getByRole('button', { name: 'New flag' }).click(),
	},
	{ name: 'account', path: '/console/account', as: MEMBER },
	{
		name: 'notifications',
		path: '/console/',
		as: MEMBER,
		before: async (page) => {
			await page
				.getByRole('button', { name: /^Notifications/ })
				.filter({ visible: true })
				.click()
			await page.getByRole('dialog').getByRole('listitem').first().waitFor()
		},
	},
	{
		name: 'palette',
		path: '/console/',
		as: ADMIN,
		before: async (page) => {
			await page.keyboard.press('Control+k')
			await page.getByRole('dialog').waitFor()
		},
	},
	{ name: 'refused', path: '/console/users', as: MEMBER },
]

// `--only users` and `--width 360` make fewer of them.
const {
	out,
	only,
	width: one,
} = parseArgs({
	options: {
		out: { type: 'string', default: join(tmpdir(), 'plinth-console-shots') },
		only: { type: 'string', default: '' },
		width: { type: 'string' },
	},
}).values
mkdirSync(out, { recursive: true })

const instance = await startInstance()
const browser = await launch()
try {
	for (const width of one ? [Number(one)] : WIDTHS) for (const theme of THEMES) await shoot(browser, width, theme)
} finally {
	await browser.close()
	await instance.stop()
}
console.log(`The pictures are in ${out}.`)

async function shoot(browser: Browser, width: number, theme: (typeof THEMES)[number]) {
	for (const { name, path, as, before } of SHOTS.filter((shot) => shot.name.startsWith(only))) {
		const context = await newContext(browser, instance.address, { width, theme })
		if (as) await logIn(context, as)
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
		await context.close()
	}
}
