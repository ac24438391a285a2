import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { visit } from './settled.ts'
import { call, instance, nightly, test, unique } from './test.ts'

/** Makes a request that's logged under its own path, and returns the path. */
async function request(path = `/v1/plans/${unique('visit')}`) {
	await fetch(instance().address + path)
	return path
}

nightly('filters are set in the panel, kept in the address, and removed one by one', async ({ open }) => {
	const path = await request()
	await request()
	const page = await open('/console/access-log')
	const rows = page.getByRole('table', { name: 'Access log' }).locator('tbody tr')
	await page.getByRole('button', { name: 'More filters' }).click()
	const dialog = page.getByRole('dialog', { name: 'More filters' })
	await dialog.getByLabel('Path').fill(path)
	await dialog.getByLabel('Status', { exact: true }).fill('teapot')
	await dialog.getByLabel('Country').fill('D')
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await dialog.getByText('Must be a country code').waitFor()
	expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(2)
	await dialog.getByLabel('Status', { exact: true }).fill('401')
	await dialog.getByLabel('Country').fill('')
	await dialog.getByLabel('From').fill('2026-01-01T00:00')
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await page.waitForURL(/status_code=401/)
	await rows.filter({ hasText: path }).waitFor()
	await expect.poll(() => rows.count()).toBe(1)
	await page.getByRole('link', { name: /^Remove filter: Path/ }).click()
	await rows.nth(1).waitFor()
	await page.getByRole('link', { name: 'Clear all' }).click()
	await page.waitForURL(/access-log$/)
	await page.goto('/console/access-log?to=2026-01-01T00:00:00.000Z')
	await page.getByText('No matching requests').waitFor()
})

nightly('a status class is chosen in the panel, and applies to the list and the tail', async ({ open }) => {
	const path = await request()
	const page = await open(`/console/access-log?path=${path}`)
	const choose = async (name: string) => {
		await page.getByRole('button', { name: 'More filters' }).click()
		const dialog = page.getByRole('dialog', { name: 'More filters' })
		await dialog.getByLabel('Status class').selectOption(name)
		await dialog.getByRole('button', { name: 'Apply' }).click()
		await page.waitForURL(new RegExp(`status_class=${name}`))
	}
	await choose('5xx')
	await page.getByText('No matching requests').waitFor()
	await choose('4xx')
	await page.getByRole('table', { name: 'Access log' }).getByText(path).waitFor()
	await page.getByRole('link', { name: 'Live' }).click()
	await page.getByRole('table', { name: 'Live' }).getByText(path).waitFor()
	expect(new URL(page.url()).searchParams.get('status_class')).toBe('4xx')
})

test('a refused request shows its error, and the list filters by it', async ({ open }) => {
	const path = await request()
	const page = await open(`/console/access-log?path=${path}`)
	const rows = page.getByRole('table', { name: 'Access log' }).locator('tbody tr')
	await rows.filter({ hasText: 'auth.unauthorized' }).getByRole('link').first().click()
	const panel = page.getByRole('dialog')
	const why = panel.getByRole('region', { name: 'Why it was refused' })
	await why.getByText('The request has no valid access token or API key.').waitFor()
	await why.getByText('auth.unauthorized').waitFor()
	await panel.getByRole('link', { name: 'Filter by Error' }).click()
	await page.waitForURL(/error=auth.unauthorized/)
	await rows.filter({ hasText: path }).waitFor()
	await page.getByRole('button', { name: 'More filters' }).click()
	const dialog = page.getByRole('dialog', { name: 'More filters' })
	await dialog.getByLabel('Reason').fill('ip.blocked')
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await page.waitForURL(/reason=ip.blocked/)
	await page.getByText('No matching requests').waitFor()
})

