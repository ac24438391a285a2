import { expect } from 'vitest'
import { settled } from './settled.ts'
import { call, nightly, register, test } from './test.ts'

/** Registers a user with another user's invite code. */
async function invitedBy(inviter: Parameters<typeof call>[3]) {
	const { code } = await call<{ code: string }>('GET', '/v1/me/invite-code', undefined, inviter)
	return register('guest', code)
}

test('the list filters by inviter, whose tree shows everybody they brought in', async ({ open }) => {
	const root = await register('root')
	const child = await invitedBy(root)
	const grandchild = await invitedBy(child)
	const second = await invitedBy(root)
	const page = await open('/console/referrals')
	const list = page.getByRole('table', { name: 'Referrals' })
	await list.getByRole('link', { name: root.login }).first().click()
	await page.waitForURL(new RegExp(`inviter_user_id=${root.user_id}`))
	await list.getByText(grandchild.login).waitFor({ state: 'detached' })
	await expect.poll(() => list.locator('tbody tr').count()).toBe(2)
	await page.getByRole('link', { name: 'Referral tree' }).click()
	await page.getByRole('heading', { name: root.login }).waitFor()
	await settled(page)
	const figure = (name: string) => page.getByRole('region', { name, exact: true }).locator('p').first().textContent()
	expect(await Promise.all(['Total referrals', 'Direct referrals', 'Levels'].map(figure))).toEqual(['3', '2', '2'])
	const branch = page.getByRole('listitem').filter({ hasText: child.login })
	await branch.getByText(grandchild.login).waitFor()
	await branch.getByRole('button', { name: `Users invited by ${child.login}` }).focus()
	await page.keyboard.press('Enter')
	await branch.getByText(grandchild.login).waitFor({ state: 'detached' })
	await page.getByRole('link', { name: second.login }).click()
	await page.waitForURL(new RegExp(`/users/${second.user_id}$`))
})

nightly("any user's tree can be found by name", async ({ open }) => {
	const root = await register('lonely')
	const page = await open('/console/referrals')
	await page.getByRole('button', { name: 'Show a tree' }).click()
	await page.getByRole('combobox', { name: 'Show the referral tree of' }).fill(root.username)
	await page.getByRole('option', { name: new RegExp(root.login) }).click()
	await page.getByRole('button', { name: 'Show', exact: true }).click()
	await page.waitForURL(new RegExp(`/referrals/${root.user_id}$`))
	await page.getByText('No referrals yet').waitFor()
})
