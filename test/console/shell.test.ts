import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { resize } from './browser.ts'
import { ADMIN, MEMBER } from './instance.ts'
import { settled } from './settled.ts'
import { switchTo } from './side.ts'
import { call, nightly, test, unique } from './test.ts'

nightly('on a phone the many sections of an org are one field', async ({ open }) => {
	const org = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Sections') })
	const page = await open(`/console/orgs/${org.id}`, { width: 360, height: 740 })
	await page.getByRole('combobox', { name: 'Org sections' }).selectOption('Members')
	await page.waitForURL(/tab=members$/)
	await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
	await resize(page, { width: 1440, height: 900 })
	await page.getByRole('link', { name: 'Changes', exact: true }).click()
	await page.waitForURL(/tab=changes$/)
})

test('on a phone the navigation opens as a dialog', async ({ open }) => {
	const page = await open('/console/', { width: 360, height: 740 })
	await page.getByRole('button', { name: 'Open navigation' }).click()
	await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click()
	await page.waitForURL(/\/console\/users$/)
	await page.getByRole('dialog').waitFor({ state: 'detached' })
})

nightly('the navigation scrolls to the open place, and the screen stays at its top', async ({ open }) => {
	const page = await open('/console/secret-keys', { width: 1440, height: 500 })
	await settled(page)
	const places = page.getByRole('navigation', { name: 'Navigation' })
	const bottomOf = async (locator: Locator) => {
		const box = await locator.boundingBox()
		return box ? box.y + box.height : Infinity
	}
	const isInSight = async (name: string) =>
		(await bottomOf(places.getByRole('link', { name }))) <= (await bottomOf(places))
	expect(await isInSight('System')).toBe(true)
	expect(await page.evaluate(() => scrollY)).toBe(0)
	await page.goto('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(await isInSight('Traffic')).toBe(false)
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill('story')
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/console\/trace$/)
	await expect.poll(() => isInSight('Traffic')).toBe(true)
})

test('the palette opens places and runs actions with the keyboard alone', async ({ open }) => {
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.keyboard.press('Control+k')
	const highlighted = page.getByRole('option').and(page.locator('[data-highlighted]'))
	await page.getByRole('combobox').fill('people')
	await highlighted.filter({ hasText: 'Users' }).waitFor()
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/console\/users$/)
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.getByRole('heading', { name: 'Users', level: 1 }).and(page.locator(':focus')).waitFor()
	await page.keyboard.press('Control+k')
	await page.getByRole('dialog').getByRole('combobox').fill('configuration')
	await highlighted.filter({ hasText: /^Configuration/ }).waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.keyboard.press('Control+k')
	await page.getByRole('dialog').getByRole('combobox').fill('dark')
	await highlighted.filter({ hasText: /dark/i }).waitFor()
	await page.keyboard.press('Enter')
	await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	// The focus comes back a moment after the dialog is gone, and a key before that goes nowhere.
	await page.getByRole('heading', { name: 'Users', level: 1 }).and(page.locator(':focus')).waitFor()
	await page.keyboard.press('/')
	await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()

	// Who dictates presses a key without meaning to, and switches that off.
	await page.getByRole('button', { name: /Account menu/ }).click()
	await page.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }).click()
	await page.getByRole('menu').waitFor({ state: 'detached' })
	await page.keyboard.press('?')
	await page.keyboard.press('/')
	await settled(page)
	expect(await page.getByRole('dialog').count()).toBe(0)
	expect(await page.getByRole('searchbox').and(page.locator(':focus')).count()).toBe(0)
})

