import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, comeBack, nightly, register, test, unique } from './test.ts'

interface User {
	username: string
	locale: string
	timezone: string
	email_verified: boolean
}

interface Endpoint {
	id: string
	url: string
	events: string[]
}

interface Plan {
	id: string
	display_name: string
	entitlements: { key: string; value: string }[]
}

const CONFLICT = 'Someone else changed this while you were editing'

async function userPage(open: (path: string) => Promise<Page>) {
	const { user_id } = await register('drafted')
	const path = `/v1/admin/users/${user_id}`
	const page = await open(`/console/users/${user_id}`)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Language').waitFor()
	return {
		page,
		path,
		read: () => call<User>('GET', path),
		change: (body: object) => call('PATCH', path, body),
		save: () => page.getByRole('button', { name: 'Save' }).click(),
		conflict: page.getByRole('alert').filter({ hasText: CONFLICT }),
	}
}

test("a re-read while you type keeps the draft's tag, so saving conflicts with somebody else's change", async ({
	open,
}) => {
	const { page, path, read, change, save, conflict } = await userPage(open)
	await page.getByLabel('Language').selectOption('zh-CN')
	await change({ locale: 'de' })
	await comeBack(page, path)
	await save()
	await conflict.getByRole('cell', { name: 'de', exact: true }).waitFor()
	await conflict.getByRole('cell', { name: 'zh-CN' }).waitFor()
	expect(await page.getByLabel('Language').inputValue()).toBe('zh-CN')
	expect(await read()).toMatchObject({ locale: 'de' })
	await save()
	await page.getByText('Profile saved.').waitFor()
	expect(await read()).toMatchObject({ locale: 'zh-CN' })
})

nightly("saving again keeps what somebody else changed in fields that the draft didn't touch", async ({ open }) => {
	const { page, read, change, save, conflict } = await userPage(open)
	await page.getByLabel('Language').selectOption('zh-CN')
	await change({ timezone: 'Europe/Lisbon', email_verified: true })
	await save()
	await conflict.waitFor()
	await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Lisbon')
	expect(await page.getByLabel('Verified').isChecked()).toBe(true)
	expect(await page.getByLabel('Language').inputValue()).toBe('zh-CN')
	await save()
	await page.getByText('Profile saved.').waitFor()
	expect(await read()).toMatchObject({ locale: 'zh-CN', timezone: 'Europe/Lisbon', email_verified: true })
})

nightly('a second change by somebody else is a second conflict', async ({ open }) => {
	const { page, path, change, save, conflict } = await userPage(open)
	await page.getByLabel('Language').selectOption('zh-CN')
	await change({ locale: 'de' })
	await save()
	await conflict.getByRole('cell', { name: 'de', exact: true }).waitFor()
	await change({ locale: 'fr' })
	await comeBack(page, path)
	await conflict.getByRole('cell', { name: 'de', exact: true }).waitFor()
	await save()
	await conflict.getByRole('cell', { name: 'fr', exact: true }).waitFor()
})

nightly('a form without a draft follows each read, and so does one that was saved', async ({ open }) => {
	const { page, path, change, save, conflict } = await userPage(open)
	await change({ timezone: 'Europe/Lisbon', email_verified: true })
	await comeBack(page, path)
	await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Lisbon')
	expect(await page.getByLabel('Verified').isChecked()).toBe(true)
	await page.getByLabel('Language').selectOption('zh-CN')
	await save()
	await page.getByText('Profile saved.').waitFor()
	expect(await conflict.count()).toBe(0)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await change({ locale: 'de' })
	await comeBack(page, path)
	await expect.poll(() => page.getByLabel('Language').inputValue()).toBe('de')
})

