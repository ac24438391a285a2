import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN, MEMBER } from './instance.ts'
import { settled } from './settled.ts'
import { call, test, unique } from './test.ts'

/** How what is chosen looks: its frame, its corners, its ground and the line below it. */
const lookOf = (chosen: Locator) =>
	chosen.evaluate((element) => {
		const style = getComputedStyle(element)
		return [style.borderTopWidth, style.borderBottomWidth, style.borderTopLeftRadius, style.backgroundColor].join(' ')
	})

const chosenIn = (page: Page, label: string) =>
	page.getByRole('navigation', { name: label, exact: true }).locator('[data-chosen]')

test('parts of a page, filters, days and what a chart shows each have their own look', async ({ open }) => {
	const page = await open('/console/runs', { as: ADMIN })
	const filter = await lookOf(chosenIn(page, 'Status'))
	await page.goto('/console/')
	const days = await lookOf(chosenIn(page, 'Period'))
	const measure = await lookOf(page.locator('fieldset input:checked + span').first())
	await page.goto('/console/configuration')
	const part = await lookOf(chosenIn(page, 'View'))
	const beside = await lookOf(page.locator('main nav a[aria-current="page"]:not([data-chosen])').first())
	expect(new Set([filter, days, measure, part]).size).toBe(4)
	expect(part).toBe(beside)
})

test('the documentation is a mark at the end of a head, and the blue button is the one that creates', async ({
	open,
}) => {
	for (const [path, create] of [
		['/console/service-accounts?of=org', 'New service account'],
		['/console/oidc-connections', 'New connection'],
	] as const) {
		const page = await open(path, { as: ADMIN })
		const button = page.locator('main header').first().getByRole('button', { name: create })
		await button.waitFor()
		const [primary, usual] = await Promise.all(
			[button, page.getByRole('link', { name: 'Docs', exact: true })].map((one) =>
				one.evaluate((element) => [getComputedStyle(element).backgroundColor, element.textContent] as const),
			),
		)
		expect(primary?.[0]).not.toBe('rgba(0, 0, 0, 0)')
		expect(usual).toEqual(['rgba(0, 0, 0, 0)', ''])
		const title = await page.getByRole('heading', { level: 1 }).textContent()
		expect(await page.getByRole('heading', { name: title ?? '', exact: true }).count()).toBe(1)
	}
})

test('shares are written in one way, and what is far away has its date', async ({ open }) => {
	for (const path of [
		'/console/runs',
		'/console/',
		'/console/subscriptions',
		'/console/users',
		'/console/broadcasts',
	]) {
		const page = await open(path, { as: ADMIN })
		await settled(page)
		const text = await page.locator('main').innerText()
		expect(text).not.toMatch(/\d %/)
		expect(text).not.toMatch(/\bmo\.|% · (more|less)/)
	}
})

test('on a phone, a row says everything that its table has room for on a desk, and cuts no sentence', async ({
	open,
}) => {
	const page = await open('/console/runs', { as: ADMIN, width: 390 })
	const cell = (title: string) => page.locator(`main tbody td[data-title="${title}"]`).first()
	for (const title of ['Cost', 'Started']) await cell(title).waitFor()
	await page.goto('/console/audit-logs')
	for (const title of ['By', 'Org']) await cell(title).waitFor()
	await page.goto('/console/config-entries')
	await cell('What it does').waitFor()
	const broken = await page.$$eval('main tbody td code', (all) =>
		all
			.filter((one) => one.parentElement?.textContent !== one.textContent && getComputedStyle(one).display !== 'inline')
			.map(({ parentElement }) => parentElement?.textContent),
	)
	expect(broken).toEqual([])
	for (const path of ['/console/audit-logs', '/console/orgs', '/console/feature-flags', '/console/subscriptions']) {
		await page.goto(path)
		await settled(page)
		const cut = await page.$$eval('main tbody :is(td, td :not(code, code *))', (all) =>
			all
				.filter((one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
				.map(({ textContent }) => textContent),
		)
		expect(cut, path).toEqual([])
	}
})

test('what a plan grants has a name, and no key stands in its place', async ({ open }) => {
	for (const path of ['/console/plans?of=org', '/console/your-org?tab=plan', '/console/']) {
		const page = await open(path, { as: MEMBER })
		await page.getByText('Credits a month', { exact: true }).first().waitFor()
		await page.getByText('Deep research', { exact: true }).first().waitFor()
		expect(await page.getByText(/^[a-z]+\.[a-z_]+$/).count()).toBe(0)
	}
})

test('a question on top of a form dims the form, also with the page', async ({ open }) => {
	const org = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Dimmed') })
	const page = await open(`/console/credits/${org.id}`, { as: ADMIN })
	await page.getByRole('button', { name: 'Adjust balance' }).click()
	await page.getByRole('textbox', { name: 'Credits' }).fill('250')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	await page.getByRole('button', { name: 'Adjust by +250' }).waitFor()
	const layers = await page.evaluate(() => {
		const fixed = [...document.querySelectorAll('body *')].filter((one) => getComputedStyle(one).position === 'fixed')
		const layerOf = (one: Element) => Number(getComputedStyle(one).zIndex)
		const isShade = (one: Element) =>
			one.getBoundingClientRect().width === innerWidth && getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)'
		const dialogs = fixed.filter((one) => one.matches('[role="dialog"]'))
		return { shade: Math.max(...fixed.filter(isShade).map(layerOf)), form: Math.min(...dialogs.map(layerOf)) }
	})
	expect(layers.shade).toBeGreaterThan(layers.form)
})
