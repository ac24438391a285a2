import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PLACES, SIDES } from '../../src/console/places/places.ts'
import { switchTo } from './side.ts'
import { call, nightly, register, registerOperator, test, unique } from './test.ts'

const placesOf = (page: Page) => page.getByRole('navigation', { name: 'Navigation' }).getByRole('link')

const labelsOf = (side: keyof typeof SIDES) => SIDES[side].flatMap(({ entries }) => entries.map(({ label }) => label))

test('each place but the account is in a sidebar, each with a letter of its own, and the platform has at most 18', () => {
	const shown = new Set(Object.values(SIDES).flatMap((side) => side.flatMap(({ entries }) => entries)))
	const listed = new Set([...shown].flatMap(({ places }) => places.map(({ to }) => to)))
	expect(PLACES.map(({ to }) => to).filter((to) => !listed.has(to))).toEqual(['/account'])
	expect(labelsOf('platform').length).toBeLessThanOrEqual(18)
	for (const side of Object.values(SIDES)) {
		const letters = side.flatMap(({ entries }) => entries.map(({ letter }) => letter))
		expect(letters).not.toContain('g')
		expect(new Set(letters).size).toBe(letters.length)
	}
})

test('an operator switches between the platform and their org, and each sidebar has the places of one', async ({
	open,
}) => {
	const operator = await registerOperator('admin')
	const page = await open('/console/', { as: operator, width: 1440, height: 900 })
	await expect.poll(() => placesOf(page).allTextContents()).toEqual(labelsOf('platform'))
	// All of them fit.
	const list = page.getByRole('navigation', { name: 'Navigation' })
	expect(await list.evaluate((of) => of.scrollHeight - of.clientHeight)).toBe(0)
	await placesOf(page).filter({ hasText: 'Models' }).click()
	await page.waitForURL(/\/llm-providers$/)
	// A place of both sides stays.
	await switchTo(page, `${operator.username}'s org`)
	await page.waitForURL(/\/llm-providers\?of=org$/)
	await expect.poll(() => placesOf(page).allTextContents()).toEqual(labelsOf('org'))
	// Links stay on their side, also after a reload.
	await placesOf(page).filter({ hasText: 'Runs' }).click()
	await page.waitForURL(/\/runs\?of=org$/)
	await page.reload()
	await page.getByText(`of ${operator.username}'s org`).waitFor()
	await page.getByText('No runs yet').waitFor()
	await placesOf(page).filter({ hasText: 'Your org' }).click()
	await page.getByRole('link', { name: 'Audit log' }).click()
	await page.getByText('No matching changes').or(page.locator('main tbody a')).first().waitFor()
	await placesOf(page).filter({ hasText: 'Webhooks' }).click()
	await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
	await switchTo(page, 'Platform')
	await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
	await expect.poll(() => placesOf(page).allTextContents()).toEqual(labelsOf('platform'))
	expect(new URL(page.url()).search).toBe('')
})

nightly("an operator opens a place of their org from the platform's side with one click", async ({ open }) => {
	const operator = await registerOperator('admin')
	const page = await open('/console/users', { as: operator })
	await page.getByRole('button', { name: /^Platform and orgs/ }).hover()
	await page.getByRole('menuitem', { name: 'Service accounts' }).click()
	await page.waitForURL(/\/service-accounts\?of=org$/)
	await expect.poll(() => placesOf(page).allTextContents()).toEqual(labelsOf('org'))
})

nightly('several places of one entry are tabs, and their pages mark the entry', async ({ open }) => {
	const page = await open('/console/referrals')
	const codes = page.getByRole('navigation', { name: 'Codes' })
	await codes.locator('[aria-current="page"]').filter({ hasText: 'Referrals' }).waitFor()
	await codes.getByRole('link', { name: 'Redemption codes' }).click()
	await page.waitForURL(/\/redemption-codes$/)
	await page.getByRole('heading', { name: 'Redemption codes', level: 1 }).waitFor()
	await placesOf(page).and(page.locator('[aria-current="page"]')).filter({ hasText: 'Codes' }).waitFor()
	await page.getByRole('table', { name: 'Redemption codes' }).locator('[data-row-link]').first().click()
	await page.waitForURL(/\/redemption-codes\/./)
	await expect.poll(() => codes.count()).toBe(0)
	await placesOf(page).and(page.locator('[aria-current="page"]')).filter({ hasText: 'Codes' }).waitFor()
})

nightly("earlier addresses of an org's things lead to its side", async ({ open }) => {
	const operator = await registerOperator('admin')
	const page = await open('/console/pauses?whose=org', { as: operator, isNew: true })
	await page.waitForURL(/\/pauses\?of=org$/)
	await page.getByText('Nothing is paused').waitFor()
	await page.goto('/console/tool-providers?scope=org')
	await page.waitForURL(/\/tool-providers\?of=org$/)
	await expect.poll(() => placesOf(page).allTextContents()).toEqual(labelsOf('org'))
})

nightly('people with one org have no switch, and with two they switch in place', async ({ open }) => {
	const person = await register('sided')
	const page = await open('/console/runs', { as: person })
	const side = page.getByRole('button', { name: /^Platform and orgs/ })
	await placesOf(page).first().waitFor()
	expect(await side.count()).toBe(0)
	const { id } = await call<{ id: string }>('GET', '/v1/me', undefined, person)
	const name = unique('Second')
	await call('POST', '/v1/admin/orgs', { name, owner_user_id: id })
	await page.reload()
	await side.click()
	expect(await page.getByRole('menuitemradio', { name: 'Platform' }).count()).toBe(0)
	await page.getByRole('menuitemradio', { name }).click()
	await page.getByText(`of ${name}`).waitFor()
	await page.waitForURL(/\/runs$/)
})
