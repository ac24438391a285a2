import { expect } from 'vitest'
import { focused, jump, press, tabTo, type } from './by-keyboard.ts'
import { settled } from './settled.ts'
import { call, nightly, test, unique } from './test.ts'

// Where the focus goes. Nothing here clicks, either.

nightly(
	'three presses lead from a load to the first control of the page, wherever its place is in the navigation',
	async ({ open }) => {
		const page = await open('/console/audit-logs')
		for (const path of ['/console/audit-logs', '/console/feature-flags']) {
			if (!page.url().endsWith(path)) await page.goto(path)
			await settled(page)
			expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
			await page.keyboard.press('Tab')
			expect(await focused(page)).toBe('Skip to content')
			await page.keyboard.press('Enter')
			await page.keyboard.press('Tab')
			expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
			expect(new URL(page.url()).hash).toBe('')
		}
	},
)

test('the focus goes to the heading after a link, Back and the palette, and to its button after a dialog', async ({
	open,
}) => {
	const page = await open('/console/feature-flags')
	await settled(page)
	const onHeading = (name: string) =>
		page.getByRole('heading', { level: 1, name }).and(page.locator(':focus')).waitFor()
	await tabTo(page, /^[a-z0-9_]+\.[a-z0-9_.]+$/)
	const flag = await focused(page)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { level: 1, name: flag }).and(page.locator(':focus')).waitFor()
	await page.goBack()
	await onHeading('Feature flags')
	await press(page, 'New flag')
	await page.getByRole('dialog').waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'New flag' }).and(page.locator(':focus')).waitFor()
	await jump(page, 'health', 'Health')
	await onHeading('Health')
	await page.keyboard.press('?')
	await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
	await page.keyboard.press('Escape')
	await onHeading('Health')
})

nightly('the focus is on the heading after a dialog whose button is gone with its row', async ({ open }) => {
	const [first, second] = [unique('gone'), unique('gone')]
	const page = await open('/console/api-keys')
	for (const name of [first, second]) await call('POST', '/v1/api-keys', { name })
	await page.reload()
	await settled(page)
	await tabTo(page, `Revoke ${first}`)
	await page.keyboard.press('Enter')
	await page.getByRole('dialog').waitFor()
	await type(page, /^Type .* to confirm$/, first)
	await press(page, 'Revoke')
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
})

nightly(
	'a dialog starts in its first field, each step of it has the focus, and a confirmation starts with Cancel',
	async ({ open }) => {
		const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Steps') })
		const key = unique('steps').replaceAll('-', '.')
		await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
		const page = await open(`/console/orgs/${org.id}?tab=plan`)
		await settled(page)
		const onButton = (name: string) =>
			page.getByRole('dialog').getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()
		await press(page, 'Override members for this org')
		const first = page.getByRole('dialog').locator('form :is(input, select)').first().and(page.locator(':focus'))
		await first.waitFor()
		await type(page, 'Value', '7')
		await page.keyboard.press('Enter')
		await onButton('Back')
		await page.getByRole('dialog').getByRole('region', { name: 'What will change' }).waitFor()
		await page.keyboard.press('Enter')
		await first.waitFor()
		await page.goto(`/console/feature-flags/${key}`)
		await settled(page)
		await press(page, 'Turn on')
		await onButton('Cancel')
	},
)

nightly('a button keeps the focus while it works, and ignores Enter meanwhile', async ({ open }) => {
	const page = await open('/console/configuration?tab=change')
	await settled(page)
	let asked = 0
	let answer: () => void = () => undefined
	const held = new Promise<void>((resolve) => (answer = resolve))
	await page.route('**/v1/admin/config/plan', async (route) => {
		asked += 1
		await held
		await route.continue()
	})
	const plan = page.getByRole('button', { name: 'Plan changes' }).and(page.locator(':focus'))
	await press(page, 'Plan changes')
	await plan.and(page.locator('[aria-busy="true"]')).waitFor()
	await page.keyboard.press('Enter')
	answer()
	await page.getByRole('region', { name: 'Planned changes' }).waitFor()
	await plan.and(page.locator(':not([aria-busy])')).waitFor()
	expect(asked).toBe(1)
})
