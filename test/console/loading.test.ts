import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './test.ts'

const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a screen that is opened offline says so in the console, and appears when the network is back', async ({
	open,
}) => {
	const page = await open('/console/health')
	await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
	await page.context().setOffline(true)
	await page.getByRole('link', { name: 'Plans', exact: true }).click()
	await says(page, 'You are offline.').waitFor()
	expect(await page.getByRole('link', { name: 'Plans', exact: true }).isVisible()).toBe(true)
	await page.context().setOffline(false)
	await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor()
	await says(page, 'You are offline.').waitFor({ state: 'detached' })
})

test('a screen whose files a newer version replaced comes after one reload', async ({ open }) => {
	const page = await open('/console/health')
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

test('a console that nobody answers says so, and opens once somebody does', async ({ open }) => {
	const page = await open('/console/health')
	await page.route('**/v1/auth/refresh', (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }))
	await page.reload()
	await page.getByRole('heading', { name: "Plinth can't be reached" }).waitFor()
	await page.unroute('**/v1/auth/refresh')
	await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
})
