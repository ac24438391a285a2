import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN, MEMBER } from './instance.ts'
import { call, instance, test, unique } from './test.ts'

/** An operation's card, open and with its form. */
async function tried(page: Page, id: string) {
	const card = page.locator(`#${id}`)
	await card.locator('summary').click()
	await card.getByRole('button', { name: 'Try it' }).click()
	return card
}

test('the search finds an operation, here and in the table of contents, and is in the address', async ({ open }) => {
	const page = await open('/docs', { as: 'nobody' })
	const cards = page.locator('details[data-operation]')
	const all = await cards.count()
	expect(all).toBeGreaterThan(100)
	await page.keyboard.press('/')
	await page.getByRole('searchbox', { name: 'Find an operation' }).pressSequentially('delete flag')
	await page.getByText(`2 of ${all} operations`).waitFor()
	expect(await cards.filter({ visible: true }).locator('.path').allTextContents()).toEqual([
		'/v1/feature-flags/{key}',
		'/v1/feature-flags/{key}/org-overrides/{org_id}',
	])
	expect(await page.locator('nav a[href^="#"]').filter({ visible: true }).count()).toBe(2)
	await page.reload()
	await page.getByText(`2 of ${all} operations`).waitFor()
	await page.getByRole('searchbox').fill('nothing has this name')
	await page.getByText('No operations match.').waitFor()
	await page.evaluate(() => location.assign('#get_plans'))
	await page.locator('#get_plans[open]').waitFor()
	await expect.poll(() => cards.filter({ visible: true }).count()).toBe(all)
})

test('without scripts every operation is shown, and no control that would do nothing', async ({ browser }) => {
	const address = instance().address
	const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false })
	const page = await context.newPage()
	await page.goto('/docs')
	expect(await page.locator('details[data-operation]').filter({ visible: true }).count()).toBeGreaterThan(100)
	expect(await page.getByRole('searchbox').count()).toBe(0)
	expect(await page.getByRole('button').count()).toBe(0)
	await context.close()
})

test("a read uses the console's session, and shows status, headers and body", async ({ open }) => {
	const page = await open('/docs', { as: MEMBER })
	const card = await tried(page, 'get_me')
	await card.getByRole('button', { name: 'Send', exact: true }).click()
	await card.getByRole('heading', { name: 'Response: 200' }).waitFor()
	expect(await card.locator('pre').last().textContent()).toContain(`"login": "${MEMBER.login}"`)
	const headers = await card.locator('dt').allTextContents()
	expect(headers).toEqual(['ETag', 'X-Trace-Id'])
	await page.goto('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('a write is a dry run unless you ask for the real one', async ({ open }) => {
	const page = await open('/docs')
	const card = await tried(page, 'post_feature_flags')
	const key = unique('docs')
	const body = card.getByLabel('Body')
	expect(JSON.parse(await body.inputValue())).toMatchObject({ default_value: expect.any(Boolean) })
	await body.fill(JSON.stringify({ key, default_value: true }))
	await card.getByRole('button', { name: 'Send dry run' }).click()
	await card.getByText('This was a dry run. Nothing changed.').waitFor()
	expect(await card.locator('pre').last().textContent()).toContain('"status": 201')
	await expect(call('GET', `/v1/feature-flags/${key}`)).rejects.toThrow('404')
	await card.getByLabel(/^Dry run/).uncheck()
	await card.getByRole('button', { name: 'Send and change data' }).click()
	await card.getByRole('heading', { name: 'Response: 201' }).waitFor()
	expect(await call('GET', `/v1/feature-flags/${key}`)).toMatchObject({ key, default_value: true })
})

test('a refusal is shown as is, with the invalid field', async ({ open }) => {
	const page = await open('/docs', { as: MEMBER })
	const list = await tried(page, 'get_notifications')
	await list.getByLabel(/^limit/).fill('0')
	await list.getByRole('button', { name: 'Send', exact: true }).click()
	await list.getByRole('heading', { name: 'Response: 400' }).waitFor()
	expect(await list.locator('pre').last().textContent()).toContain('"path": "limit"')
	const users = await tried(page, 'get_admin_users_user_id')
	expect(await users.getByLabel(/^user_id/).inputValue()).toMatch(/^usr_/)
	await users.getByRole('button', { name: 'Send', exact: true }).click()
	await users.getByRole('heading', { name: 'Response: 403' }).waitFor()
	expect(await users.locator('pre').last().textContent()).toContain('"permission": "platform.read"')
})

test("signed-out readers get a link to sign in; sign-in calls can't be tried", async ({ open }) => {
	const page = await open('/docs', { as: 'nobody' })
	const me = await tried(page, 'get_me')
	await me.getByText("You're signed out.").waitFor()
	expect(await me.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/console/')
	const refresh = await tried(page, 'post_auth_refresh')
	await refresh.getByText("You can't try this one here").waitFor()
	const health = await tried(page, 'get_healthz')
	await health.getByRole('button', { name: 'Send', exact: true }).click()
	await health.getByRole('heading', { name: 'Response: 200' }).waitFor()
})

test('a stream is shown from its start', async ({ open }) => {
	const page = await open('/docs')
	const card = await tried(page, 'get_admin_access_log_tail')
	await card.getByRole('button', { name: 'Send', exact: true }).click()
	await card.getByText('Response truncated.').waitFor()
	await card.getByRole('heading', { name: 'Response: 200' }).waitFor()
})

test('the console and the API reference in one browser share their session', async ({ open }) => {
	const page = await open('/docs', { as: ADMIN })
	const console_ = await open('/console/', { context: page.context() })
	await console_.getByRole('heading', { name: 'Dashboard' }).waitFor()
	const card = await tried(page, 'get_me')
	await Promise.all([console_.reload(), card.getByRole('button', { name: 'Send', exact: true }).click()])
	await card.getByRole('heading', { name: 'Response: 200' }).waitFor()
	await console_.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await console_.getByRole('button', { name: /Account and orgs/ }).click()
	await console_.getByRole('menuitem', { name: 'Sign out' }).click()
	await console_.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await card.getByRole('button', { name: 'Send', exact: true }).click()
	await card.getByRole('heading', { name: 'Response: 401' }).waitFor()
	await card.getByRole('link', { name: 'Sign in' }).waitFor()
})
