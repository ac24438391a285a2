import { expect } from 'vitest'
import { call, test, unique } from './test.ts'

test('the names of all orgs on a page are one call', async ({ open }) => {
	const key = unique('names').replace('-', '.')
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	const orgs = await call<{ id: string; name: string }[]>('GET', '/v1/admin/orgs?limit=4')
	for (const { id } of orgs) await call('POST', `/v1/feature-flags/${key}/org-overrides`, { org_id: id, enabled: true })
	const page = await open('/console/')
	let calls = 0
	page.on('request', (request) => {
		if (request.url().endsWith('/v1/admin/names')) calls += 1
	})
	await page.goto(`/console/feature-flags/${key}`)
	for (const { name } of orgs) await page.getByRole('cell', { name, exact: true }).first().waitFor()
	expect(calls).toBe(1)
})
