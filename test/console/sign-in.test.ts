import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import type { Login } from './logins.ts'
import { settled } from './settled.ts'
import { call, endSession, register, registerOperator, test, unique } from './test.ts'

const renewal = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInAgain(page: Page, { login, password }: Login) {
	await renewal(page).getByLabel('Login or email address').fill(login)
	await renewal(page).getByLabel('Password').fill(password)
	await renewal(page).getByRole('button', { name: 'Sign in' }).click()
	await renewal(page).waitFor({ state: 'detached' })
}

const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a wrong password says so, and the right one leads to the requested address', async ({ open }) => {
	const page = await open('/console/users?q=lovelace', { as: 'nobody' })
	await page.getByLabel('Login or email address').fill(ADMIN.login)
	await page.getByLabel('Password').fill('wrong password 1')
	await page.getByRole('button', { name: 'Sign in' }).click()
	expect(await page.getByRole('alert').textContent()).toContain('Incorrect login or password.')
	await page.getByLabel('Password').fill(ADMIN.password)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Users' }).waitFor()
	expect(new URL(page.url()).search).toBe('?q=lovelace')
	await page
		.getByRole('link', { name: /Lovelace/ })
		.first()
		.waitFor()
})

test('a reload keeps the session, and no script can read a token', async ({ open }) => {
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.reload()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	const stored = await page.evaluate(() =>
		JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
	)
	expect(stored).not.toMatch(/eyJ|plinth_refresh/)
})

test('five tabs of one session refresh at once and stay signed in', async ({ open }) => {
	const first = await open('/console/account')
	const tabs = await Promise.all(
		Array.from({ length: 4 }, () => open('/console/account', { context: first.context() })),
	)
	await Promise.all([first, ...tabs].map((tab) => tab.reload()))
	for (const tab of [first, ...tabs]) await tab.getByRole('heading', { name: 'Your account' }).waitFor()
})

test('signing out ends the session in every tab', async ({ open }) => {
	const page = await open('/console/')
	const other = await open('/console/account', { context: page.context() })
	await other.getByRole('heading', { name: 'Your account' }).waitFor()
	await page.getByRole('button', { name: /Account and orgs/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await other.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await page.reload()
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
})

test('a reset code from an admin sets a new password', async ({ open }) => {
	const { user_id, login } = await register('forgetful')
	const { token } = await call<{ token: string }>('POST', `/v1/admin/users/${user_id}/password-reset`)
	const page = await open('/console/', { as: 'nobody' })
	await page.getByRole('button', { name: 'Forgot your password?' }).click()
	await page.getByRole('button', { name: 'I have a code' }).click()
	await page.getByLabel('Code').fill(token)
	await page.getByLabel('New password').fill('short')
	await page.getByRole('button', { name: 'Change password' }).click()
	await page.getByText('Must be 8 to 72 bytes long').waitFor()
	await page.getByLabel('New password').fill('new password 2')
	await page.getByLabel('Delete my API keys too').check()
	const sent = page.waitForRequest('**/v1/auth/password-reset/confirm')
	await page.getByRole('button', { name: 'Change password' }).click()
	expect((await sent).postDataJSON()).toMatchObject({ token, delete_api_keys: true })
	await page.getByText('Password changed.').waitFor()
	await page.getByLabel('Login or email address').fill(login)
	await page.getByLabel('Password').fill('new password 2')
	await page.getByRole('button', { name: 'Sign in' }).click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0)
})

test('a session that ends is renewed over the dialog, and what was sent is sent again, once', async ({ open }) => {
	const operator = await registerOperator('admin')
	const key = unique('ended').replaceAll('-', '.')
	const page = await open('/console/feature-flags', { as: operator })
	await page.getByRole('button', { name: 'New flag' }).click()
	const form = inDialog(page, 'New feature flag')
	await form.getByLabel('Key').fill(key)
	await settled(page)
	await endSession(operator)
	const sent: { key: string | undefined; status: number }[] = []
	page.on('response', (response) => {
		const { url, method, headers } = {
			url: response.url(),
			method: response.request().method(),
			headers: response.request().headers(),
		}
		if (method === 'POST' && url.endsWith('/v1/feature-flags'))
			sent.push({ key: headers['idempotency-key'], status: response.status() })
	})
	await form.getByRole('button', { name: 'Create' }).click()
	await renewal(page).waitFor()
	// More calls meet the same end.
	await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
	await page.keyboard.press('Escape')
	await page.mouse.click(5, 5)
	expect(await renewal(page).count()).toBe(1)
	expect(await page.locator('input[name="key"]').inputValue()).toBe(key)
	await signInAgain(page, operator)
	await page.getByText(`Created ${key}`).waitFor()
	expect(sent.map(({ status }) => status)).toEqual([401, 201])
	expect(sent[0]?.key).toBeTruthy()
	expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('somebody else who signs in gets the draft, and nothing of the first user', async ({ open }) => {
	const [first, second] = [await registerOperator('admin'), await registerOperator('admin')]
	const page = await open('/console/broadcasts/new', { as: first })
	await page.getByRole('textbox', { name: 'Title' }).fill('Half typed')
	await page.getByRole('textbox', { name: 'Text' }).fill('By the first')
	await settled(page)
	await endSession(first)
	const writes: string[] = []
	page.on('response', (response) => {
		if (response.url().endsWith('/broadcasts') && response.status() < 400) writes.push(response.url())
	})
	await page.getByRole('button', { name: 'Send…' }).click()
	await signInAgain(page, second)
	await page.getByText('Someone else typed this before you signed in. Nothing was sent.').waitFor()
	expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half typed')
	expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('By the first')
	await settled(page)
	expect(writes).toEqual([])
	expect(await page.locator('body').textContent()).not.toContain(first.username)
	await page.getByRole('link', { name: 'Dashboard' }).first().click()
	await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
})

test('tabs whose session ended continue when one of them is renewed', async ({ open }) => {
	const user = await register('tabs')
	const page = await open('/console/account', { as: user })
	const other = await open('/console/account', { context: page.context() })
	await other.getByRole('heading', { name: 'Your account' }).waitFor()
	await settled(other)
	await settled(page)
	await endSession(user)
	await page.getByLabel('Name', { exact: true }).fill(unique('Renewed'))
	await page.evaluate(() => {
		const now = Date.now()
		Date.now = () => now + 120_000
		dispatchEvent(new Event('visibilitychange'))
	})
	await renewal(page).waitFor()
	await other.getByRole('link', { name: 'API keys' }).click()
	await renewal(other).waitFor()
	await signInAgain(page, user)
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toContain('Renewed')
	await renewal(other).waitFor({ state: 'detached' })
	await other.getByRole('heading', { name: 'API keys' }).waitFor()
})

test('signing out asks in a tab that holds a draft, and another tab keeps its own', async ({ open }) => {
	const operator = await registerOperator('admin')
	const page = await open('/console/broadcasts/new', { as: operator })
	await page.getByRole('textbox', { name: 'Title' }).fill('Half typed')
	const signOut = async (tab: Page) => {
		await tab.getByRole('button', { name: /Account and orgs/ }).click()
		await tab.getByRole('menuitem', { name: 'Sign out' }).click()
	}
	await signOut(page)
	await page
		.getByRole('dialog', { name: 'Leave without saving?' })
		.getByRole('button', { name: 'Keep editing' })
		.click()
	const other = await open('/console/account', { context: page.context() })
	await signOut(other)
	await other.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await signInAgain(page, operator)
	expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half typed')
})
