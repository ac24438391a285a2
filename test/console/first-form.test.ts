import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { nightly, test } from './test.ts'

// On a slow line the console's scripts come late. These tests hold one of them back.

/** Loads the page without the scripts that every part of it needs. They come when the returned function is called. */
async function reloadSlowly(page: Page): Promise<() => void> {
	let deliver = () => undefined as void
	const held = new Promise<void>((resolve) => {
		deliver = resolve
	})
	await page.route(/\/assets\/vendor-/, async (route) => {
		await held
		await route.continue()
	})
	await page.reload({ waitUntil: 'commit' })
	return deliver
}

const login = (page: Page) => page.getByLabel('Login or email address')

test('what is typed before the console is there stays, with the cursor in it', async ({ open }) => {
	const page = await open('/console/users?q=lovelace', { as: 'nobody' })
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	const deliver = await reloadSlowly(page)
	await login(page).fill(ADMIN.login)
	await page.keyboard.press('Tab')
	await page.keyboard.type('bootstrap-pass')
	deliver()
	await page.getByRole('button', { name: 'Forgot your password?' }).waitFor()
	expect(await login(page).inputValue()).toBe(ADMIN.login)
	await page.keyboard.type('word-1')
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Users' }).waitFor()
	expect(new URL(page.url()).search).toBe('?q=lovelace')
})

nightly('the form shows as well where its own script takes longer than it waits', async ({ open }) => {
	const page = await open('/console/', { as: 'nobody' })
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await page.route('**/console/language.js', async (route) => {
		await sleep(1100)
		await route.continue()
	})
	const deliver = await reloadSlowly(page)
	await page.locator('#first-form form').waitFor()
	deliver()
	await page.getByRole('button', { name: 'Forgot your password?' }).waitFor()
})

nightly(
	'nobody who is signed in sees it while their session is looked up, and a provider is remembered',
	async ({ open }) => {
		const page = await open('/console/')
		await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
		// As in a browser that comes back from a provider for the first time.
		await page.evaluate(() => localStorage.removeItem('plinth.signed-in'))
		let answer = () => undefined as void
		const held = new Promise<void>((resolve) => {
			answer = resolve
		})
		await page.route('**/v1/auth/refresh', async (route) => {
			await held
			await route.continue()
		})
		const deliver = await reloadSlowly(page)
		await page.locator('#first-form form').waitFor()
		deliver()
		await page.locator('#root [aria-busy="true"]').waitFor()
		expect(await page.locator('#first-form form').isVisible()).toBe(false)
		answer()
		await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

		const other = await open('/console/', { as: 'nobody' })
		await other.route(/\/v1\/auth\/connections/, (route) =>
			route.fulfill({ json: [{ id: 'oic_1', name: 'Acme Okta', org_id: null }] }),
		)
		await other.route('**/v1/auth/oidc/oic_1/start*', (route) => route.fulfill({ status: 204 }))
		await other.reload()
		await other.getByRole('link', { name: 'Continue with Acme Okta' }).click()
		expect(await other.evaluate(() => localStorage.getItem('plinth.signed-in'))).toBe('yes')
	},
)

nightly('a provider is offered for what was typed before the console is there', async ({ open }) => {
	const page = await open('/console/', { as: 'nobody' })
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await page.route(/\/v1\/auth\/connections\?login=/, (route) => {
		const json = route.request().url().includes('acme') ? [{ id: 'oic_1', name: 'Acme Okta', org_id: 'org_1' }] : []
		return route.fulfill({ json })
	})
	const deliver = await reloadSlowly(page)
	await login(page).fill('ada@acme.example.com')
	await page.keyboard.press('Tab')
	deliver()
	await page.getByRole('link', { name: 'Continue with Acme Okta' }).waitFor()
})

nightly('what is sent before the console is there is sent once it is', async ({ open }) => {
	const page = await open('/console/', { as: 'nobody' })
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	const deliver = await reloadSlowly(page)
	await login(page).fill(ADMIN.login)
	await page.getByLabel('Password').fill(ADMIN.password)
	await page.keyboard.press('Enter')
	await page.locator('button[aria-busy="true"]').waitFor()
	// Nothing that was typed gets into the address.
	expect(page.url()).toMatch(/\/console\/$/)
	deliver()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

nightly('it is in the language of the reader, and only where nobody is signed in', async ({ open }) => {
	const chinese = await open('/console/', { as: 'nobody', locale: 'zh-CN' })
	await chinese.getByRole('heading', { level: 1 }).waitFor()
	const heading = await chinese.getByRole('heading', { level: 1 }).textContent()
	const deliver = await reloadSlowly(chinese)
	expect(await chinese.locator('#first-form h1').textContent()).toBe(heading)
	deliver()
	await chinese.locator('#first-form').waitFor({ state: 'detached' })

	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	const come = await reloadSlowly(page)
	await page.waitForFunction(() => performance.now() > 1500)
	expect(await page.locator('#first-form form').count()).toBe(0)
	come()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})
