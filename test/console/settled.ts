import type { Page } from 'playwright-core'

/** Waits until a screen shows what it has read: nothing is busy, and the fonts are there. */
export async function settled(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle')
	await page.waitForFunction(
		() =>
			document.querySelector('h1, [role="alert"]') !== null && document.querySelector('[aria-busy="true"]') === null,
	)
	await page.evaluate(() => document.fonts.ready)
}
