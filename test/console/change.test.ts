import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { resize } from './browser.ts'
import type { Login } from './logins.ts'
import { call, nightly, register, registerOperator, test, unique } from './test.ts'

interface Flag {
	key: string
	default_value: boolean
}

async function newFlag() {
	const key = unique('change').replaceAll('-', '.')
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	return { key, read: () => call<Flag>('GET', `/v1/feature-flags/${key}`) }
}

async function newSubscription() {
	const org = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Subscriber') })
	const plan = await call<{ id: string }>('POST', '/v1/plans', {
		name: unique('plan'),
		display_name: 'Growth',
		entitlements: [{ key: 'quota.runs_per_month', value: '5000', value_type: 'integer' }],
	})
	return call<{ id: string }>('POST', '/v1/subscriptions', {
		org_id: org.id,
		plan_id: plan.id,
		current_period_start: '2026-01-01T00:00:00Z',
		current_period_end: '2099-01-01T00:00:00Z',
	})
}

test('the confirmation shows what would change, from a dry run that changes nothing', async ({ open }) => {
	const { user_id, username } = await register('previewed')
	const page = await open(`/console/users/${user_id}`)
	await page.getByRole('button', { name: 'Suspend', exact: true }).click()
	const preview = page.getByRole('dialog', { name: `Suspend ${username}?` }).getByRole('region', {
		name: 'What will change',
	})
	await preview.getByText(`${username} is suspended.`).waitFor()
	// The rows are closed until somebody asks for them.
	expect(await preview.locator('del').first().isVisible()).toBe(false)
	await preview.getByText('Details').click()
	expect(await preview.locator('del').allTextContents()).toContain('active')
	expect(await preview.locator('ins').allTextContents()).toContain('suspended')
	const user = await call<{ status: string }>('GET', `/v1/admin/users/${user_id}`)
	expect(user.status).toBe('active')
})

nightly(
	'a change that would be refused says so in the confirmation, and its button stays disabled',
	async ({ open }) => {
		const { key } = await newFlag()
		const page = await open(`/console/feature-flags/${key}`)
		await page.getByRole('heading', { name: key }).waitFor()
		await call('DELETE', `/v1/feature-flags/${key}`)
		await page.getByRole('button', { name: 'Turn on' }).click()
		const dialog = page.getByRole('dialog', { name: `Turn ${key} on for everyone?` })
		await dialog.getByRole('alert').getByText('Trace ID').waitFor()
		await expect.poll(() => dialog.getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true)
	},
)

nightly(
	"a confirmation's button waits for the whole preview, so it doesn't move away from the pointer",
	async ({ open }) => {
		const { id } = await newSubscription()
		const page = await open(`/console/subscriptions/${id}`)
		const read = Promise.withResolvers<void>()
		await page.route(/\/v1\/entitlements\?/, async (route) => {
			await read.promise
			await route.continue()
		})
		const asked = page.waitForRequest(/\/v1\/entitlements\?/)
		await page.getByRole('button', { name: 'Cancel subscription' }).click()
		const dialog = page.getByRole('dialog')
		const button = dialog.getByRole('button', { name: 'Cancel subscription' })
		await asked
		expect(await button.isEnabled()).toBe(false)
		read.resolve()
		await expect.poll(() => button.isEnabled()).toBe(true)
		const place = await button.boundingBox()
		await dialog.getByText('instead of 5,000').waitFor()
		expect(await button.boundingBox()).toEqual(place)
	},
)

test('the toast undoes a change of a flag', async ({ open }) => {
	const { key, read } = await newFlag()
	const page = await open(`/console/feature-flags/${key}`)
	await page.getByRole('button', { name: 'Turn on' }).click()
	await page.getByRole('dialog').getByText(`${key}: off → on for everyone.`).waitFor()
	await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
	await page.getByText(`Turned ${key} on.`).waitFor()
	await page.getByRole('status').getByText(`${key}: off → on for everyone.`).waitFor()
	expect(await read()).toMatchObject({ default_value: true })
	// On a phone a finger hits it, and it stands where the thumb is.
	await resize(page, { width: 390, height: 844 })
	const undo = page.getByRole('button', { name: 'Undo' })
	const { x = 0, y = 0, width = 0, height = 0 } = (await undo.boundingBox()) ?? {}
	expect([width >= 44, height >= 40, x + width <= 390, y > 422, y + height <= 844]).toEqual(Array(5).fill(true))
	await resize(page, { width: 1440, height: 900 })
	await page.keyboard.press('Control+z')
	await page.getByText('Undone', { exact: true }).waitFor()
	await page.getByRole('status').getByText(`${key}: on → off for everyone.`).waitFor()
	expect(await read()).toMatchObject({ default_value: false })
	await page.getByRole('button', { name: 'Turn on' }).waitFor()
})

