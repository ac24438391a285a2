import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { settled, visit } from './settled.ts'
import { call, nightly, test } from './test.ts'

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The failed runs of the six days before today, and those of the same days of the week before. */
async function failedRuns() {
	const days = await call<{ failed_run_count: number }[]>(
		'GET',
		`/v1/admin/usage/activity?start=${dayAgo(13)}&end=${dayAgo(1)}`,
	)
	const sum = (some: typeof days) => some.reduce((total, { failed_run_count }) => total + failed_run_count, 0)
	return {
		start: dayAgo(6),
		end: `${dayAgo(-1)}T00:00:00.000Z`,
		now: sum(days.slice(7)),
		before: sum(days.slice(0, 6)),
	}
}

test("a period's numbers are the sum of its days", async ({ open }) => {
	const page = await open('/console/')
	const runs = page.getByRole('region', { name: 'Runs', exact: true })
	await runs.getByText(/\d today/).waitFor()
	await settled(page)
	const [head] = await runs.locator('p').allTextContents()
	const days = await page.getByRole('table', { name: 'Runs by day' }).locator('td').allTextContents()
	expect(days).toHaveLength(30)
	const sum = days.reduce((total, day) => total + Number(day.replaceAll(',', '')), 0)
	expect(Number(head?.replaceAll(',', ''))).toBe(sum)
	expect(sum).toBeGreaterThan(100)
})

test('the period is in the address, and the arrow keys read the chart', async ({ open }) => {
	const page = await open('/console/')
	await page.getByRole('link', { name: '7 days' }).click()
	await page.waitForURL(/\?period=7$/)
	const days = page.getByRole('table', { name: 'Runs by day' }).locator('td')
	await expect.poll(() => days.count()).toBe(7)
	const chart = page.getByRole('slider', { name: 'Runs by day' })
	await chart.focus()
	await page.keyboard.press('End')
	const last = await chart.getAttribute('aria-valuetext')
	await page.keyboard.press('ArrowLeft')
	const before = await chart.getAttribute('aria-valuetext')
	expect(last).toMatch(/^\w{3} \d+: [\d,]+$/)
	expect(before).not.toBe(last)
	await page.getByRole('radio', { name: 'Cost' }).check()
	await page.getByRole('slider', { name: 'Cost by day' }).waitFor()
	await page.getByText("Today isn't over").waitFor()
	await page.getByRole('link', { name: 'Last month' }).click()
	await page.waitForURL(/\?period=last_month$/)
	await settled(page)
	expect(await page.getByText("Today isn't over").count()).toBe(0)
	expect(await page.getByRole('table', { name: 'Cost by day' }).locator('td').count()).toBeGreaterThan(27)
})

test('a number is compared with the days before, without today, and leads to what it counts', async ({ open }) => {
	const page = await open('/console/?period=7')
	const failed = page.getByRole('region', { name: 'Failed runs', exact: true }).first()
	await failed.getByText(/% of all runs/).waitFor()
	await settled(page)
	const { start, end, now, before } = await failedRuns()
	expect(now, 'the demo data has failed runs').toBeGreaterThan(0)
	const percent = Math.round((now / before - 1) * 100)
	const words = percent === 0 ? 'No change' : percent > 0 ? `+${percent}% · more` : `−${-percent}% · less`
	await failed.getByText(before === 0 ? 'None before' : words, { exact: true }).waitFor()
	await failed.getByRole('link').click()
	await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
	const search = new URL(page.url()).searchParams
	expect(Object.fromEntries(search)).toEqual({ status: 'failed', from: `${start}T00:00:00.000Z`, to: end })
})

test('the most expensive model of a period is named, and a bar leads to its runs', async ({ open }) => {
	const page = await open('/console/?period=7')
	const models = page.getByRole('region', { name: 'Cost by model' })
	await models.getByText('costs the most').waitFor()
	const [most] = await call<{ model: string }[]>('GET', `/v1/admin/usage/by-model?start=${dayAgo(6)}&end=${dayAgo(0)}`)
	if (!most) throw new Error('The demo data has runs of this week')
	expect(await models.locator('strong').textContent()).toBe(most.model)
	await models.getByRole('link', { name: most.model }).click()
	await page.getByRole('link', { name: `Remove filter: Model: ${most.model}` }).waitFor()
	await page.goBack()
	const chart = page.getByRole('slider', { name: 'Runs by day' })
	await chart.focus()
	await page.keyboard.press('End')
	await page.keyboard.press('Enter')
	await page.waitForURL((url) => url.searchParams.get('from') === `${dayAgo(0)}T00:00:00.000Z`)
})

nightly('the first steps can be hidden, and stay hidden', async ({ open }) => {
	const page = await open('/console/account')
	await page.route('**/v1/admin/dashboard', async (route) => {
		const response = await route.fetch()
		await route.fulfill({ json: { ...((await response.json()) as object), total_runs: 0 } })
	})
	await visit(page, '/console/')
	await page.getByRole('region', { name: 'Get started' }).getByRole('button', { name: 'Hide' }).click()
	await page.getByRole('slider', { name: 'Runs by day' }).waitFor()
	await page.reload()
	await page.getByRole('slider', { name: 'Runs by day' }).waitFor()
	expect(await page.getByText('Get started').count()).toBe(0)
})

test('what is wrong with the platform is said first', async ({ open }) => {
	const page = await open('/console/account')
	const alerts = [{ id: 'alt_1', name: 'job_late:back-up', message: 'The job back-up is late.', opened_at: dayAgo(0) }]
	await page.route('**/readyz?verbose=', (route) =>
		route.fulfill({ json: { status: 'ok', schema_version: '1', alerts, jobs: [] } }),
	)
	await visit(page, '/console/')
	const trouble = page.getByRole('region', { name: 'Needs attention' })
	await trouble.getByText('The job back-up is late.').waitFor()
	await trouble.getByRole('link', { name: 'Open health' }).click()
	await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
})

test('a member sees their org and no place of the platform', async ({ open }) => {
	const page = await open('/console/', { as: MEMBER })
	await page.getByRole('region', { name: 'Credits' }).getByText('no limit for runs').waitFor()
	const runs = page.getByRole('region', { name: 'Runs', exact: true }).getByRole('link')
	expect(await runs.getAttribute('href')).toContain(`to=${encodeURIComponent(`${dayAgo(-1)}T00:00:00.000Z`)}`)
	await page.getByRole('table', { name: 'Recent failed runs' }).getByRole('row').nth(1).waitFor()
	await page.getByRole('table', { name: 'Recent credit transactions' }).getByRole('row').nth(1).waitFor()
	await page.getByRole('table', { name: 'Entitlements' }).getByRole('row').nth(1).waitFor()
	const places = page.getByRole('navigation', { name: 'Navigation' })
	await places.getByRole('link', { name: 'Dashboard' }).waitFor()
	for (const name of ['Users', 'Feature flags', 'Gateway', 'Access log', 'Health'])
		expect(await places.getByRole('link', { name }).count(), name).toBe(0)
	expect(await page.getByRole('link', { name: 'Platform' }).count()).toBe(0)
})
