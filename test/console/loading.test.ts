import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './settled.ts'
import { nightly, test } from './test.ts'

const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a screen that is opened offline says so in the console, and appears when the network is back', async ({
	open,
}) => {
	const page = await open('/console/health', { isNew: true })
	await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
	await page.context().setOffline(true)
	await page.getByRole('link', { name: 'Plans', exact: true }).click()
	await says(page, 'You are offline.').waitFor()
	expect(await page.getByRole('link', { name: 'Plans', exact: true }).isVisible()).toBe(true)
	await page.context().setOffline(false)
	await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
	await says(page, 'You are offline.').waitFor({ state: 'detached' })
})

nightly('a screen whose files a newer version replaced comes after one reload', async ({ open }) => {
	const page = await open('/console/health', { isNew: true })
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents += 1
	})
	await page.route(/assets\/en\/plans-/, (route) =>
		documents === 0 ? route.fulfill({ status: 404 }) : route.continue(),
	)
	await page.getByRole('link', { name: 'Plans', exact: true }).click()
	await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
	expect(documents).toBe(1)
})

nightly('a console that nobody answers says so, and opens once somebody does', async ({ open }) => {
	const page = await open('/console/health')
	await page.route('**/v1/auth/refresh', (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }))
	await page.reload()
	await page.getByRole('heading', { name: "Plinth can't be reached" }).waitFor()
	await page.unroute('**/v1/auth/refresh')
	await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
})

nightly('an error page heals by itself once the server is back', async ({ open }) => {
	const page = await open('/console/health')
	await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
	const CALLS = /\/(v1\/plans|readyz)/
	await page.route(CALLS, (route) => route.abort())
	await page.getByRole('link', { name: 'Plans', exact: true }).click()
	await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
	await says(page, "Can't reach Plinth. Retrying").waitFor()
	await page.unroute(CALLS)
	await page.getByRole('table', { name: 'Plans' }).locator('[data-row-link]').first().waitFor()
	await says(page, "Can't reach Plinth. Retrying").waitFor({ state: 'detached' })
})

nightly("a loaded screen says that you're offline, and reads when the network is back", async ({ open }) => {
	const page = await open('/console/users')
	await settled(page)
	await page.context().setOffline(true)
	await says(page, 'You are offline.').waitFor()
	await page.getByRole('searchbox').fill('nobody-has-this-name')
	await page.waitForURL(/q=nobody/)
	await page.context().setOffline(false)
	await page.getByText('No matching users').waitFor()
	await says(page, 'You are offline.').waitFor({ state: 'detached' })
})

nightly('a new version waits for a draft, and comes when its author says so', async ({ open }) => {
	const page = await open('/console/broadcasts/new', { isNew: true })
	const title = page.getByRole('textbox', { name: 'Title' })
	await title.fill('Half typed')
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents += 1
	})
	await page.route(/shortcuts-/, (route) => (documents === 0 ? route.fulfill({ status: 404 }) : route.continue()))
	await page.getByRole('heading', { level: 1 }).click()
	await page.keyboard.press('?')
	await says(page, 'There is a new version of the console.').waitFor()
	expect(await title.inputValue()).toBe('Half typed')
	expect(documents).toBe(0)
	page.on('dialog', (dialog) => void dialog.accept())
	await page.getByRole('button', { name: 'Load it' }).click()
	await expect.poll(() => documents).toBe(1)
	await title.waitFor()
})
