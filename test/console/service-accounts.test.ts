import { expect } from 'vitest'
import { call, instance, register, registerOperator, test, unique } from './test.ts'

const statusWith = async (key: string) =>
	(await fetch(`${instance().address}/v1/plans?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status

test('an owner creates a service account with a key, rotates the key, and suspends the account', async ({ open }) => {
	const owner = await register('runner')
	const name = unique('Runtime')
	const page = await open('/console/service-accounts', { as: owner })
	await page.getByText('No service accounts yet').waitFor()
	await page.getByRole('button', { name: 'New service account' }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill(name)
	await page.getByLabel('May do').selectOption('Only what I select')
	await page.getByRole('checkbox', { name: /^Change the org's settings/ }).check()
	expect(await page.getByRole('checkbox', { name: /^Report runs/ }).count()).toBe(0)
	await page.getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name }).waitFor()

	await page.getByRole('button', { name: 'New key' }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill('Frankfurt')
	await page.getByRole('button', { name: 'Create' }).click()
	const shown = page.getByRole('dialog', { name: 'Save your key for Frankfurt' })
	const copied = async () => {
		await shown.getByRole('button', { name: 'Copy Key' }).click()
		const key = await page.evaluate(() => navigator.clipboard.readText())
		await shown.getByRole('button', { name: "I've copied it" }).click()
		return key
	}
	const first = await copied()
	await page.getByRole('button', { name: 'Rotate Frankfurt' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
	const second = await copied()
	expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])

	await page.getByRole('button', { name: 'Suspend' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
	await page.getByText(`Suspended ${name}.`).waitFor()
	expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401])
})

test('operations can stop the program of an org, and only reads that it cannot make a key for it', async ({ open }) => {
	const owner = await register('customer')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const path = `/v1/orgs/${org_id}/service-accounts`
	const { id } = await call<{ id: string }>('POST', path, { name: 'Importer', role: 'admin' }, owner)
	const page = await open(`/console/orgs/${org_id}?tab=programs`, { as: await registerOperator('operations') })
	await page.getByText('Needs the role Platform admin').waitFor()
	await page.getByRole('link', { name: 'Importer' }).click()
	await page.getByRole('heading', { name: 'Importer' }).waitFor()
	await page.getByText('Needs the role Platform admin').waitFor()
	await page.getByRole('button', { name: 'Suspend' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
	await page.getByText('Suspended Importer.').waitFor()
	expect(await call('GET', `${path}/${id}`, undefined, owner)).toMatchObject({ is_active: false })
})
