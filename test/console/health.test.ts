import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, nightly, test } from './test.ts'

type Job = { name: string; last_started_at: string | null; last_finished_at: string | null; last_error: string | null }

nightly('every job is shown with its last run and what it does', async ({ open }) => {
	const { jobs, schema_version } = await call<{ jobs: Job[]; schema_version: string }>('GET', '/readyz?verbose')
	const page = await open('/console/health')
	await page.getByText(`Schema ${Number.parseInt(schema_version, 10)}`, { exact: true }).waitFor()
	const table = page.getByRole('table', { name: 'Jobs' })
	for (const { name, last_started_at } of jobs) {
		const row = table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
		if (last_started_at === null) await row.getByText('not run yet').waitFor()
		else await row.locator('time').first().waitFor()
		expect(await row.locator('td code + span').textContent(), name).not.toBe('')
	}
	expect(jobs.length).toBeGreaterThan(10)
	await page.getByText(/in the recent log/).waitFor()
})

test('open alerts are listed with their message', async ({ open }) => {
	const page = await open('/console/', { isNew: true })
	await page.clock.install()
	let alerts: object[] = []
	await page.route('**/readyz?verbose=*', async (route) => {
		const response = await route.fetch()
		await route.fulfill({ response, json: { ...((await response.json()) as object), alerts } })
	})
	await page.goto('/console/health')
	await page.getByText('No open alerts').waitFor()
	const opened_at = new Date(Date.now() - 900_000).toISOString()
	const message = 'The job back-up is 14 minutes late.'
	alerts = [{ id: 'alt_1', name: 'job_late:back-up', message, values: { job: 'back-up', minutes: 14 }, opened_at }]
	// The page asks again by itself, without anybody waiting for it.
	await page.clock.fastForward(30_000)
	const row = page.getByRole('table', { name: 'Open alerts' }).getByRole('row', { name: /14 minutes late/ })
	await row.getByText('job_late:back-up').waitFor()
	await row.getByText('15 min. ago').waitFor()
})

nightly('a late or failed job is listed first and says so', async ({ open }) => {
	const now = Date.now()
	const at = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
	const page = await open('/console/')
	await page.route('**/readyz?verbose=*', (route) =>
		route.fulfill({
			json: {
				status: 'ok',
				schema_version: '0000_foundation',
				jobs: [
					{
						name: 'reseal',
						every_ms: 60_000,
						lag_ms: 0,
						last_started_at: at(30),
						last_finished_at: at(29),
						last_error: null,
					},
					{
						name: 'retention',
						every_ms: 600_000,
						lag_ms: 0,
						last_started_at: at(300),
						last_finished_at: at(299),
						last_error: 'db.timed_out',
					},
					{
						name: 'wake-webhooks',
						every_ms: 60_000,
						lag_ms: 540_000,
						last_started_at: at(600),
						last_finished_at: at(700),
						last_error: null,
					},
				],
			},
		}),
	)
	await page.goto('/console/health')
	const rows = page.getByRole('table', { name: 'Jobs' }).locator('tbody tr')
	await rows.getByText('late', { exact: true }).waitFor()
	const texts = await rows.allTextContents()
	expect(texts.map((text) => text.replace(/Picks up.*|Deletes.*|Re-encrypts.*/, ''))).toEqual([
		'wake-webhooks',
		'retention',
		'reseal',
	])
	expect(texts[1]).toContain('db.timed_out')
	await page.getByRole('region', { name: 'Jobs on time' }).getByText('1 of 3').waitFor()
	await page.getByText('1 late, 1 failed').waitFor()
})

nightly("a platform that isn't ready says why", async ({ open }) => {
	const page = await open('/console/')
	await page.route('**/readyz?verbose=*', (route) =>
		route.fulfill({ status: 503, json: { status: 'unavailable', reason: "The database isn't answering" } }),
	)
	await page.goto('/console/health')
	await page.getByText("Not ready: The database isn't answering.").waitFor()
})

nightly("a member can't see the health page", async ({ open }) => {
	const page = await open('/console/health', { as: MEMBER })
	await page.getByText("You don't have access").waitFor()
})
