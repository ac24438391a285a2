import type { Page } from 'playwright-core'
import { call, register, test, unique } from './test.ts'

/** Types into the palette, and waits until its first offer is this one. */
async function offers(page: Page, text: string, first: string | RegExp) {
	await page.keyboard.press('Control+k')
	await page.getByRole('dialog').getByRole('combobox').fill(text)
	await page.getByRole('option').and(page.locator('[data-highlighted]')).filter({ hasText: first }).waitFor()
}

test('the palette finds by words in any order, with a letter wrong, and by a verb with its thing', async ({ open }) => {
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await offers(page, 'codes redemp', 'Redemption codes')
	await page.keyboard.press('Escape')
	await offers(page, 'research nortwind', 'Northwind Research')
	await page.keyboard.press('Escape')
	await offers(page, 'northwind adjust research', 'Northwind Research')
	await page.getByRole('option', { name: 'Adjust credits of Northwind Research' }).click()
	await page.getByRole('dialog').getByRole('textbox', { name: 'Credits' }).waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	const [request] = await call<{ id: string }[]>('GET', '/v1/admin/requests?kind=change')
	await offers(page, request?.id ?? '', 'POST /v1/admin/budgets')
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'A key proposes a new budget' }).waitFor()
	for (const [text, first] of [
		['invite', 'Invite a colleague'],
		['rotate', 'Rotate an API key'],
		['passkey add', 'Add a passkey'],
		['chinese', 'Show in 简体中文'],
	] as const) {
		await page.keyboard.press('Control+k')
		await page.getByRole('dialog').getByRole('combobox').fill(text)
		await page.getByRole('option', { name: first }).waitFor()
		await page.keyboard.press('Escape')
	}
	await page.keyboard.press('Control+k')
	await page.getByRole('dialog').getByRole('combobox').fill('invite')
	await page.getByRole('option', { name: 'Invite a colleague' }).click()
	await page.getByRole('dialog').getByLabel('Email address').and(page.locator(':focus')).waitFor()
})

test('an owner finds what has a name in their org', async ({ open }) => {
	const owner = await register('palette')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const name = unique('Nightly limit')
	const budget = { name, scope: 'org', unit: 'credits', window: 'month', limit: 700 }
	await call('POST', `/v1/orgs/${org_id}/budgets`, budget, owner)
	const page = await open('/console/', { as: owner })
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await offers(page, 'limit nihgtly', name)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name }).waitFor()
})