nightly('a row opens its entry, which links to its trace and to similar requests', async ({ open }) => {
	const path = await request()
	const page = await open(`/console/access-log?path=${path}`)
	await page.locator('[data-row-link]').first().focus()
	await page.keyboard.press('Enter')
	const panel = page.getByRole('dialog', { name: `GET ${path}` })
	const trace_id = await panel
		.locator('code')
		.filter({ hasText: /^[\da-f]{32}$/ })
		.textContent()
	expect(await panel.getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(`/console/trace/${trace_id}`)
	const shared = page.url()
	await page.goto('/console/access-log')
	// The entry is found even after more requests than fit on a page, or without the link's filter.
	await page.goto(shared.replace(/path=[^&]*&?/, 'path=/nowhere&'))
	await panel.getByText('anonymous').first().waitFor()
	await panel.getByRole('link', { name: 'Filter by Trace ID' }).click()
	await page.waitForURL(new RegExp(`trace_id=${trace_id}`))
	await panel.waitFor({ state: 'detached' })
	await page.goto('/console/access-log?entry=log_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
	await page.getByText('This request is no longer in the log').waitFor()
})

test('the tail shows recent and new requests, pauses, and continues', async ({ open }) => {
	const path = await request()
	const page = await open(`/console/access-log?view=live&path=${path}`)
	const rows = page.getByRole('table', { name: 'Live' }).locator('tbody tr')
	await rows.filter({ hasText: path }).waitFor()
	await page.getByRole('status').getByText('live', { exact: true }).waitFor()
	await request(`${path}/next`)
	await rows.filter({ hasText: `${path}/next` }).waitFor()
	await page.getByRole('button', { name: 'Pause' }).click()
	await request(`${path}/last`)
	await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor()
	expect(await rows.count()).toBe(2)
	await page.getByRole('button', { name: 'Resume (1 new)' }).click()
	await rows.filter({ hasText: `${path}/last` }).waitFor()
	expect(await rows.first().textContent()).toContain(`${path}/last`)
})

nightly('a tail that was cut off reconnects after its last entry, and misses nothing', async ({ open }) => {
	const path = await request()
	const page = await open('/console/')
	const tails: string[] = []
	await page.route('**/v1/admin/access-log/tail*', async (route) => {
		tails.push(route.request().url())
		if (tails.length > 2) return route.continue()
		return route.fulfill({ contentType: 'text/event-stream', body: 'event: open\ndata: \n\n' })
	})
	await page.goto(`/console/access-log?view=live&path=${path}`)
	await page.getByRole('status').getByText('reconnecting').waitFor()
	await request(`${path}/meanwhile`)
	await page.getByRole('table', { name: 'Live' }).getByText(`${path}/meanwhile`).waitFor()
	await page.getByRole('status').getByText('live', { exact: true }).waitFor()
	expect(tails.length).toBeGreaterThan(2)
	for (const url of tails) expect(new URL(url).searchParams.get('since')).toMatch(/^log_/)
})

nightly('the charts count the log; a bar filters it, and a minute lists its requests', async ({ open }) => {
	await request()
	const page = await open('/console/access-log?view=charts')
	await page.getByRole('list', { name: 'Status' }).getByRole('link', { name: '4xx' }).click()
	await page.waitForURL(/status_class=4xx/)
	await page.getByRole('link', { name: 'Remove filter: Status class: 4xx' }).waitFor()
	await page.getByRole('list', { name: 'Status' }).getByText('2xx').waitFor({ state: 'detached' })
	await page.getByRole('list', { name: 'Paths' }).getByRole('link', { name: '/v1/plans' }).click()
	await page.waitForURL(/path=(\/|%2F)v1(\/|%2F)plans/)
	await page.getByText(/matching requests in the recent log/).waitFor()
	const chart = page.getByRole('slider', { name: 'Requests per minute' })
	await chart.focus()
	await page.keyboard.press('ArrowLeft')
	const before = await chart.getAttribute('aria-valuetext')
	await page.keyboard.press('End')
	expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d: \d+ requests$/)
	expect(await chart.getAttribute('aria-valuetext')).not.toBe(before)
	await page.keyboard.press('Enter')
	await page.waitForURL(/from=.*&to=|to=.*&from=/)
	await page.getByRole('table', { name: 'Access log' }).or(page.getByText('No matching requests')).waitFor()
	expect(new URL(page.url()).searchParams.get('view')).toBeNull()
})

nightly(
	"the console's own reads are hidden until they are asked for, and what it is refused is not",
	async ({ open }) => {
		const { id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Own') })
		const page = await open(`/console/orgs/${id}`)
		await page
			.getByRole('tab', { name: 'Members' })
			.or(page.getByRole('link', { name: 'Members' }))
			.first()
			.waitFor()
		await visit(page, '/console/users/usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
		await visit(page, `/console/access-log?path=/v1/admin/orgs/${id}`)
		await page.getByText('No matching requests').waitFor()
		await page.getByRole('link', { name: 'With the console' }).click()
		await page.waitForURL(/console=shown/)
		const rows = page.getByRole('table', { name: 'Access log' }).locator('tbody tr')
		await rows
			.filter({ hasText: `/v1/admin/orgs/${id}` })
			.first()
			.waitFor()
		await visit(page, '/console/access-log?path=/v1/admin/users/usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
		await rows.filter({ hasText: '404' }).first().waitFor()
	},
)

nightly("a member can't see the log", async ({ open }) => {
	const page = await open('/console/access-log', { as: MEMBER })
	await page.getByText("You don't have access").waitFor()
})
