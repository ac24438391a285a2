import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addAuthenticator } from './authenticator.ts'
import type { Login } from './logins.ts'
import { settled } from './settled.ts'
import { call, endSession, instance, nightly, register, registerOperator, test, unique } from './test.ts'

const renewal = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInAgain(page: Page, { login, password }: Login) {
	await renewal(page).getByLabel('Login or email address').fill(login)
	await renewal(page).getByLabel('Password').fill(password)
	await renewal(page).getByRole('button', { name: 'Sign in' }).click()
	await renewal(page).waitFor({ state: 'detached' })
}

const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a session that ends is renewed over the dialog, and what was sent is sent again, once', async ({ open }) => {
	const operator = await registerOperator('admin')
	const key = unique('ended').replaceAll('-', '.')
	const page = await open('/console/feature-flags', { as: operator })
	await page.getByRole('button', { name: 'New flag' }).click()
	const form = inDialog(page, 'New feature flag')
	await form.getByLabel('Key').fill(key)
	await settled(page)
	await endSession(operator)
	const sent: { key: string | undefined; status: number }[] = []
	page.on('response', (response) => {
		const { url, method, headers } = {
			url: response.url(),
			method: response.request().method(),
			headers: response.request().headers(),
		}
		if (method === 'POST' && url.endsWith('/v1/feature-flags'))
			sent.push({ key: headers['idempotency-key'], status: response.status() })
	})
	await form.getByRole('button', { name: 'Create' }).click()
	await renewal(page).waitFor()
	// More calls meet the same end.
	await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
	await page.keyboard.press('Escape')
	await page.mouse.click(5, 5)
	expect(await renewal(page).count()).toBe(1)
	expect(await page.locator('input[name="key"]').inputValue()).toBe(key)
	await signInAgain(page, operator)
	await page.getByText(`Created ${key}`).waitFor()
	expect(sent.map(({ status }) => status)).toEqual([401, 201])
	expect(sent[0]?.key).toBeTruthy()
	expect(sent[1]?.key).toBe(sent[0]?.key)
})

nightly('somebody else who signs in gets the draft, and nothing of the first user', async ({ open }) => {
	const [first, second] = [await registerOperator('admin'), await registerOperator('admin')]
	const page = await open('/console/broadcasts/new', { as: first })
	await page.getByRole('textbox', { name: 'Title' }).fill('Half typed')
	await page.getByRole('textbox', { name: 'Text' }).fill('By the first')
	await settled(page)
	await endSession(first)
	const writes: string[] = []
	page.on('response', (response) => {
		if (response.url().endsWith('/broadcasts') && response.status() < 400) writes.push(response.url())
	})
	await page.getByRole('button', { name: 'Send…' }).click()
	await signInAgain(page, second)
	await page.getByText('Someone else typed this before you signed in. Nothing was sent.').waitFor()
	expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half typed')
	expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('By the first')
	await settled(page)
	expect(writes).toEqual([])
	expect(await page.locator('body').textContent()).not.toContain(first.username)
	await page.getByRole('link', { name: 'Dashboard' }).first().click()
	await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
})

nightly('tabs whose session ended continue when one of them is renewed', async ({ open }) => {
	const user = await register('tabs')
	const page = await open('/console/account', { as: user })
	const other = await open('/console/account', { context: page.context() })
	await other.getByRole('heading', { name: 'Your account' }).waitFor()
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await settled(other)
	await settled(page)
	await endSession(user)
	await page.getByLabel('Name', { exact: true }).fill(unique('Renewed'))
	await page.evaluate(() => {
		const now = Date.now()
		Date.now = () => now + 120_000
		dispatchEvent(new Event('visibilitychange'))
	})
	await renewal(page).waitFor()
	await other.getByRole('link', { name: 'Keys', exact: true }).click()
	await renewal(other).waitFor()
	await signInAgain(page, user)
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toContain('Renewed')
	await renewal(other).waitFor({ state: 'detached' })
	await other.getByRole('heading', { name: 'API keys' }).waitFor()
})

nightly('signing out asks in a tab that holds a draft, and another tab keeps its own', async ({ open }) => {
	const operator = await registerOperator('admin')
	const page = await open('/console/broadcasts/new', { as: operator })
	await page.getByRole('textbox', { name: 'Title' }).fill('Half typed')
	const signOut = async (tab: Page) => {
		await tab.getByRole('button', { name: /Account menu/ }).click()
		await tab.getByRole('menuitem', { name: 'Sign out' }).click()
	}
	await signOut(page)
	await page
		.getByRole('dialog', { name: 'Leave without saving?' })
		.getByRole('button', { name: 'Keep editing' })
		.click()
	const other = await open('/console/account', { context: page.context() })
	await signOut(other)
	await other.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await signInAgain(page, operator)
	expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half typed')
})

