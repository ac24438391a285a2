import type { Page } from 'playwright-core'

/** Switches the sidebar to the platform or to an org. */
export async function switchTo(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: /^Platform and orgs/ }).click()
	await page.getByRole('menuitemradio', { name }).click()
}
