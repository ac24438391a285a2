import { expect } from 'vitest'
import { call, test, unique } from './test.ts'

test('a flag is created, turned on, overridden for an org and deleted', async ({ open }) => {
	const key = unique('console').replace('-', '.')
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Override') })
	const page = await open('/console/feature-flags')
	await page.getByRole('button', { name: 'New flag' }).click()
	await page.getByLabel('Key').fill('Not A Key')
	await page.getByRole('button', { name: 'Create' }).click()
	await page.locator('[aria-invalid="true"]').waitFor()
	await page.getByLabel('Key').fill(key)
	await page.getByLabel('Description').fill('Made in a browser')
	await page.getByRole('button', { name: 'Create' }).click()
	await page.getByText(`Created ${key}.`).waitFor()
	await page.getByRole('heading', { name: key }).waitFor()

	// The dry run says how many orgs it touches, so nobody reads their list.
	const called: string[] = []
	page.on('request', (request) => called.push(new URL(request.url()).pathname))
	await page.getByRole('button', { name: 'Turn on' }).click()
	await page.getByText(/\d orgs, none keeps its own value\./).waitFor()
	expect(called).toContain(`/v1/feature-flags/${key}`)
	expect(called).not.toContain('/v1/admin/orgs')
	await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
	await page.getByText(`Turned ${key} on.`).waitFor()
	await page.getByRole('table', { name: 'Recent changes' }).getByText(`${key}: off → on for everyone.`).waitFor()

	await page.getByRole('button', { name: 'Add override' }).click()
	await page.getByRole('combobox', { name: 'Org' }).fill(org.name)
	await page.getByRole('option', { name: org.name }).click()
	await page.getByLabel('On for this org').uncheck()
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
	const row = page.getByRole('row', { name: new RegExp(org.name) })
	await row.getByText('off', { exact: true }).waitFor()
	expect(await call('GET', `/v1/feature-flags/${key}/evaluate?org_id=${org.id}`)).toMatchObject({ value: false })
	await row.getByRole('button', { name: 'Turn on' }).click()
	await row.getByText('on', { exact: true }).waitFor()
	await row.getByRole('button', { name: `Delete the override for ${org.name}` }).click()
	await page.getByText('Every org gets the default.').waitFor()

	await page.getByRole('button', { name: 'Actions' }).click()
	await page.getByRole('menuitem', { name: 'Delete' }).click()
	await page.getByLabel(`Type ${key} to confirm`).fill(key)
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await page.waitForURL(/\/console\/feature-flags$/)
})
