import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addAuthenticator, codeOf } from './authenticator.ts'
import { call, instance, register, test } from './test.ts'

/** Passkeys belong to a host name, which an IP address isn't. */
const home = () => instance().address.replace('127.0.0.1', 'localhost')

const passkeysOf = (page: Page) => page.getByRole('table', { name: 'Passkeys' }).locator('tbody tr')

/** Adds a passkey without touching the mouse. */
async function addPasskey(page: Page, name: string) {
	await page.getByRole('button', { name: 'Add passkey' }).press('Enter')
	const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
	const field = dialog.getByLabel('Name')
	await field.fill(name)
	await field.press('Enter')
	return dialog
}

/** Answers the question that a button asks. */
async function confirm(page: Page, action: string) {
	await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

test('passkeys are added, renamed and removed, and one device gets only one', async ({ open }) => {
	const user = await register('keyed')
	const page = await open('/console/account', { as: user, at: home() })
	await addAuthenticator(page)
	await page.getByText('None. They sign you in').waitFor()
	await page.getByRole('button', { name: 'Add passkey' }).click()
	expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Chrome on Linux')
	await page.keyboard.press('Escape')
	await addPasskey(page, 'Laptop')
	await page.getByText('Added the passkey Laptop.').waitFor()
	await page.getByText('Signs you in, together with a second factor.').waitFor()
	const again = await addPasskey(page, 'Again')
	await again.getByText('This device already has a passkey of yours.').waitFor()
	await again.getByRole('button', { name: 'Cancel' }).click()
	expect(await passkeysOf(page).count()).toBe(1)

	await page.getByRole('button', { name: 'Rename Laptop' }).press('Enter')
	await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop')
	await page.keyboard.press('Enter')
	await page.getByText('Renamed the passkey to Work laptop.').waitFor()
	await page.getByRole('button', { name: 'Remove Work laptop' }).press('Enter')
	await confirm(page, 'Remove')
	await page.getByText('Removed the passkey Work laptop.').waitFor()
	await page.getByText('None. They sign you in').waitFor()
})

test('password sign-in can be switched off with two passkeys, and then one of them stays', async ({ open }) => {
	const user = await register('careful')
	const page = await open('/console/account', { as: user, at: home() })
	const first = await addAuthenticator(page)
	await page.getByText('You can switch it off once you have two passkeys').waitFor()
	expect(await page.getByRole('button', { name: 'Switch off' }).count()).toBe(0)
	await addPasskey(page, 'Laptop')
	await page.getByText('Added the passkey Laptop.').waitFor()
	await first.remove()
	await addAuthenticator(page, 'usb')
	await addPasskey(page, 'Security key')
	await page.getByText('Added the passkey Security key.').waitFor()
	await page.getByRole('button', { name: 'Switch off: Password' }).press('Enter')
	await confirm(page, 'Switch off')
	await page.getByText("Doesn't sign you in.").waitFor()
	expect(await call('GET', '/v1/me', undefined, user)).toMatchObject({ password_sign_in: false })

	await page.getByRole('button', { name: 'Remove Laptop' }).click()
	await confirm(page, 'Remove')
	await page.getByText('Removed the passkey Laptop.').waitFor()
	await page.getByRole('button', { name: 'Remove Security key' }).click()
	const question = page.getByRole('dialog')
	await question.getByRole('alert').getByText('You might no longer be able to sign in.').waitFor()
	expect(await question.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true)
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Switch on: Password' }).click()
	await confirm(page, 'Switch on')
	await page.getByText('Your password signs you in again.').first().waitFor()
	expect(await call('GET', '/v1/me', undefined, user)).toMatchObject({ password_sign_in: true })
})

test('an authenticator app is added with its code, and recovery codes are shown once', async ({ open }) => {
	const user = await register('coded')
	const page = await open('/console/account', { as: user })
	await page.getByText('They stand in for a passkey or an app. Add one of those first.').waitFor()
	await page.getByRole('button', { name: 'Add app' }).press('Enter')
	const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
	await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor()
	const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
	expect(secret).toMatch(/^[A-Z2-7]{32}$/)
	await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
	await page.keyboard.press('Enter')
	await dialog.getByText('Must be the code that your authenticator app shows now').waitFor()
	await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, Date.now()))
	await page.keyboard.press('Enter')
	await page.getByText('Added the authenticator app.').waitFor()

	await page.getByRole('button', { name: 'Make codes' }).press('Enter')
	const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
	await shown.getByRole('listitem').first().waitFor()
	const codes = await shown.getByRole('list', { name: 'Recovery codes' }).locator('code').allTextContents()
	expect(codes).toHaveLength(10)
	await shown.getByRole('button', { name: 'Copy' }).click()
	await page.getByText('Copied the recovery codes.').waitFor()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		shown.getByRole('button', { name: 'Download' }).click(),
	])
	expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toEqual(codes)
	await shown.getByRole('button', { name: 'I saved them' }).click()
	await page.getByText('10 of 10 left').waitFor()
	expect(await page.getByText(codes[0] ?? '').count()).toBe(0)

	await page.getByRole('button', { name: 'Replace codes' }).click()
	await confirm(page, 'Replace codes')
	await shown.getByRole('listitem').first().waitFor()
	expect(await shown.locator('code').allTextContents()).not.toContain(codes[0])
	await shown.getByRole('button', { name: 'I saved them' }).click()
	await page.getByRole('button', { name: 'Remove app' }).click()
	await confirm(page, 'Remove app')
	await page.getByText('Removed the authenticator app.').waitFor()
	expect(await call('GET', '/v1/me/recovery-codes', undefined, user)).toMatchObject({ left: 0 })
})

