import { expect } from 'vitest'
import { call, instance, nightly, register, test } from './test.ts'

const asKey = (key: string) =>
	fetch(`${instance().address}/v1/plans?limit=1`, { headers: { Authorization: `Bearer ${key}` } })

test('a key is created, shown once, works, and is revoked', async ({ open }) => {
	const person = await register('keeper')
	const page = await open('/console/api-keys', { as: person })
	await page.getByText('No API keys yet').waitFor()
	await page.getByRole('button', { name: 'New key' }).click()
	await page.getByRole('button', { name: 'Create' }).click()
	await page.locator('[name="name"][aria-invalid="true"]').waitFor()
	await page.getByLabel('Name').fill('Nightly import')
	await page.getByLabel("Change the org's settings").check()
	await page.getByRole('button', { name: 'Create' }).click()
	const shown = page.getByRole('dialog', { name: 'Save your key for Nightly import' })
	await shown.getByRole('button', { name: 'Copy Key' }).click()
	const key = await page.evaluate(() => navigator.clipboard.readText())
	expect(key).toMatch(/^al_/)
	expect((await asKey(key)).status).toBe(200)
	await shown.getByRole('button', { name: "I've copied it" }).click()
	await shown.waitFor({ state: 'detached' })
	const row = page.getByRole('row', { name: /Nightly import/ })
	await row.getByText("Change the org's settings").waitFor()
	expect(await page.content()).not.toContain(key)
	const keys = await call<{ scopes: string[]; expires_at: string }[]>('GET', '/v1/api-keys', undefined, person)
	expect(keys).toMatchObject([{ scopes: ['org.settings'] }])
	const days = (Date.parse(keys[0]?.expires_at ?? '') - Date.now()) / 86_400_000
	expect(Math.round(days)).toBe(90)

	await row.getByRole('button', { name: 'Change the mode of Nightly import' }).click()
	const mode = page.getByRole('dialog', { name: 'Mode of Nightly import' })
	await mode.getByRole('combobox', { name: 'Mode' }).selectOption('Only reads: makes no changes')
	await mode.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Changed the mode of Nightly import.').waitFor()
	await row.getByText('only reads').waitFor()

	await row.getByRole('button', { name: 'Revoke Nightly import' }).click()
	const dialog = page.getByRole('dialog', { name: 'Revoke Nightly import?' })
	await dialog.getByLabel('Type Nightly import to confirm').fill('Nightly import')
	await dialog.getByRole('button', { name: 'Revoke' }).click()
	await page.getByText('Revoked Nightly import.').waitFor()
	await page.getByText('No API keys yet').waitFor()
	expect((await asKey(key)).status).toBe(401)
})

nightly('a key is rotated: the new one is shown once, and both work until the old one ends', async ({ open }) => {
	const person = await register('rotator')
	const old = await call<{ key: string }>('POST', '/v1/api-keys', { name: 'Importer' }, person)
	const page = await open('/console/api-keys', { as: person })
	await page.getByRole('button', { name: 'Rotate Importer' }).click()
	const asked = page.getByRole('dialog', { name: 'Rotate Importer' })
	await asked.getByLabel('The old key works for').selectOption('one more day')
	await asked.getByRole('button', { name: 'Rotate' }).click()
	const shown = page.getByRole('dialog', { name: 'Save your key for Importer' })
	await shown.getByText(/^The old key works until/).waitFor()
	await shown.getByRole('button', { name: 'Copy Key' }).click()
	const key = await page.evaluate(() => navigator.clipboard.readText())
	expect(key).not.toBe(old.key)
	expect([(await asKey(key)).status, (await asKey(old.key)).status]).toEqual([200, 200])
	await shown.getByRole('button', { name: "I've copied it" }).click()
	await page.getByText('replaced', { exact: true }).waitFor()
	expect(await page.getByRole('button', { name: 'Rotate Importer' }).count()).toBe(1)
})

nightly(
	'the secret keys page shows what each key encrypts, and that every secret can be decrypted',
	async ({ open }) => {
		const keys = await call<{ key_id: string; secret_count: number }[]>('GET', '/v1/admin/secret-keys')
		const page = await open('/console/secret-keys')
		const [first] = keys
		if (!first) throw new Error('The seed has no secret')
		const row = page.getByRole('row', { name: new RegExp(first.key_id) })
		await row.getByText('current', { exact: true }).waitFor()
		await row.getByRole('cell', { name: String(first.secret_count), exact: true }).waitFor()
		await page.getByRole('region', { name: "Can't be decrypted" }).getByText('all secrets can be decrypted').waitFor()
	},
)
