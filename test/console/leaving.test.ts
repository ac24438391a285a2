import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { asksToClose } from './forms.ts'
import { settled } from './settled.ts'
import { switchTo } from './side.ts'
import { call, comeBack, nightly, register, test, unique } from './test.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

async function profile(open: (path: string) => Promise<Page>) {
	const { user_id } = await register('leaver')
	const page = await open(`/console/users/${user_id}`)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Language').waitFor()
	return { page, user_id, leave: () => page.getByRole('link', { name: 'Users' }).first().click() }
}

test('leaving a draft asks first; staying keeps it, and leaving discards it', async ({ open }) => {
	const { page, user_id, leave } = await profile(open)
	expect(await asksToClose(page)).toBe(false)
	await page.getByLabel('Language').selectOption('zh-CN')
	expect(await asksToClose(page)).toBe(true)
	await leave()
	await question(page).getByRole('button', { name: 'Keep editing' }).click()
	await question(page).waitFor({ state: 'detached' })
	expect(await page.getByLabel('Language').inputValue()).toBe('zh-CN')
	expect(page.url()).toContain(user_id)
	await leave()
	await question(page).getByRole('button', { name: 'Leave' }).click()
	await page.waitForURL(/\/console\/users$/)
	await page.getByRole('searchbox').waitFor()
	expect(await asksToClose(page)).toBe(false)
})

nightly("a form that was saved, or whose draft was undone, doesn't ask", async ({ open }) => {
	const { page, leave } = await profile(open)
	await page.getByLabel('Language').selectOption('zh-CN')
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Profile saved.').waitFor()
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	const zone = await page.getByLabel('Time zone').inputValue()
	await page.getByLabel('Time zone').fill('Europe/Lisbon')
	await page.getByLabel('Time zone').fill(zone)
	expect(await asksToClose(page)).toBe(false)
	await leave()
	await page.waitForURL(/\/console\/users$/)
	expect(await question(page).count()).toBe(0)
})

nightly('leaving a new budget with a draft asks first, and creating it does not', async ({ open }) => {
	const owner = await register('leaver')
	const name = unique('Leaving')
	const page = await open('/console/budgets/new', { as: owner })
	const leave = () => page.getByRole('link', { name: 'Budgets' }).first().click()
	await page.getByLabel('Name').fill(name)
	expect(await asksToClose(page)).toBe(true)
	await leave()
	await question(page).getByRole('button', { name: 'Keep editing' }).click()
	await question(page).waitFor({ state: 'detached' })
	expect(await page.getByLabel('Name').inputValue()).toBe(name)
	await page.getByLabel('Limit').fill('250')
	await page.getByRole('button', { name: 'Create' }).click()
	await page.getByRole('heading', { name }).waitFor()
	expect(await question(page).count()).toBe(0)
	await leave()
	await page.getByRole('button', { name: 'New budget' }).click()
	await page.getByLabel('Name').waitFor()
	expect(await asksToClose(page)).toBe(false)
	await leave()
	await page.waitForURL(/\/console\/budgets$/)
	expect(await question(page).count()).toBe(0)
})

