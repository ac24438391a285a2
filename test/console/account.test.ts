import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, register, test } from './test.ts'

test('a user changes their password, and ends another session', async ({ open }) => {
	const person = await register('mine')
	await call('POST', '/v1/api-keys', { name: 'script' }, person)
	await call('POST', '/v1/auth/login', { login: person.login, password: person.password })
	const page = await open('/console/account', { as: person })
	await page.getByLabel('Current password').fill('not my password 1')
	await page.getByLabel('New password').fill('another horse 2')
	await page.getByRole('button', { name: 'Change password' }).click()
	await page.getByText('Must be your current password').waitFor()
	const logins = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr')
	await logins.nth(1).waitFor()
	const others = await logins.count()
	await page
		.getByRole('button', { name: /^Sign out of/ })
		.first()
		.click()
	await page.getByText('Signed out that session.').waitFor()
	await expect.poll(() => logins.count()).toBe(others - 1)
	await page.getByLabel('Current password').fill(person.password)
	await page.getByLabel('Delete my API keys too').check()
	await page.getByRole('button', { name: 'Change password' }).click()
	await page.getByText('Password changed.').waitFor()
	expect(await call('GET', `/v1/admin/users/${person.user_id}/api-keys`)).toEqual([])
	await expect.poll(() => logins.count()).toBe(1)
})

test('the bell counts unread notifications, and one click marks them all read', async ({ open }) => {
	const page = await open('/console/', { as: MEMBER })
	await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	await panel.getByRole('button', { name: 'Mark as read' }).first().waitFor()
	await panel.getByRole('button', { name: 'Mark all as read' }).click()
	await panel.getByRole('button', { name: 'Mark as read' }).first().waitFor({ state: 'detached' })
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})
