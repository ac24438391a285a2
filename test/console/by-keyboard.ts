import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TABS_AT_MOST = 100
const REACHABLE = 'a, button, input, select, textarea, summary, [tabindex], [contenteditable]'

/** The names of elements: their label, or their text. */
const namesOf = (elements: Element[]) =>
	(elements as (HTMLElement & { labels?: NodeListOf<HTMLElement> })[]).map((element) =>
		(element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText).trim(),
	)

/** The name of the focused element. */
export const focused = async (page: Page) => (await page.$$eval(':focus', namesOf))[0] ?? ''

/** Presses Tab until an element with this name has the focus. Waits for it first, as people do. */
export async function tabTo(page: Page, name: string | RegExp) {
	const isIt = (one: string) => (typeof name === 'string' ? one === name : name.test(one))
	await expect.poll(async () => (await page.$$eval(REACHABLE, namesOf)).some(isIt)).toBe(true)
	const passed: string[] = []
	for (let tabs = 0; tabs < TABS_AT_MOST; tabs += 1) {
		await page.keyboard.press('Tab')
		const now = await focused(page)
		if (isIt(now)) return
		passed.push(now)
	}
	throw new Error(`Tab did not reach ${String(name)}. It passed: ${passed.join(' | ')}`)
}

export async function press(page: Page, name: string | RegExp) {
	await tabTo(page, name)
	await page.keyboard.press('Enter')
}

export async function type(page: Page, field: string | RegExp, text: string) {
	await tabTo(page, field)
	await page.keyboard.type(text)
}

/** Opens what the palette finds first. */
export async function jump(page: Page, text: string, option: string | RegExp) {
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox', { name: 'Search or jump to a page' }).and(page.locator(':focus')).waitFor()
	await page.keyboard.type(text)
	await page.getByRole('option', { name: option }).and(page.locator('[data-highlighted]')).waitFor()
	await page.keyboard.press('Enter')
}
