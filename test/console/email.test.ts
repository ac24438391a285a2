import { afterEach, expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, nightly, test } from './test.ts'

interface Config {
	from: string | null
	smtp_host: string | null
	smtp_port: number | null
	smtp_pass_set: boolean
}

const config = () => call<Config>('GET', '/v1/admin/email/config')

interface AuditRow {
	id: string
	action: string
	reverts: string | null
	reverted_by: string | null
}

// The tests share the instance, so this restores its settings, newest change first.
afterEach(async () => {
	const rows = await call<AuditRow[]>('GET', '/v1/admin/audit-logs?limit=100')
	const changes = rows.filter((row) => row.action.startsWith('email_config.') && !row.reverts && !row.reverted_by)
	for (const { id } of changes) await call('POST', `/v1/admin/audit-logs/${id}/revert`, {})
	if ((await config()).smtp_host !== null) throw new Error("The email settings weren't restored")
})

test('settings are checked, previewed, saved, tested and undone', async ({ open }) => {
	const page = await open('/console/email')
	await page.getByText('not set up', { exact: true }).waitFor()
	expect(await page.getByRole('button', { name: 'Send test email' }).isDisabled()).toBe(true)
	const save = async () => {
		await page.getByRole('button', { name: 'Save…' }).click()
		const dialog = page.getByRole('dialog', { name: 'Change the email settings?' })
		await dialog.getByRole('region', { name: 'What will change' }).waitFor()
		await dialog.getByRole('button', { name: 'Save' }).click()
		await dialog.waitFor({ state: 'detached' })
	}
	await page.getByLabel('Sender').fill('Plinth <noreply@example.com>')
	await page.getByLabel('Server').fill('10.0.0.1')
	await page.getByRole('button', { name: 'Save…' }).click()
	await page.getByText('Must not be a private').waitFor()
	await page.getByLabel('Server').fill('smtp.example.com')
	await page.getByLabel('Password').fill('a long password')
	await save()
	await page.getByText('ready', { exact: true }).waitFor()
	const edit = page.getByRole('button', { name: 'Edit', exact: true })
	await edit.click()
	await page.getByText('A password is stored. Leave this empty to keep it.').waitFor()
	expect(await page.getByLabel('Password').inputValue()).toBe('')
	expect(await page.getByLabel('Port').inputValue()).toBe('587')
	expect(await config()).toMatchObject({ smtp_host: 'smtp.example.com', smtp_pass_set: true })

	await page.getByLabel('To', { exact: true }).fill('not an address')
	await page.getByRole('button', { name: 'Send test email' }).click()
	await page.locator('input[name="to"][aria-invalid="true"]').waitFor()
	await page.getByLabel('To', { exact: true }).fill('ada@example.com')
	await page.getByRole('button', { name: 'Send test email' }).click()
	await page.getByText("The server didn't accept the email").waitFor()

	await page.getByLabel('Encryption').selectOption({ index: 1 })
	await page.getByLabel('Port').fill('465')
	await save()
	await expect.poll(config).toMatchObject({ smtp_port: 465, smtp_pass_set: true })
	await edit.click()
	await page.getByRole('button', { name: 'Remove password' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove password' }).click()
	await page.getByText('Password removed.').waitFor()
	expect(await config()).toMatchObject({ smtp_host: 'smtp.example.com', smtp_pass_set: false })
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await page.getByText('Undone').waitFor()
	expect(await config()).toMatchObject({ smtp_pass_set: true })

	await edit.click()
	await page.getByRole('button', { name: 'Remove settings' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove settings' }).click()
	await page.getByText('Email settings removed.').waitFor()
	await page.getByText('not set up', { exact: true }).waitFor()
	expect(await config()).toMatchObject({ smtp_host: null, smtp_pass_set: false })
})

nightly('a change by somebody else keeps the draft', async ({ open }) => {
	await call('PUT', '/v1/admin/email/config', { from: 'plinth@example.com', smtp_host: 'smtp.example.com' })
	const page = await open('/console/email')
	await page.getByText('ready', { exact: true }).waitFor()
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Sender').fill('mine@example.com')
	await call('PUT', '/v1/admin/email/config', { from: 'theirs@example.com' })
	await page.getByRole('button', { name: 'Save…' }).click()
	const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
	await conflict.getByRole('cell', { name: 'theirs@example.com' }).waitFor()
	expect(await page.getByLabel('Sender').inputValue()).toBe('mine@example.com')
	await page.getByRole('button', { name: 'Save…' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
	await expect.poll(config).toMatchObject({ from: 'mine@example.com' })
})

nightly("a member can't see the email settings", async ({ open }) => {
	const page = await open('/console/email', { as: MEMBER })
	await page.getByText('Needs the role Auditor').waitFor()
})
