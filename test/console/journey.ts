import type { Locator, Page } from 'playwright-core'
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

/** Places that are tabs of another one. */
const UNDER: Partial<Record<Place, Place>> = { subscriptions: 'plans' }

/** Opens a place from the sidebar. */
export async function visit({ page, t }: Start, place: Place) {
	const { navigation, places } = t.shell.shell
	const name = places[place]
	const { [place]: above = place } = UNDER
	await page
		.getByRole('navigation', { name: navigation })
		.getByRole('link', { name: places[above], exact: true })
		.click()
	if (above !== place) await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
	await page.getByRole('heading', { name, level: 1 }).waitFor()
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