test('adding an app asks in place who is there, and continues', async ({ open }) => {
	const user = await register('asked')
	const page = await open('/console/account', { as: user })
	let asked = 0
	// As Plinth does ten minutes after the login, which no test can wait for.
	await page.route('**/v1/me/totp/options', (route) => {
		asked += 1
		if (asked > 1) return route.continue()
		return route.fulfill({
			status: 401,
			headers: { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age=600' },
			json: {
				error: 'auth.unauthorized',
				message: '',
				trace_id: '0'.repeat(32),
				details: { reason: 'auth.step_up', challenge: 'a challenge', methods: ['password'] },
			},
		})
	})
	await page.route('**/v1/auth/step-up', (route) => route.fulfill({ json: { authenticated_at: '', valid_until: '' } }))
	await page.getByRole('button', { name: 'Add app' }).click()
	const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
	await proof.getByLabel('Password').fill(user.password)
	await page.keyboard.press('Enter')
	await page.getByRole('img', { name: 'QR code with the key' }).waitFor()
	expect(asked).toBe(2)
})

test('providers are linked and unlinked, and a refused link says why', async ({ open }) => {
	const user = await register('linked')
	const linked = {
		id: 'idn_1',
		connection_id: 'oic_1',
		issuer: 'https://acme.example.com',
		subject: '00u1',
		email: 'ada@acme.example.com',
		last_used_at: null,
		created_at: new Date().toISOString(),
	}
	let rows = [linked]
	const page = await open('/console/', { as: user })
	await page.route('**/v1/auth/connections*', (route) =>
		route.fulfill({
			json: [
				{ id: 'oic_1', name: 'Acme' },
				{ id: 'oic_2', name: 'Globex' },
			],
		}),
	)
	await page.route('**/v1/me/identities?*', (route) => route.fulfill({ json: rows }))
	await page.route('**/v1/me/identities/idn_1', (route) => {
		if (!route.request().headers()['dry-run']) rows = []
		return route.fulfill(
			route.request().headers()['dry-run']
				? { json: { dry_run: true, status: 204, changes: [], events: [], effects: [], credits: [] } }
				: { status: 204 },
		)
	})
	await page.route('**/v1/me/identities/oic_2/start', (route) =>
		route.fulfill({ json: { url: '/console/account?refused=oidc.linked' } }),
	)
	await page.goto('/console/account')
	const table = page.getByRole('table', { name: 'Linked providers' })
	await table.getByRole('row', { name: /Acme.*ada@acme\.example\.com/ }).waitFor()
	await page.getByRole('button', { name: 'Link Globex' }).click()
	await page.getByText('That identity already belongs to another account.').waitFor()
	await table.getByRole('button', { name: 'Unlink Acme' }).click()
	await confirm(page, 'Unlink')
	await page.getByText('Unlinked Acme.').waitFor()
	await page.getByRole('button', { name: 'Link Acme' }).waitFor()
})

test('whom an org signs in learns that they change nothing here', async ({ open }) => {
	const user = await register('guest')
	const page = await open('/console/', { as: user })
	await page.route('**/v1/me/totp', (route) =>
		route.fulfill({
			status: 403,
			json: {
				error: 'auth.forbidden',
				message: '',
				trace_id: '0'.repeat(32),
				details: { reason: 'oidc.through_org' },
			},
		}),
	)
	await page.goto('/console/account')
	await page.getByText('Your org signs you in').waitFor()
	expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0)
})
