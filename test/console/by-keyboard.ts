import type { Page } from 'playwright-core'

const TABS_AT_MOST = 80

/** The name of the focused element: its label, or its text. */
export const focused = (page: Page) =>
	page.evaluate(() => {
		const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
		const label = element.labels?.[0]?.innerText
		return (label ?? element.getAttribute('aria-label') ?? element.innerText).trim()
	})

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp) {
	const passed: string[] = []
	for (let tabs = 0; tabs < TABS_AT_MOST; tabs += 1) {
		await page.keyboard.press('Tab')
		const now = await focused(page)
		if (typeof name === 'string' ? now === name : name.test(now)) return
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
