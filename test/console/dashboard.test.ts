import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { resize } from './browser.ts'
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

nightly('the period is in the address, and the arrow keys read the chart', async ({ open }) => {
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

nightly('a number is compared with the days before, without today, and leads to what it counts', async ({ open }) => {
	const page = await open('/console/?period=7')
	const failed = page.getByRole('region', { name: 'Failed runs', exact: true }).first()
	await failed.getByText(/% of all runs/).waitFor()
	await settled(page)
	const { start, end, now, before } = await failedRuns()
	expect(now, 'the demo data has failed runs').toBeGreaterThan(0)
	const percent = Math.round((now / before - 1) * 100)
	const words = percent === 0 ? 'No change' : percent > 0 ? `${percent}% more` : `${-percent}% less`
	await failed.getByText(before === 0 ? 'None before' : words, { exact: true }).waitFor()
	await failed.getByRole('link').click()
	await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
	const search = new URL(page.url()).searchParams
	expect(Object.fromEntries(search)).toEqual({ status: 'failed', from: `${start}T00:00:00.000Z`, to: end })
})

nightly('the most expensive model of a period is named, and a bar leads to its runs', async ({ open }) => {
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

/** A platform without runs, as far as its dashboard knows. */
async function withoutRuns(page: Page) {
	await page.route('**/v1/admin/dashboard', async (route) => {
		const response = await route.fetch()
		await route.fulfill({ json: { ...((await response.json()) as object), total_runs: 0 } })
	})
	await visit(page, '/console/')
	return page.getByRole('region', { name: 'Get started' })
}

nightly('the first steps can be hidden, and stay hidden', async ({ open }) => {
	const page = await open('/console/account')
	const steps = await withoutRuns(page)
	await steps.getByRole('button', { name: 'Hide' }).click()
	await page.getByRole('slider', { name: 'Runs by day' }).waitFor()
	await page.reload()
	await page.getByRole('slider', { name: 'Runs by day' }).waitFor()
	expect(await page.getByText('Get started').count()).toBe(0)
})

nightly(
	'each purpose has its first steps, with at most twelve operations of the API, and is remembered',
	async ({ open }) => {
		const page = await open('/console/account')
		const steps = await withoutRuns(page)
		const { paths } = await call<{ paths: Record<string, object> }>('GET', '/openapi.json')
		const known = Object.entries(paths).flatMap(([path, of]) =>
			Object.keys(of).map((one) => `${one.toUpperCase()} ${path}`),
		)
		for (const name of ['Run agents', 'Sell credits', 'Stop agents', 'Set up tools and models', 'Guard an org']) {
			await steps.getByRole('radio', { name }).check()
			await steps.getByText(/^\d of \d done$/).waitFor()
			const named = await steps.locator('code').allTextContents()
			expect([...new Set(named)], name).toHaveLength(named.length)
			expect(named.length).toBeLessThanOrEqual(12)
			expect(known).toEqual(expect.arrayContaining(named))
		}
		await page.reload()
		await steps.getByRole('radio', { name: 'Guard an org', checked: true }).waitFor()
		await steps.getByRole('link', { name: 'Add a rule' }).click()
		await page.getByRole('heading', { name: 'IP rules', level: 1 }).waitFor()
	},
)

test('what is wrong with the platform is said first, and nothing waits for it, also on a phone', async ({ open }) => {
	const page = await open('/console/account')
	const alerts = ['run-archive', 'usage-verification'].map((job) => ({
		id: `alt_${job}`,
		name: `job_late:${job}`,
		message: `The job ${job} is late.`,
		opened_at: dayAgo(0),
	}))
	let seen = Promise.withResolvers<void>()
	await page.route('**/readyz?verbose=', async (route) => {
		await seen.promise
		await route.fulfill({ json: { status: 'ok', schema_version: '1', alerts, jobs: [] } })
	})
	const chart = page.getByRole('region', { name: 'By day' })
	const trouble = page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'The job run-archive is late.' })
	for (const [width, height] of [
		[1440, 900],
		[390, 844],
	] as const) {
		await resize(page, { width, height })
		await page.goto('/console/')
		await page.getByRole('region', { name: 'Cost', exact: true }).getByText('$').first().waitFor()
		const before = await chart.boundingBox()
		seen.resolve()
		await trouble.waitFor()
		expect(await chart.boundingBox()).toEqual(before)
		seen = Promise.withResolvers()
	}
	await trouble.click()
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

nightly('days of your own are in the address, and are compared with as many before', async ({ open }) => {
	const page = await open('/console/')
	await page.getByRole('link', { name: 'Other days' }).click()
	await page.waitForURL(/\?period=own$/)
	await page.getByLabel('From', { exact: true }).fill(dayAgo(11))
	await page.getByLabel('To', { exact: true }).fill(dayAgo(2))
	await page.waitForURL((url) => url.searchParams.get('to') === dayAgo(2))
	await expect.poll(() => page.getByRole('table', { name: 'Runs by day' }).locator('td').count()).toBe(10)
	expect(await page.getByText("Today isn't over").count()).toBe(0)
})

nightly('what is ahead says what the month will cost, which budgets end, and what was changed', async ({ open }) => {
	const [org] = await call<{ org_id: string }[]>(
		'GET',
		`/v1/admin/usage/by-subject?by=org&start=${dayAgo(3)}&end=${dayAgo(0)}`,
	)
	if (!org) throw new Error('The demo data has runs of these days')
	const budget = await call<{ id: string }>('POST', '/v1/admin/budgets', {
		org_id: org.org_id,
		name: 'Ends at once',
		scope: 'org',
		unit: 'runs',
		window: 'total',
		limit: 1,
		mode: 'observe',
	})
	const page = await open('/console/')
	const ahead = page.getByRole('region', { name: 'Ahead', exact: true })
	await ahead.getByText(/\$[\d.,K]+ to \$[\d.,K]+ in 4 of 5 cases, by the last 28 days/).waitFor()
	const changed = page.getByRole('region', { name: 'Changed since yesterday' })
	await changed.getByText('Ends at once').first().waitFor()
	await ahead.getByRole('link', { name: 'The budget Ends at once is used up' }).click()
	await page.getByRole('heading', { name: 'Ends at once', level: 1 }).waitFor()
	await call('DELETE', `/v1/admin/budgets/${budget.id}`)
})

nightly('the org that cost the most leads to its own dashboard, and back', async ({ open }) => {
	const page = await open('/console/?period=7')
	const costs = page.getByRole('region', { name: 'Cost by model' })
	await costs.getByRole('radio', { name: 'Org' }).check()
	const first = page.getByRole('region', { name: 'Cost by org' }).getByRole('listitem').first().getByRole('link')
	// Until the names are there, the link says the ID.
	await first.filter({ hasNotText: /^org_/ }).waitFor()
	const name = await first.textContent()
	await first.click()
	await page.waitForURL(/org_id=org_/)
	await page.getByText(`${name}, `).first().waitFor()
	await page.getByRole('region', { name: 'Credits' }).first().waitFor()
	await page.getByRole('link', { name: `Remove filter: Org: ${name}` }).click()
	await page.getByRole('region', { name: 'Active users' }).waitFor()
})
