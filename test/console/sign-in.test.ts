import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { settled } from './settled.ts'
import { call, lookAgain, nightly, register, test } from './test.ts'

async function signOut(page: Page) {
	await page.getByRole('button', { name: /Account menu/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

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

nightly('five tabs of one session refresh at once and stay signed in', async ({ open }) => {
	const first = await open('/console/account')
	const tabs = await Promise.all(
		Array.from({ length: 4 }, () => open('/console/account', { context: first.context() })),
	)
	await Promise.all([first, ...tabs].map((tab) => tab.reload()))
	for (const tab of [first, ...tabs]) await tab.getByRole('heading', { name: 'Your account' }).waitFor()
})

nightly('signing out ends the session in every tab', async ({ open }) => {
	const page = await open('/console/')
	const other = await open('/console/account', { context: page.context() })
	await other.getByRole('heading', { name: 'Your account' }).waitFor()
	await signOut(page)
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await other.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await page.reload()
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
})

test('a tab stays signed out, whatever it asked for or asks for afterwards', async ({ open }) => {
	const user = await register('leaver')
	const page = await open('/console/account', { as: user })
	await settled(page)
	const other = await open('/console/account', { context: page.context() })
	await settled(other)
	// The tab trades its cookie for a token, and hears of the end before the answer.
	const signedOut = Promise.withResolvers<void>()
	await page.route('**/v1/me', (route) => route.fulfill({ status: 401, json: { error: 'auth.unauthorized' } }), {
		times: 1,
	})
	const traded = page.waitForRequest('**/v1/auth/refresh')
	await page.route('**/v1/auth/refresh', async (route) => {
		const response = await route.fetch()
		await signedOut.promise
		await route.fulfill({ response })
	})
	await lookAgain(page)
	await traded
	await signOut(other)
	const login = page.getByRole('heading', { name: 'Sign in to Plinth' })
	await login.waitFor()
	const answered = page.waitForResponse('**/v1/auth/refresh')
	signedOut.resolve()
	await answered
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	await settled(page)
	expect(asked).toEqual([])
	expect(await login.count()).toBe(1)
})

test('a reset code from an admin sets a new password', async ({ open }) => {
	const { user_id, login } = await register('forgetful')
	const { token } = await call<{ token: string }>('POST', `/v1/admin/users/${user_id}/password-reset`)
	const page = await open('/console/', { as: 'nobody' })
	const name = page.getByLabel('Login or email address')
	await name.fill(login)
	await page.getByRole('button', { name: 'Forgot your password?' }).click()
	// Nobody types twice what they typed once.
	expect(await name.inputValue()).toBe(login)
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
	expect(await name.inputValue()).toBe(login)
	await page.getByLabel('Password').fill('new password 2')
	await page.getByRole('button', { name: 'Sign in' }).click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0)
})
