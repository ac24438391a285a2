import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

async function changedFlag() {
	const key = unique('audited').replaceAll('-', '.')
	const flag = await call<{ id: string }>('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	await call('PATCH', `/v1/feature-flags/${key}`, { default_value: true })
	return { ...flag, key }
}

nightly('the filters are in the address, and a row shows who changed what', async ({ open }) => {
	const { id, key } = await changedFlag()
	const page = await open('/console/audit-logs')
	const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
	await page.getByRole('button', { name: 'More filters' }).click()
	await page.getByRole('textbox', { name: 'Target ID' }).fill(id)
	await page.getByRole('button', { name: 'Apply' }).click()
	await page.waitForURL(new RegExp(`target_id=${id}`))
	await expect.poll(() => rows.count()).toBe(2)
	// Any of its words finds it.
	await page.getByRole('combobox', { name: 'Kind of change' }).fill('flag upd')
	await page.getByRole('option', { name: 'Feature flag updated' }).and(page.locator('[data-highlighted]')).waitFor()
	await page.keyboard.press('Enter')
	await expect.poll(() => rows.count()).toBe(1)
	await page.getByRole('link', { name: `${key}: off → on for everyone.` }).click()
	const row = page.getByRole('dialog', { name: 'Feature flag updated' })
	await row.getByText(`${key}: off → on for everyone.`).waitFor()
	await row.getByText('Details', { exact: true }).click()
	await row.getByText('default_value', { exact: true }).first().waitFor()
	expect(await row.locator('del').allTextContents()).toEqual(['false'])
	expect(await row.locator('ins').allTextContents()).toEqual(['true'])
	await page.reload()
	await row.getByRole('link', { name: 'View the full request' }).click()
	await page.waitForURL(/\/console\/trace\/[\da-f]{32}$/)
})

nightly('the list filters by person, org and days, and a chip removes its filter', async ({ open }) => {
	const person = await register('auditor')
	const { user_id, login } = person
	await call('POST', '/v1/ip-rules', { type: 'blocklist', cidr: '198.51.100.0/24' }, person)
	const page = await open('/console/audit-logs')
	await page.getByRole('button', { name: 'More filters' }).click()
	await page.getByRole('combobox', { name: 'Person' }).fill(login)
	await page.getByRole('option', { name: new RegExp(login) }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
	await page.waitForURL(new RegExp(`actor_user_id=${user_id}`))
	await page.getByRole('link', { name: 'IP rule created' }).waitFor()
	await page.getByLabel('To', { exact: true }).fill('2020-01-01')
	await page.getByText('No matching changes').waitFor()
	await page.getByRole('link', { name: `Remove filter: By: Person ${login}` }).click()
	await page.getByLabel('To', { exact: true }).fill('')
	await page.locator('[data-row-link]').nth(20).waitFor()
})

test("a change is reverted after a preview; one that can't be reverted says why", async ({ open }) => {
	const { id, key } = await changedFlag()
	const page = await open(`/console/audit-logs?target_id=${id}&action=feature_flags.update`)
	await page.getByRole('link', { name: 'Feature flag updated' }).click()
	await page.getByRole('button', { name: 'Revert' }).click()
	const dialog = page.getByRole('dialog', { name: 'Revert “Feature flag updated”?' })
	await dialog.getByRole('region', { name: 'What will change' }).getByText(`${key}: on → off for everyone.`).waitFor()
	await dialog.getByRole('button', { name: 'Revert' }).click()
	await page.getByText('Reverted the change.').waitFor()
	expect(await call('GET', `/v1/feature-flags/${key}`)).toMatchObject({ default_value: false })

	const { user_id } = await register('unrevertible')
	await call('PATCH', `/v1/admin/users/${user_id}`, { locale: 'de' })
	await page.goto(`/console/audit-logs?target_id=${user_id}&action=users.update`)
	await page.getByRole('link', { name: 'User updated' }).click()
	await page.getByRole('button', { name: 'Revert' }).click()
	const refused = page.getByRole('dialog', { name: 'Revert “User updated”?' })
	await refused.getByText("Changes of users can't be reverted. Change the user instead.").waitFor()
	expect(await refused.getByRole('button', { name: 'Revert' }).isDisabled()).toBe(true)
})
