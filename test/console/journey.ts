import type { Locator, Page } from 'playwright-core'
import { entryOf } from '../../src/console/places/places.ts'
import type { Scope } from '../../src/console/search.ts'
import { ADMIN } from './instance.ts'
import type { callerAt } from './test.ts'
import type { Texts } from './texts.ts'

// What the steps of a journey through an empty instance have in common.

type Call = ReturnType<typeof callerAt>

/** What the steps share. */
export interface Start {
	page: Page
	call: Call
	/** The console's texts in the language of the page. */
	t: Texts
}

export interface Journey extends Start {
	org: { id: string; name: string }
}

type Place = keyof Texts['shell']['shell']['places']

export const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Opens a place from the sidebar of a side, and from the tabs of its entry. */
export async function openPlace(page: Page, { navigation }: Texts['shell']['shell'], place: Place, side: Scope) {
	const to = place === 'dashboard' ? '/' : `/${place.replaceAll('_', '-')}`
	const first = entryOf(side, to)?.places[0]?.to
	const leadsTo = (path = '') => `a[href="/console${path}"], a[href^="/console${path}?"]`
	await page.getByRole('navigation', { name: navigation }).locator(leadsTo(first)).click()
	if (first !== to) await page.getByRole('main').locator(leadsTo(to)).first().click()
}

/** The places that only an org has. */
const OF_ORG: readonly Place[] = ['ip_rules', 'webhook_endpoints']

/** Opens a place on its side, which is the platform's for a place of both. */
export async function visit({ page, t }: Start, place: Place) {
	const { shell } = t.shell
	const isOfOrg = OF_ORG.includes(place)
	const menu = page.getByRole('button', { name: new RegExp(`^${shell.side.menu}`) })
	if ((await menu.innerText()).trim().endsWith(shell.side.platform) === isOfOrg) {
		await menu.click()
		const platform = page.getByRole('menuitemradio', { name: shell.side.platform })
		await (isOfOrg ? platform.locator('~ [role=menuitemradio]').first() : platform).click()
		await page.getByRole('menu').waitFor({ state: 'detached' })
	}
	await openPlace(page, shell, place, isOfOrg ? 'org' : 'platform')
	await page.getByRole('heading', { name: shell.places[place], level: 1 }).waitFor()
}

/** Presses a button, then the one in its confirmation. */
export async function confirm(page: Page, button: Locator, response: string) {
	await button.click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: response }).click()
	await dialog.waitFor({ state: 'detached' })
}

export async function pickOrg(page: Page, label: string, name: string) {
	await page.getByRole('combobox', { name: label, exact: true }).fill(name)
	await page.getByRole('option', { name }).click()
}

export async function signIn({ page, t }: Start) {
	const { signIn: texts } = t['sign-in']
	await page.getByLabel(texts.login, { exact: true }).fill(ADMIN.login)
	await page.getByLabel(texts.password, { exact: true }).fill(ADMIN.password)
	await page.getByRole('button', { name: texts.submit, exact: true }).click()
	await page.getByRole('heading', { name: t.dashboard.dashboard.title, level: 1 }).waitFor()
}