nightly('the palette finds a budget of any org, and opens it', async ({ open }) => {
	const { id: org_id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Budgeted') })
	const name = unique('Palette')
	const budget = { name, scope: 'org', unit: 'credits', window: 'month', limit: 700 }
	await call('POST', `/v1/orgs/${org_id}/budgets`, budget)
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill(name)
	await page.getByRole('option', { name }).click()
	await page.getByRole('heading', { name }).waitFor()
	expect(new URL(page.url()).searchParams.get('org_id')).toContain(org_id)
})

nightly('the chosen theme applies before the first paint', async ({ open }) => {
	const page = await open('/console/', { theme: 'light' })
	await page.evaluate(() => localStorage.setItem('plinth.theme', 'dark'))
	await page.goto('/console/', { waitUntil: 'commit' })
	const painted = await page.evaluate(
		() =>
			new Promise<string>((resolve) =>
				requestAnimationFrame(() => resolve(getComputedStyle(document.documentElement).colorScheme)),
			),
	)
	expect(painted).toBe('dark')
})

nightly('with reduced motion nothing moves, even when the theme changes', async ({ open }) => {
	const page = await open('/console/', { theme: 'light' })
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.emulateMedia({ colorScheme: 'dark' })
	expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('an unknown address, and one of another org, say so', async ({ open }) => {
	const page = await open('/console/nowhere')
	await page.getByText('Page not found').waitFor()
	await page.goto('/console/users/usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
	await page.getByText('Not found').waitFor()
})

test('a user in two orgs acts in the one they chose, in this tab', async ({ open }) => {
	const me = await call<{ id: string }>('GET', '/v1/me', undefined, MEMBER)
	const org = await call<{ id: string; name: string }>(
		'POST',
		'/v1/admin/orgs',
		{ name: 'Second Home', owner_user_id: me.id },
		ADMIN,
	)
	const page = await open('/console/', { as: MEMBER })
	await switchTo(page, org.name)
	await page.getByText(`${org.name}, `).waitFor()
	await page.reload()
	await page.getByText(`${org.name}, `).waitFor()
})

/** The contrast of two colors such as `#fafafb`, as WCAG defines it. */
function contrast(one: string, other: string): number {
	const luminance = (color: string) => {
		const [red = 0, green = 0, blue = 0] = [1, 3, 5]
			.map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
			.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue
	}
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
	return (light + 0.05) / (dark + 0.05)
}

test('the edge of a field, of what is chosen and the ring of the focus stand out by 3 : 1 in both themes', () => {
	const source = (name: string) => readFileSync(new URL(`../../src/console/${name}.css`, import.meta.url), 'utf8')
	const themesOf = (token: string) => {
		const found = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(source('style'))
		if (!found) throw new Error(`There is no --${token}`)
		return found.slice(1)
	}
	const GROUNDS = ['page', 'surface', 'raised', 'sunken', 'pressed', 'accent-soft']
	const weakOn = (token: string, grounds: string[]) =>
		grounds.flatMap((ground) =>
			themesOf(ground).filter((color, theme) => contrast(themesOf(token)[theme] ?? '', color) < 3),
		)
	// The ring of the focus is around what's chosen, and never on it.
	const weak = [...weakOn('edge', [...GROUNDS, 'chosen']), ...weakOn('accent', GROUNDS)]
	expect(weak).toEqual([])
	expect(source('ui/field.module')).toContain('border: 1px solid var(--edge)')
	expect(source('ui/filters.module')).toContain('border-color: var(--accent)')
	for (const chosen of ['ui/segments', 'ui/menu', 'shell/palette'])
		expect(source(`${chosen}.module`), chosen).toContain('outline: 1px solid var(--edge)')
})

nightly(
	'the palette asks once for a pasted ID, and says that it searches before it says that nothing matches',
	async ({ open }) => {
		const page = await open('/console/')
		await settled(page)
		const asked: string[] = []
		let answer: () => void = () => undefined
		const held = new Promise<void>((resolve) => (answer = resolve))
		await page.route('**/v1/admin/search*', async (route) => {
			asked.push(route.request().url())
			await held
			await route.continue()
		})
		await page.keyboard.press('Control+k')
		await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
		await page.keyboard.insertText('usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
		await page.getByText('Searching…').waitFor()
		await expect.poll(() => asked.length).toBe(1)
		expect(await page.getByText('No results.').count()).toBe(0)
		answer()
		await page.getByText('No results.').waitFor()
		expect(asked).toHaveLength(1)
	},
)
