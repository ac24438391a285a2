import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addAuthenticator, codeOf } from './authenticator.ts'
import { logIn } from './browser.ts'
import type { Login } from './logins.ts'
import { call, instance, nightly, register, test } from './test.ts'

async function enterPassword(page: Page, { login, password }: Login) {
	await page.getByLabel('Login or email address').fill(login)
	await page.getByLabel('Password').fill(password)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await page.getByRole('heading', { name: 'One more step' }).waitFor()
}

test('the authenticator app is asked for after the password, and a recovery code does instead', async ({ open }) => {
	const user = await register('careful')
	const { secret } = await call<{ secret: string }>('POST', '/v1/me/totp/options', undefined, user)
	await call('PUT', '/v1/me/totp', { code: codeOf(secret, Date.now()) }, user)
	const { codes } = await call<{ codes: string[] }>('POST', '/v1/me/recovery-codes', undefined, user)
	const page = await open('/console/', { as: 'nobody' })
	await enterPassword(page, user)
	await page.getByLabel('Code', { exact: true }).fill('000000')
	await page.keyboard.press('Enter')
	await page.getByRole('alert').first().waitFor()
	// The code that enabled the app counts no second time.
	await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, Date.now() + 30_000))
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

	const other = await open('/console/', { as: 'nobody' })
	await enterPassword(other, user)
	await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
	await other.getByLabel('Recovery code').fill(codes[0] ?? '')
	await other.keyboard.press('Enter')
	await other.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

nightly('a passkey signs in alone, and after a password', async ({ open }) => {
	const at = instance().address.replace('127.0.0.1', 'localhost')
	const user = await register('keyed')
	const page = await open('/console/', { as: 'nobody', at })
	await addAuthenticator(page)
	const { access_token } = await logIn(page.context(), user)
	await page.evaluate(async (token) => {
		const headers = { Authorization: `Bearer ${token}` }
		const options = await (await fetch('/v1/me/passkeys/options', { method: 'POST', headers })).json()
		const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
		const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
		const body = JSON.stringify({ name: 'Laptop', credential: made.toJSON() })
		const added = await fetch('/v1/me/passkeys', { method: 'POST', headers, body })
		if (!added.ok) throw new Error(await added.text())
	}, access_token)
	await page.context().clearCookies()
	await page.reload()
	await page.getByRole('button', { name: 'Use a passkey' }).click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

	await page.context().clearCookies()
	await page.reload()
	await enterPassword(page, user)
	await page.getByRole('button', { name: 'Use your passkey' }).click()
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(await call('GET', '/v1/me/passkeys', undefined, user).catch(() => 'asks')).toBeTruthy()
})

nightly('who needs a second factor and has none adds one while signing in', async ({ open }) => {
	const user = await register('bare')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, user)
	const path = `/v1/orgs/${org_id}`
	await call('PATCH', path, { second_factor_required: true }, user, { 'Confirm-Within': '600' })
	const page = await open('/console/', { as: 'nobody' })
	await page.getByLabel('Login or email address').fill(user.login)
	await page.getByLabel('Password').fill(user.password)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
	await page.getByRole('button', { name: 'Use an authenticator app' }).press('Enter')
	const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
	await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, Date.now()))
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'One more step' }).waitFor()
	await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, Date.now() + 30_000))
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

nightly('who has no second factor stays in their org if another one requires it, and learns why', async ({ open }) => {
	const [owner, user] = [await register('owner'), await register('bare')]
	const [there] = (await call<{ orgs: { org_id: string; name: string }[] }>('GET', '/v1/me', undefined, owner)).orgs
	if (!there) throw new Error('Nobody is without an org')
	await call('PUT', `/v1/admin/orgs/${there.org_id}/members/${user.user_id}`, { role: 'member' })
	const demand = { second_factor_required: true }
	await call('PATCH', `/v1/orgs/${there.org_id}`, demand, owner, { 'Confirm-Within': '600' })
	const page = await open('/console/account', { as: user })
	const choose = page.getByRole('button', { name: `Switch to ${there.name}` })
	await choose.press('Enter')
	await page.getByText(/^This needs a second factor: the account has none/).waitFor()
	await page.reload()
	await choose.waitFor()
	expect(await page.getByRole('dialog').count()).toBe(0)
})
