import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { settled } from './settled.ts'
import { test } from './test.ts'

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
	await page.waitForURL(/\?days=7$/)
	const days = page.getByRole('table', { name: 'Runs by day' }).locator('td')
	await expect.poll(() => days.count()).toBe(7)
	const chart = page.getByRole('img', { name: 'Runs by day' })
	await chart.focus()
	await page.keyboard.press('End')
	const last = await page.locator('figure [aria-live]').textContent()
	await page.keyboard.press('ArrowLeft')
	const before = await page.locator('figure [aria-live]').textContent()
	expect(last).toMatch(/^\w{3} \d+: [\d,]+$/)
	expect(before).not.toBe(last)
	await page.getByRole('radio', { name: 'Cost' }).check()
	await page.getByRole('img', { name: 'Cost by day' }).waitFor()
})

test('a member sees their org and no place of the platform', async ({ open }) => {
	const page = await open('/console/', { as: MEMBER })
	await page.getByRole('region', { name: 'Credits' }).getByText('no limit for runs').waitFor()
	await page.getByRole('table', { name: 'Recent credit transactions' }).getByRole('row').nth(1).waitFor()
	await page.getByRole('table', { name: 'Entitlements' }).getByRole('row').nth(1).waitFor()
	const places = page.getByRole('navigation', { name: 'Navigation' })
	await places.getByRole('link', { name: 'Dashboard' }).waitFor()
	for (const name of ['Users', 'Feature flags', 'Gateway', 'Access log', 'Health'])
		expect(await places.getByRole('link', { name }).count(), name).toBe(0)
	expect(await page.getByRole('link', { name: 'Platform' }).count()).toBe(0)
})

test("a place you can't see says which permission it needs", async ({ open }) => {
	const page = await open('/console/users', { as: MEMBER })
	await page.getByText("You don't have access").waitFor()
	await page.getByText('Needs the role Auditor').waitFor()
})