nightly('deleting the thing a draft belongs to only asks once', async ({ open }) => {
	const key = unique('leaving').replaceAll('-', '.')
	const path = `/v1/admin/config-entries/${key}`
	await call('PUT', path, { value: 'one' })
	const page = await open(`/console/config-entries/${key}`)
	await page.getByLabel('Value').fill('two')
	await page.getByRole('button', { name: 'Delete' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await page.waitForURL(/\/console\/config-entries$/)
	expect(await question(page).count()).toBe(0)
})

nightly('the draft of a configuration document stays until its author leaves it or applies it', async ({ open }) => {
	const key = unique('leaving').replaceAll('-', '.')
	const page = await open('/console/configuration?tab=change')
	const text = page.getByRole('textbox', { name: 'Document' })
	await text.fill(JSON.stringify({ version: 1, feature_flags: { [key]: { description: '', default_value: true } } }))
	expect(await asksToClose(page)).toBe(true)
	await page.getByRole('link', { name: 'Revisions' }).click()
	await question(page).getByRole('button', { name: 'Keep editing' }).click()
	expect(await text.inputValue()).toContain(key)
	await page.getByRole('button', { name: 'Plan changes' }).click()
	await page.getByRole('button', { name: 'Apply' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
	await page.getByText(/^Applied revision \d+\.$/).waitFor()
	await page.getByRole('link', { name: 'Revisions' }).click()
	await page.locator('[data-row-link]').first().waitFor()
	await call('DELETE', `/v1/feature-flags/${key}`)
})

nightly('a read that fails leaves the draft in its form', async ({ open }) => {
	const { page, user_id } = await profile(open)
	await page.getByLabel('Language').selectOption('zh-CN')
	const path = `/v1/admin/users/${user_id}`
	await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
	await comeBack(page, path)
	await page.unroute(`**${path}`)
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Profile saved.').waitFor()
	expect(await call('GET', path)).toMatchObject({ locale: 'zh-CN' })
})

nightly('Escape asks before it closes a dialog you have typed into', async ({ open }) => {
	const page = await open('/console/feature-flags')
	const dialog = page.getByRole('dialog', { name: 'New feature flag' })
	const asked = page.getByRole('dialog', { name: 'Close without saving?' })
	const begin = async () => {
		await page.getByRole('button', { name: 'New flag' }).click()
		await dialog.getByLabel('Key').waitFor()
	}
	await begin()
	await page.keyboard.press('Escape')
	await dialog.waitFor({ state: 'detached' })
	await begin()
	await dialog.getByLabel('Key').fill('half.typed')
	await page.keyboard.press('Escape')
	await asked.waitFor()
	await page.keyboard.press('Escape')
	await asked.waitFor({ state: 'detached' })
	expect(await dialog.getByLabel('Key').inputValue()).toBe('half.typed')
	await page.mouse.click(5, 5)
	await asked.getByRole('button', { name: 'Keep editing' }).click()
	await asked.waitFor({ state: 'detached' })
	await dialog.getByLabel('Key').press('Escape')
	await asked.getByRole('button', { name: 'Close', exact: true }).last().click()
	await dialog.waitFor({ state: 'detached' })
	await begin()
	await dialog.getByLabel('Key').fill('half.typed')
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await dialog.waitFor({ state: 'detached' })
	expect(await asked.count()).toBe(0)
})

nightly(
	'whatever the frame offers asks before it takes a draft away, and staying keeps the draft and the org',
	async ({ open }) => {
		const owner = await register('leaver')
		const { id } = await call<{ id: string }>('GET', '/v1/me', undefined, owner)
		const second = unique('Second')
		await call('POST', '/v1/admin/orgs', { name: second, owner_user_id: id })
		const page = await open('/console/plans', { as: owner })
		await page.getByRole('heading', { name: 'Plans' }).waitFor()
		await page.getByRole('button', { name: /Account menu/ }).click()
		await page.getByRole('menuitem', { name: 'Your account' }).click()
		const field = page.getByLabel('Name', { exact: true })
		await field.fill('Half typed')
		await settled(page)
		const choose = (role: 'menuitem' | 'menuitemradio', name: string | RegExp) => async () => {
			await page.getByRole('button', { name: /Account menu/ }).click()
			await page.getByRole(role, { name }).click()
		}
		const jump = (text: string) => async () => {
			await page.keyboard.press('Control+k')
			await page.getByRole('combobox').fill(text)
			await page.getByRole('option').and(page.locator('[data-highlighted]')).filter({ hasText: text }).waitFor()
			await page.keyboard.press('Enter')
		}
		const exits: Record<string, () => Promise<unknown>> = {
			'a place in the palette': jump('Budgets'),
			'Sign out in the palette': jump('Sign out'),
			'another org': () => switchTo(page, second),
			'another language': choose('menuitemradio', '简体中文'),
			'Sign out': choose('menuitem', 'Sign out'),
			Back: () => page.goBack(),
			'a link': () => page.getByRole('link', { name: 'Runs' }).first().click(),
			'the logo': () => page.getByRole('link', { name: 'Plinth' }).first().click(),
		}
		const path = new URL(page.url()).pathname
		for (const [exit, leave] of Object.entries(exits)) {
			await leave()
			await question(page).getByRole('button', { name: 'Keep editing' }).click()
			await question(page).waitFor({ state: 'detached' })
			expect([await field.inputValue(), new URL(page.url()).pathname], exit).toEqual(['Half typed', path])
		}
		expect(await page.evaluate(() => sessionStorage.getItem('plinth.org'))).toBeNull()
		let asked = 0
		page.on('dialog', (dialog) => {
			asked += 1
			void dialog.accept()
		})
		await exits['another language']?.()
		await question(page).getByRole('button', { name: 'Leave', exact: true }).click()
		await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
		expect(asked, 'questions of the browser').toBe(0)
	},
)

nightly(
	'a step that follows a form keeps its draft: leaving asks there, and so does the form after going back',
	async ({ open }) => {
		const page = await open('/console/pauses')
		await settled(page)
		await page.getByRole('button', { name: 'New pause' }).first().click()
		const form = page.getByRole('dialog', { name: 'New pause' })
		const name = unique('agent')
		await form.getByLabel('Pause', { exact: true }).selectOption('agent')
		await form.getByLabel('Agent', { exact: true }).fill(name)
		await form.getByLabel('Reason').fill('Half typed')
		await form.getByRole('button', { name: 'Preview' }).click()
		const step = page.getByRole('dialog', { name: `Pause agent ${name}?` })
		await step.waitFor()
		expect(await asksToClose(page)).toBe(true)
		await step.getByRole('button', { name: 'Cancel' }).click()
		await form.waitFor()
		expect(await form.getByLabel('Reason').inputValue()).toBe('Half typed')
		expect(await asksToClose(page)).toBe(true)
		await page.keyboard.press('Escape')
		await page.getByRole('button', { name: 'Keep editing' }).click()
		expect(await form.getByLabel('Reason').inputValue()).toBe('Half typed')
	},
)