/** Turns a new flag on, to be rolled back unless it's confirmed, as an admin of its own: only whoever made the change sees the banner. */
async function turnOnOnTrial(open: (path: string, as: { as: Login }) => Promise<Page>) {
	const { key, read } = await newFlag()
	const as = await registerOperator('admin')
	const page = await open('/console/pauses', { as })
	await call('PATCH', `/v1/feature-flags/${key}`, { default_value: true }, as, { 'Confirm-Within': '600' })
	await page.goto(`/console/feature-flags/${key}`)
	const banner = page.getByRole('alert').filter({ hasText: `Not confirmed yet: ${key}: off → on for everyone.` })
	return { read, page, banner }
}

test("a change on trial shows a banner on every screen until it's kept, even after a reload", async ({ open }) => {
	const { read, page, banner } = await turnOnOnTrial(open)
	await banner.waitFor()
	await page.setViewportSize({ width: 360, height: 740 })
	expect(await page.evaluate(() => document.documentElement.scrollWidth), 'a phone shows all of it').toBe(360)
	await page.goto('/console/users')
	await banner.getByRole('button', { name: 'Confirm' }).click()
	await page.getByText('Change confirmed.', { exact: true }).waitFor()
	await banner.waitFor({ state: 'detached' })
	const changes = await call<{ status: string }[]>('GET', '/v1/admin/changes?limit=1')
	expect(changes).toMatchObject([{ status: 'confirmed' }])
	expect(await read()).toMatchObject({ default_value: true })
})

nightly('a change on trial can be rolled back at once', async ({ open }) => {
	const { read, page, banner } = await turnOnOnTrial(open)
	await banner.getByRole('button', { name: 'Roll back now' }).click()
	await page.getByText('Rolled back the change.', { exact: true }).waitFor()
	await banner.waitFor({ state: 'detached' })
	expect(await read()).toMatchObject({ default_value: false })
	// The screen shows what is stored again.
	await page.getByRole('button', { name: 'Turn on' }).waitFor()
})

nightly('a change on trial that nobody keeps is rolled back, and the banner says so', async ({ open }) => {
	const { key, read } = await newFlag()
	// The countdown starts with the change, so the browser signs in and loads its files first.
	const as = await registerOperator('admin')
	const page = await open(`/console/feature-flags/${key}`, { as })
	await page.getByRole('button', { name: 'Turn on' }).waitFor()
	await call('PATCH', `/v1/feature-flags/${key}`, { default_value: true }, as, { 'Confirm-Within': '30' })
	await page.reload()
	await page.getByRole('button', { name: 'Turn off' }).waitFor()
	await page.getByRole('timer').waitFor()
	await page.getByText('Rolled back the change.').waitFor()
	expect(await read()).toMatchObject({ default_value: false })
	await page.getByRole('button', { name: 'Turn on' }).waitFor()
	expect(await page.getByRole('timer').count()).toBe(0)
})

nightly('a button without a form shows a refusal in a toast', async ({ open }) => {
	const { key } = await newFlag()
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Refused') })
	await call('POST', `/v1/feature-flags/${key}/org-overrides`, { org_id: org.id, enabled: true })
	const page = await open(`/console/feature-flags/${key}`)
	const remove = page.getByRole('button', { name: `Delete the override for ${org.name}` })
	await remove.waitFor()
	await call('DELETE', `/v1/feature-flags/${key}/org-overrides/${org.id}`)
	await remove.click()
	await page.getByRole('status').getByText('Trace ID').waitFor()
})
