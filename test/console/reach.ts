import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * From the start of the document, as after a load, three presses lead to the first control of the screen: Tab to the skip link,
 * Enter, Tab.
 */
export async function reachMain(page: Page): Promise<void> {
	await page.evaluate(() => {
		;(document.activeElement as HTMLElement).blur()
		// It also moves the point from which Tab continues.
		document.documentElement.scrollIntoView()
	})
	await page.keyboard.press('Tab')
	expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content')
	await page.keyboard.press('Enter')
	await page.keyboard.press('Tab')
	const end = await page.evaluate(() => {
		const main = document.querySelector('main')
		const hasControl = main?.querySelector(
			'a[href], button:not(:disabled), input:not([type="hidden"]), select, textarea',
		)
		return !hasControl || main?.contains(document.activeElement)
	})
	expect(end, 'the third press is in the screen').toBe(true)
}
