import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import { call, instance, nightly, register, registerOperator, test, unique } from './test.ts'

const statusWith = async (key: string) =>
	(await fetch(`${instance().address}/v1/plans?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status

test('an owner creates a service account with a key, rotates the key, and suspends the account', async ({ open }) => {
	const owner = await register('runner')
	const name = unique('Runtime')
	const page = await open('/console/service-accounts', { as: owner })
	await page.getByText('No service accounts yet').waitFor()
	await page.getByRole('button', { name: 'New service account' }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill(name)
	await page.getByLabel('Access').selectOption('Only what I select')
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

nightly(
	'operations can stop the program of an org, and only reads that it cannot make a key for it',
	async ({ open }) => {
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
	},
)

nightly(
	'a platform admin says which orgs an account serves, and a person adds and removes its encryption key',
	async ({ open }) => {
		const owner = await register('host')
		const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
		const path = `/v1/orgs/${org_id}/service-accounts`
		const { id } = await call<{ id: string }>('POST', path, { name: 'Runner', role: 'member' }, owner)
		const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const keys = () => call<{ jwk: { crv: string } }[]>('GET', `${path}/${id}/encryption-keys`, undefined, owner)
		const own = await open(`/console/service-accounts/${id}`, { as: owner })
		await own.getByText('No encryption keys yet').waitFor()
		await own.getByRole('button', { name: 'Add key' }).click()
		const dialog = own.getByRole('dialog')
		const jwk = dialog.getByRole('textbox', { name: 'Public key' })
		await jwk.fill(JSON.stringify(pair.privateKey.export({ format: 'jwk' })))
		await dialog.getByRole('button', { name: 'Add key' }).click()
		await dialog.getByText('This is a private key').first().waitFor()
		expect(await keys()).toEqual([])
		await jwk.fill(JSON.stringify(pair.publicKey.export({ format: 'jwk' })))
		await dialog.getByRole('button', { name: 'Add key' }).click()
		await own.getByText('Added an encryption key of Runner.').waitFor()
		expect(await keys()).toMatchObject([{ jwk: { crv: 'P-256' } }])
		await own.getByRole('button', { name: /^Remove / }).click()
		await own.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
		await own.getByText('Removed an encryption key of Runner.').waitFor()
		expect(await keys()).toEqual([])
		expect(await own.getByRole('button', { name: 'Change' }).count()).toBe(0)

		const page = await open(`/console/service-accounts/${id}?org_id=${org_id}`, { as: await registerOperator('admin') })
		await page.getByRole('button', { name: 'Change' }).click()
		await page.getByRole('textbox', { name: 'Orgs' }).fill('*')
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
		await page.getByText('Changed which orgs Runner works for.').waitFor()
		await page.getByText('All orgs').waitFor()
		expect(await call('GET', `${path}/${id}`, undefined, owner)).toMatchObject({
			runtime: { orgs: ['*'], platform_credentials: false },
		})
		await own.reload()
		await own.getByText('Needs the role Platform admin').first().waitFor()
	},
)
