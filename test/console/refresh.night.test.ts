import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './settled.ts'
import { call, register, test, unique } from './test.ts'

/** The calls that a page makes from now on, as `GET /v1/me`. */
function callsOf(page: Page) {
	const calls: string[] = []
	page.on('request', (request) => {
		const { pathname } = new URL(request.url())
		if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
	})
	return { take: () => calls.splice(0).toSorted() }
}

test("a save re-reads each thing on the screen once, and the rest when it's shown again", async ({ open }) => {
	const { id, name } = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Shown') })
	const page = await open(`/console/orgs?q=${encodeURIComponent(name)}`)
	await page.getByRole('link', { name }).click()
	await page.getByRole('link', { name: 'Changes' }).click()
	await page.getByRole('cell', { name: 'Org created' }).waitFor()
	await page.getByRole('link', { name: 'Overview' }).click()
	await page.getByRole('button', { name: 'Rename' }).click()
	await page.getByRole('textbox').waitFor()
	await settled(page)
	const calls = callsOf(page)

	const renamed = unique('Renamed')
	await page.getByRole('textbox').fill(renamed)
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByRole('heading', { name: renamed, level: 1 }).waitFor()
	await settled(page)
	expect(calls.take()).toEqual([
		'GET /v1/admin/audit-logs',
		'GET /v1/admin/credits',
		`GET /v1/admin/orgs/${id}`,
		'GET /v1/me',
		'GET /v1/notifications',
		`GET /v1/orgs/${id}/runs`,
		`GET /v1/orgs/${id}/usage/activity`,
		`GET /v1/orgs/${id}/usage/daily`,
		'GET /v1/plans',
		'GET /v1/subscriptions',
		`PATCH /v1/admin/orgs/${id}`,
	])

	// Without waiting for the reads to become stale: the change made them stale.
	await page.getByRole('link', { name: 'Changes' }).click()
	await page.getByRole('cell', { name: 'Org updated' }).waitFor()
	await settled(page)
	expect(calls.take()).toEqual(['GET /v1/admin/audit-logs'])
})

test('marking a notification re-reads the notifications and nothing else on the screen', async ({ open }) => {
	const reader = await register('reader')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, reader)
	const note = { type: 'announcement', title: unique('Note'), body: 'Read me.', target: org_id }
	await call('POST', '/v1/admin/notifications/broadcasts', note)
	const inbox = () => call<{ data: { title: string }[] }>('GET', '/v1/notifications', undefined, reader)
	await expect.poll(async () => (await inbox()).data.map(({ title }) => title)).toContain(note.title)
	const page = await open('/console', { as: reader })
	await page
		.getByRole('button', { name: /Notifications/ })
		.filter({ visible: true })
		.click()
	await page.getByRole('dialog').getByRole('listitem').waitFor()
	await settled(page)
	const calls = callsOf(page)
	const mark = page.getByRole('dialog').getByRole('listitem').getByRole('button')
	await mark.click()
	await mark.waitFor({ state: 'detached' })
	await settled(page)
	expect(calls.take()).toEqual([
		// The bell and the list.
		'GET /v1/notifications',
		'GET /v1/notifications',
		expect.stringMatching(/^PATCH /),
	])
})
