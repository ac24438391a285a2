import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { settled } from './settled.ts'
import { call, instance, register, test, unique } from './test.ts'

// These journeys only use the keyboard. Nothing here clicks, fills a field or focuses an element.

const TABS_AT_MOST = 80

/** The name of the focused element: its label, or its text. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
		const label = element.labels?.[0]?.innerText
		return (label ?? element.getAttribute('aria-label') ?? element.innerText).trim()
	})

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp) {
	const passed: string[] = []
	for (let tabs = 0; tabs < TABS_AT_MOST; tabs += 1) {
		await page.keyboard.press('Tab')
		const now = await focused(page)
		if (typeof name === 'string' ? now === name : name.test(now)) return
		passed.push(now)
	}
	throw new Error(`Tab did not reach ${String(name)}. It passed: ${passed.join(' | ')}`)
}

async function press(page: Page, name: string | RegExp) {
	await tabTo(page, name)
	await page.keyboard.press('Enter')
}

async function type(page: Page, field: string | RegExp, text: string) {
	await tabTo(page, field)
	await page.keyboard.type(text)
}

/** Opens what the palette finds first. */
async function jump(page: Page, text: string, option: string | RegExp) {
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox', { name: 'Search or jump to a page' }).and(page.locator(':focus')).waitFor()
	await page.keyboard.type(text)
	await page.getByRole('option', { name: option }).and(page.locator('[data-highlighted]')).waitFor()
	await page.keyboard.press('Enter')
}

test('somebody signs in, finds a user and suspends them', async ({ open }) => {
	const { user_id, login, username } = await register('keyboard')
	const page = await open('/console/', { as: 'nobody' })
	await page.getByRole('heading', { name: 'Sign in' }).waitFor()
	await type(page, 'Login or email address', ADMIN.login)
	await type(page, 'Password', ADMIN.password)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await jump(page, login, username)
	await page.getByRole('heading', { name: username }).waitFor()
	await press(page, 'Suspend')
	const dialog = page.getByRole('dialog', { name: `Suspend ${username}?` })
	await dialog.getByRole('region', { name: 'What will change' }).waitFor()
	await press(page, 'Suspend')
	await page.getByText(`Suspended ${username}.`).waitFor()
	expect(await call('GET', `/v1/admin/users/${user_id}`)).toMatchObject({ status: 'suspended' })
})

test('a flag is found in its list and turned on', async ({ open }) => {
	const key = unique('keys').replaceAll('-', '.')
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await jump(page, 'switches', 'Feature flags')
	await page.getByRole('link', { name: key }).waitFor()
	await tabTo(page, /^[a-z0-9_]+\.[a-z0-9_.]+$/)
	for (let rows = 0; rows < 200 && (await focused(page)) !== key; rows += 1) await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: key }).waitFor()
	await press(page, 'Turn on')
	await page.getByRole('dialog').getByRole('region', { name: 'What will change' }).waitFor()
	await press(page, 'Turn on')
	await page.getByText(`Turned ${key} on.`).waitFor()
	expect(await call('GET', `/v1/feature-flags/${key}`)).toMatchObject({ default_value: true })
})

test('a failed request is found in the access log, and its trace opened', async ({ open }) => {
	const path = `/v1/plans/${unique('failed')}`
	const failed = await fetch(instance().address + path)
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await jump(page, 'access log', 'Access log')
	await page.getByRole('heading', { name: 'Access log' }).waitFor()
	await press(page, 'Filter')
	await page.getByRole('dialog', { name: 'Filter requests' }).waitFor()
	await type(page, 'Path', path)
	await type(page, 'Status', String(failed.status))
	await page.keyboard.press('Enter')
	await page.waitForURL(/status_code=401/)
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.getByRole('table', { name: 'Access log' }).getByText(path).waitFor()
	await tabTo(page, new RegExp(path))
	await page.keyboard.press('Enter')
	await page.getByRole('dialog', { name: `GET ${path}` }).waitFor()
	await press(page, /^Open trace/)
	await page.getByRole('heading', { name: `GET ${path}` }).waitFor()
	expect(page.url()).toContain(failed.headers.get('X-Trace-Id'))
})

test('three presses lead from a load to the first control of the page, wherever its place is in the navigation', async ({
	open,
}) => {
	const page = await open('/console/audit-logs')
	for (const path of ['/console/audit-logs', '/console/feature-flags']) {
		if (!page.url().endsWith(path)) await page.goto(path)
		await settled(page)
		expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
		await page.keyboard.press('Tab')
		expect(await focused(page)).toBe('Skip to content')
		await page.keyboard.press('Enter')
		await page.keyboard.press('Tab')
		expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
		expect(new URL(page.url()).hash).toBe('')
	}
})

test('the focus goes to the heading after a link, Back and the palette, and to its button after a dialog', async ({
	open,
}) => {
	const page = await open('/console/feature-flags')
	await settled(page)
	const onHeading = (name: string) =>
		page.getByRole('heading', { level: 1, name }).and(page.locator(':focus')).waitFor()
	await tabTo(page, /^[a-z0-9_]+\.[a-z0-9_.]+$/)
	const flag = await focused(page)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { level: 1, name: flag }).and(page.locator(':focus')).waitFor()
	await page.goBack()
	await onHeading('Feature flags')
	await press(page, 'New flag')
	await page.getByRole('dialog').waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'New flag' }).and(page.locator(':focus')).waitFor()
	await jump(page, 'health', 'Health')
	await onHeading('Health')
	await page.keyboard.press('?')
	await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
	await page.keyboard.press('Escape')
	await onHeading('Health')
})

test('the focus is on the heading after a dialog whose button is gone with its row', async ({ open }) => {
	const [first, second] = [unique('gone'), unique('gone')]
	const page = await open('/console/api-keys')
	for (const name of [first, second]) await call('POST', '/v1/api-keys', { name })
	await page.reload()
	await settled(page)
	await tabTo(page, `Revoke ${first}`)
	await page.keyboard.press('Enter')
	await page.getByRole('dialog').waitFor()
	await type(page, /^Type .* to confirm$/, first)
	await press(page, 'Revoke')
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
})
