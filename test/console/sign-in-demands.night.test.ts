import { expect } from 'vitest'
import { call, register, test } from './test.ts'

test('an owner requires a second factor on trial, and it is rolled back unless it is kept', async ({ open }) => {
	const owner = await register('owner')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const page = await open('/console/your-org?tab=sign_in', { as: owner })
	await page.getByRole('button', { name: 'Require a second factor' }).press('Enter')
	const dialog = page.getByRole('dialog')
	await dialog.getByText('You try it first').waitFor()
	await dialog.getByText('second factor optional → required').waitFor()
	await dialog.getByRole('button', { name: 'Require it' }).click()
	await page.getByText('This will be rolled back in').waitFor()
	const required = async () =>
		(await call<{ second_factor_required: boolean }>('GET', `/v1/orgs/${org_id}`, undefined, owner))
			.second_factor_required
	expect(await required()).toBe(true)
	await page.getByRole('button', { name: 'Confirm', exact: true }).click()
	await page.getByRole('button', { name: 'Make it optional' }).click()
	await dialog.getByRole('button', { name: 'Make it optional' }).click()
	await page.getByText('The second factor is optional.').waitFor()
	expect(await required()).toBe(false)
})