nightly(
	'a profile that is saved in a renewed session is saved at once, for signing in again changes nothing in it',
	async ({ open }) => {
		const user = await register('renewed')
		const page = await open('/console/account', { as: user })
		const name = unique('Renewed')
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		await page.getByLabel('Name', { exact: true }).fill(name)
		await settled(page)
		await endSession(user)
		await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
		await signInAgain(page, user)
		await page.getByText('Profile saved.').waitFor()
		expect(await page.getByRole('alert').count()).toBe(0)
		expect(await call('GET', `/v1/admin/users/${user.user_id}`)).toMatchObject({ username: name })
	},
)

nightly(
	'a preview, a live log and a document that meet the end of a session continue once it is renewed',
	async ({ open }) => {
		const operator = await registerOperator('admin')
		const key = unique('previewed').replaceAll('-', '.')
		await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
		const page = await open(`/console/feature-flags/${key}`, { as: operator })
		await page.getByRole('button', { name: 'Turn on' }).waitFor()
		await settled(page)
		await endSession(operator)
		await page.getByRole('button', { name: 'Turn on' }).click()
		await signInAgain(page, operator)
		await inDialog(page, `Turn ${key} on for everyone?`).getByText(`${key}: off → on for everyone.`).waitFor()
		expect(await call('GET', `/v1/feature-flags/${key}`)).toMatchObject({ default_value: false })

		// The first stream ends with the session, and the page connects again.
		await page.route(
			'**/v1/admin/access-log/tail*',
			async (route) => {
				await endSession(operator)
				await route.fulfill({ contentType: 'text/event-stream', body: ': open\n\n' })
			},
			{ times: 1 },
		)
		await page.goto('/console/access-log?view=live')
		await signInAgain(page, operator)
		await page.getByRole('status').getByText('live', { exact: true }).waitFor()

		await page.goto('/console/configuration?tab=change')
		const text = page.getByRole('textbox', { name: 'Document' })
		await text.fill(JSON.stringify({ version: 1, feature_flags: { [key]: { description: '', default_value: true } } }))
		await settled(page)
		await endSession(operator)
		await page.getByRole('button', { name: 'Plan changes' }).click()
		await signInAgain(page, operator)
		await page.getByRole('button', { name: 'Apply' }).waitFor()
		expect(await text.inputValue()).toContain(key)
	},
)

nightly(
	'somebody else who signs in gets the draft of a dialog once they open it, and nothing is sent',
	async ({ open }) => {
		const [first, second] = [await registerOperator('admin'), await registerOperator('admin')]
		const key = unique('taken').replaceAll('-', '.')
		const page = await open('/console/feature-flags', { as: first })
		await page.getByRole('button', { name: 'New flag' }).click()
		await inDialog(page, 'New feature flag').getByLabel('Key').fill(key)
		await settled(page)
		await endSession(first)
		await inDialog(page, 'New feature flag').getByRole('button', { name: 'Create' }).click()
		await signInAgain(page, second)
		await page.getByRole('status').getByText('New feature flag').waitFor()
		await page.getByRole('button', { name: 'New flag' }).click()
		await inDialog(page, 'New feature flag').getByText('Someone else typed this').waitFor()
		expect(await inDialog(page, 'New feature flag').getByLabel('Key').inputValue()).toBe(key)
		await settled(page)
		expect(await call<{ key: string }[]>('GET', `/v1/feature-flags?limit=200`)).not.toContainEqual(
			expect.objectContaining({ key }),
		)
	},
)

nightly('a session that somebody renews in another tab, by any way in, continues with its draft', async ({ open }) => {
	const operator = await registerOperator('admin')
	const page = await open('/console/broadcasts/new', { as: operator })
	await page.getByRole('textbox', { name: 'Title' }).fill('Half typed')
	await settled(page)
	await endSession(operator)
	await page.getByRole('button', { name: 'Send…' }).click()
	const opened = page.context().waitForEvent('page')
	await renewal(page).getByRole('link', { name: 'in a new tab' }).click()
	const other = await opened
	await other.getByLabel('Login or email address').fill(operator.login)
	await other.getByLabel('Password').fill(operator.password)
	await other.getByRole('button', { name: 'Sign in', exact: true }).click()
	await other.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await renewal(page).waitFor({ state: 'detached' })
	expect(await page.locator('input[name="title"]').inputValue()).toBe('Half typed')
})

nightly('a session is renewed with a passkey', async ({ open }) => {
	const operator = await registerOperator('admin')
	// Passkeys belong to a host name, which an IP address isn't.
	const page = await open('/console/account', {
		as: operator,
		at: instance().address.replace('127.0.0.1', 'localhost'),
	})
	await addAuthenticator(page)
	await page.getByRole('button', { name: 'Add passkey' }).click()
	await inDialog(page, 'Add a passkey').getByLabel('Name').press('Enter')
	await page.getByText(/^Added the passkey/).waitFor()
	const name = unique('Renewed')
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Name', { exact: true }).fill(name)
	await settled(page)
	await endSession(operator)
	await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
	await renewal(page).getByRole('button', { name: 'Use a passkey' }).click()
	await page.getByText('Profile saved.').waitFor()
	expect(await call('GET', `/v1/admin/users/${operator.user_id}`)).toMatchObject({ username: name })
})
