import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

interface Document {
	feature_flags: Record<string, unknown>
}

const read = () => call<Document>('GET', '/v1/admin/config')

const flagKey = () => unique('config').replaceAll('-', '.')

nightly('the document is copied and downloaded as the API returns it', async ({ open }) => {
	const page = await open('/console/configuration')
	await page.getByRole('button', { name: 'Copy document' }).click()
	const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Document
	expect(Object.keys(copied)).toContain('feature_flags')
	const waiting = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download' }).click()
	const download = await waiting
	expect(download.suggestedFilename()).toMatch(/^plinth-platform-\d{4}-\d\d-\d\d\.json$/)
	expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual(copied)
})

test('a document is planned, applied, and undone by a restore; invalid ones show where', async ({ open }) => {
	const key = flagKey()
	const page = await open('/console/configuration?tab=change')
	const text = page.getByRole('textbox', { name: 'Document' })
	const plan = page.getByRole('button', { name: 'Plan changes' })
	await text.fill('{ "version": 1, ')
	await plan.click()
	await page.getByText(/^Must be valid JSON/).waitFor()
	await text.fill(JSON.stringify({ version: 1, feature_flags: { [key]: { default_value: 'yes' } } }))
	await plan.click()
	await page
		.getByRole('alert')
		.getByText(new RegExp(`feature_flags.*${key}.*default_value`))
		.waitFor()

	await text.fill(JSON.stringify({ version: 1, feature_flags: { [key]: { description: '', default_value: true } } }))
	await plan.click()
	const result = page.getByRole('region', { name: 'Planned changes' })
	await result.getByRole('region', { name: 'feature flags' }).getByText(key).waitFor()
	await result.getByText('1 to create').first().waitFor()
	expect((await read()).feature_flags).not.toHaveProperty([key])
	const applied = page.getByText(/^Applied revision \d+\.$/)
	await result.getByRole('button', { name: 'Apply' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
	const [revision] = (await applied.textContent())?.match(/\d+/) ?? []
	expect((await read()).feature_flags).toHaveProperty([key])

	// The page leads to the revisions.
	await page.waitForURL(/tab=revisions/)
	await page.locator('[data-row-link]').nth(1).click()
	await page.getByRole('region', { name: 'What restoring would change' }).getByText(key, { exact: true }).waitFor()
	await page.getByRole('button', { name: 'Restore' }).click()
	const dialog = page.getByRole('dialog')
	expect(await dialog.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true)
	await dialog.getByLabel('Type delete 1 to confirm').fill('delete 1')
	await dialog.getByRole('button', { name: 'Restore' }).click()
	await page.getByText(`Applied revision ${Number(revision) + 1}.`, { exact: true }).waitFor()
	await dialog.waitFor({ state: 'detached' })
	expect((await read()).feature_flags).not.toHaveProperty([key])
})

nightly('a plan of an older state is refused, and the draft stays', async ({ open }) => {
	const key = flagKey()
	const page = await open('/console/configuration?tab=change')
	let simulations = 0
	page.on('request', (request) => {
		if ('dry-run' in request.headers()) simulations += 1
	})
	const text = page.getByRole('textbox', { name: 'Document' })
	await text.fill(JSON.stringify({ version: 1, feature_flags: { [key]: { description: '', default_value: true } } }))
	await page.getByRole('button', { name: 'Plan changes' }).click()
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect.poll(() => simulations).toBe(1)
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
	await call('POST', '/v1/feature-flags', { key: flagKey(), description: '', default_value: false })
	await page.getByRole('button', { name: 'Apply' }).click()
	await page
		.getByRole('dialog')
		.getByText(/^Someone else changed this in the meantime/)
		.waitFor()
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
	expect(await text.inputValue()).toContain(key)
	await page.getByRole('button', { name: 'Plan changes' }).click()
	await page.getByRole('region', { name: 'Planned changes' }).getByText(key).waitFor()
	await page.getByRole('button', { name: 'Apply' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
	await page.getByText(/^Applied revision \d+\.$/).waitFor()
	// Each confirmation has loaded its preview once.
	expect(simulations).toBe(3)
})

nightly("an org owner sees the org's document, and no other", async ({ open }) => {
	const person = await register('owner')
	const page = await open('/console/configuration?tab=change', { as: person })
	const text = page.getByRole('textbox', { name: 'Document' })
	await page.getByRole('heading', { name: 'New document' }).waitFor()
	expect(Object.keys(JSON.parse(await text.inputValue()) as object)).toContain('ip_rules')
	expect(await page.getByRole('link', { name: 'Platform' }).count()).toBe(0)
	await text.fill(JSON.stringify({ version: 1, ip_rules: { 'blocklist 198.51.100.0/24': { note: 'by document' } } }))
	await page.getByRole('button', { name: 'Plan changes' }).click()
	await page.getByRole('button', { name: 'Apply' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
	await page.getByText(/^Applied revision [12]\.$/).waitFor()
	const rules = await call<{ note: string }[]>('GET', '/v1/ip-rules', undefined, person)
	expect(rules).toMatchObject([{ note: 'by document' }])
})