nightly("an endpoint's event types follow what's stored unless you chose others", async ({ open }) => {
	const fields = { url: `https://${unique('draft')}.example.com/hook`, events: ['run.completed'] }
	const { id } = await call<Endpoint>('POST', '/v1/webhook-endpoints', fields)
	const path = `/v1/webhook-endpoints/${id}`
	const page = await open(`/console/webhook-endpoints/${id}`)
	const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await box('run.completed').waitFor()
	await call('PATCH', path, { events: ['run.failed'] })
	await comeBack(page, path)
	await expect.poll(() => box('run.failed').isChecked()).toBe(true)
	await page.getByLabel('URL').fill(`${fields.url}/two`)
	await call('PATCH', path, { events: ['run.completed'] })
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByRole('alert').filter({ hasText: CONFLICT }).waitFor()
	await expect.poll(() => box('run.completed').isChecked()).toBe(true)
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Endpoint saved.').waitFor()
	expect(await call<Endpoint>('GET', path)).toMatchObject({ url: `${fields.url}/two`, events: ['run.completed'] })
})

nightly("a plan's entitlements follow what's stored unless you changed one", async ({ open }) => {
	const entitlement = (value: string) => [{ key: 'limit.org_members', value, value_type: 'integer' }]
	const { id } = await call<Plan>('POST', '/v1/plans', {
		name: unique('plan'),
		display_name: unique('Plan'),
		entitlements: entitlement('5'),
	})
	const path = `/v1/plans/${id}`
	const page = await open(`/console/plans/${id}`)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Display name').fill('My draft')
	await call('PATCH', path, { entitlements: entitlement('6') })
	const review = page.getByRole('button', { name: 'Review and save' })
	await review.click()
	const conflict = page.getByRole('alert').filter({ hasText: CONFLICT })
	await conflict.waitFor()
	await expect.poll(() => page.getByLabel('Value').inputValue()).toBe('6')
	await page.getByLabel('Value').fill('7')
	await call('PATCH', path, { entitlements: entitlement('8') })
	await review.click()
	await conflict.getByText('limit.org_members = 8 (integer)').waitFor()
	expect(await page.getByLabel('Value').inputValue()).toBe('7')
	await review.click()
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
	await page.getByText('Updated My draft.').waitFor()
	expect(await call<Plan>('GET', path)).toMatchObject({ display_name: 'My draft', entitlements: [{ value: '7' }] })
})

test('a confirmation covers what its preview showed, and nothing later', async ({ open }) => {
	const key = unique('asked').replaceAll('-', '.')
	const path = `/v1/feature-flags/${key}`
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	const page = await open(`/console/feature-flags/${key}`)
	await page.getByRole('button', { name: 'Turn on' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('region', { name: 'What will change' }).waitFor()
	await call('PATCH', path, { description: 'Not before Monday' })
	await comeBack(page, path)
	const confirm = dialog.getByRole('button', { name: 'Turn on' })
	await confirm.click()
	await dialog.getByText('Someone else changed this in the meantime').waitFor()
	await expect.poll(() => confirm.isDisabled()).toBe(true)
	expect(await call('GET', path)).toMatchObject({ default_value: false })
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await page.getByText('Not before Monday').first().waitFor()
	await page.getByRole('button', { name: 'Turn on' }).click()
	await confirm.click()
	await page.getByText(`Turned ${key} on.`).waitFor()
})

nightly(
	"a form that asks before it saves shows somebody else's change after its confirmation was refused",
	async ({ open }) => {
		const key = unique('asked').replaceAll('-', '.')
		const path = `/v1/admin/config-entries/${key}`
		await call('PUT', path, { value: 'one' })
		const page = await open(`/console/config-entries/${key}`)
		await page.getByLabel('Value').fill('mine')
		await call('PUT', path, { value: 'theirs' })
		await comeBack(page, path)
		const save = page.getByRole('form').getByRole('button', { name: 'Save' })
		await save.click()
		const dialog = page.getByRole('dialog')
		await dialog.getByText('Someone else changed this in the meantime').waitFor()
		await dialog.getByRole('button', { name: 'Cancel' }).click()
		await page.getByRole('alert').filter({ hasText: CONFLICT }).getByRole('cell', { name: 'theirs' }).waitFor()
		await save.click()
		await dialog.getByRole('region', { name: 'What will change' }).getByText('theirs → ').waitFor()
		await dialog.getByRole('button', { name: 'Save' }).click()
		await page.getByText(`Saved ${key}.`).waitFor()
		expect(await call('GET', path)).toMatchObject({ value: 'mine' })
	},
)
