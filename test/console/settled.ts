import type { Page } from 'playwright-core'

const STREAMS_AFTER_MS = 6_000

/** Waits until a screen shows what it has read: nothing is busy, and the fonts are there. */
export async function settled(page: Page): Promise<void> {
	// A stream, such as the tail of the log, never becomes idle.
	await page.waitForLoadState('networkidle', { timeout: STREAMS_AFTER_MS }).catch(() => undefined)
	await page.waitForFunction(
		() =>
			document.querySelector('h1, [role="alert"]') !== null && document.querySelector('[aria-busy="true"]') === null,
	)
	await page.evaluate(() => document.fonts.ready)
}
