import type { Page } from 'playwright-core'
import type { ADMIN } from './instance.ts'

/** A screen as the tests and the screenshots open it. Axe checks it in both themes, and it must fit on a phone. */
export interface Screen {
	name: string
	path: string
	/** Signed out if left out. */
	as?: typeof ADMIN
	/** What to do on the page before the check. */
	before?: Step
	/** Checked with every change, and not only at night. Each group whose file isn't nightly has one. */
	isDaily?: true
	/** That makes up responses. The next screen starts without them. */
	isMadeUp?: boolean
}

type Step = (page: Page) => Promise<unknown>

/** One step after the other. */
export const steps =
	(...all: Step[]) =>
	async (page: Page) => {
		for (const step of all) await step(page)
	}

/** Opens the first thing in a list. */
export const firstRow = async (page: Page) => {
	const title = await page.locator('h1').elementHandle()
	await page.locator('[data-row-link]').first().click()
	// The list stays until the thing's screen has loaded.
	await page.waitForFunction((old) => !old?.isConnected, title)
	await page.locator('h1').waitFor()
}

/** Opens the first thing of a list, and a section of its page. On a phone, many sections are one field. */
export const sectionOfFirst = (sections: string, name: string) => async (page: Page) => {
	await firstRow(page)
	const link = page.getByRole('navigation', { name: sections }).getByRole('link', { name, exact: true })
	const field = page.getByRole('combobox', { name: sections })
	await link.or(field).waitFor()
	await ((await field.isVisible()) ? field.selectOption(name) : link.click())
	await page.waitForURL(/tab=/)
}

/** Presses a button, and waits for the dialog that it opens. */
export const dialog = (name: string | RegExp) => async (page: Page) => {
	await page.getByRole('button', { name }).filter({ visible: true }).first().click()
	await page.getByRole('dialog').waitFor()
}

/** Opens the form that changes a thing. */
export const form = async (page: Page) => {
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByRole('form').waitFor()
}

/** Opens the first thing of a list, and the form that changes it. */
export const firstForm = steps(firstRow, form)

/** Opens the first row of a list that has dialogs for them. */
export const rowDialog = async (page: Page) => {
	await page.locator('[data-row-link]').first().click()
	await page.getByRole('dialog').waitFor()
}

/** Waits until a dialog says what it will do. */
export const preview = (page: Page) => page.getByRole('region', { name: 'What will change' }).waitFor()
