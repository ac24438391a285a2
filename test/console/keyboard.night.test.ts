import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf } from './authenticator.ts'
import { focused, jump, press, tabTo, type } from './by-keyboard.ts'
import { ADMIN } from './instance.ts'
import { settled } from './settled.ts'
import { call, instance, register, registerOperator, test, unique } from './test.ts'

// These journeys only use the keyboard. Nothing here clicks, fills a field or focuses an element.

test('somebody signs in, finds a user and suspends them', async ({ open }) => {
	const { user_id, login, username } = await register('keyboard')
	const page = await open('/console/', { as: 'nobody' })
	await page.getByRole('heading', { name: 'Sign in' }).waitFor()
	await type(page, 'Login or email address', ADMIN.login)
	await type(page, 'Password', ADMIN.password)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await jump(page, login, username)
	await page.getByRole('heading', { name: username }).waitFor()
	await press(page, 'Suspend')
	const dialog = page.getByRole('dialog', { name: `Suspend ${username}?` })
	await dialog.getByRole('region', { name: 'What will change' }).waitFor()
	await press(page, 'Suspend')
	await page.getByText(`Suspended ${username}.`).waitFor()
	expect(await call('GET', `/v1/admin/users/${user_id}`)).toMatchObject({ status: 'suspended' })
})

test('somebody adds a second factor while signing in, makes recovery codes, and signs in with one', async ({
	open,
}) => {
	const user = await register('keyboard')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, user)
	const demand = { second_factor_required: true }
	await call('PATCH', `/v1/orgs/${org_id}`, demand, user, { 'Confirm-Within': '600' })
	const page = await open('/console/', { as: 'nobody' })
	const enterPassword = async () => {
		await page.getByRole('heading', { name: 'Sign in' }).waitFor()
		await type(page, 'Login or email address', user.login)
		await type(page, 'Password', user.password)
		await page.keyboard.press('Enter')
	}
	await enterPassword()
	await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
	await press(page, 'Use an authenticator app')
	const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
	await type(page, 'Code', codeOf(secret, Date.now()))
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'One more step' }).waitFor()
	await type(page, 'Code', codeOf(secret, Date.now() + 30_000))
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

	await page.goto('/console/account')
	await page.getByRole('button', { name: 'Make codes' }).waitFor()
	await press(page, 'Make codes')
	const code = (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''
	await press(page, 'I saved them')
	await page.context().clearCookies()
	await page.goto('/console/')
	await enterPassword()
	await page.getByRole('heading', { name: 'One more step' }).waitFor()
	await press(page, 'Use a recovery code instead')
	await type(page, 'Recovery code', code)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('a flag is found in its list and turned on', async ({ open }) => {
	const key = unique('keys').replaceAll('-', '.')
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await jump(page, 'switches', 'Feature flags')
	await page.getByRole('link', { name: key }).waitFor()
	await tabTo(page, /^[a-z0-9_]+\.[a-z0-9_.]+$/)
	for (let rows = 0; rows < 200 && (await focused(page)) !== key; rows += 1) await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: key }).waitFor()
	await press(page, 'Turn on')
	await page.getByRole('dialog').getByRole('region', { name: 'What will change' }).waitFor()
	await press(page, 'Turn on')
	await page.getByText(`Turned ${key} on.`).waitFor()
	expect(await call('GET', `/v1/feature-flags/${key}`)).toMatchObject({ default_value: true })
})

test('a failed request is found in the access log, and its trace opened', async ({ open }) => {
	const path = `/v1/plans/${unique('failed')}`
	const failed = await fetch(instance().address + path)
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await jump(page, 'access log', 'Access log')
	await page.getByRole('heading', { name: 'Access log' }).waitFor()
	await press(page, 'More filters')
	await page.getByRole('dialog', { name: 'More filters' }).waitFor()
	await type(page, 'Path', path)
	await type(page, 'Status', String(failed.status))
	await page.keyboard.press('Enter')
	await page.waitForURL(/status_code=401/)
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.getByRole('table', { name: 'Access log' }).getByText(path).waitFor()
	await tabTo(page, new RegExp(`^GET\\s+${path}`))
	await page.keyboard.press('Enter')
	await page.getByRole('dialog', { name: `GET ${path}` }).waitFor()
	await press(page, /^Open trace/)
	await page.getByRole('heading', { name: `GET ${path}` }).waitFor()
	expect(page.url()).toContain(failed.headers.get('X-Trace-Id'))
})

/** Presses the arrow until the palette has chosen this. */
async function choose(page: Page, name: string) {
	const option = page.getByRole('option', { name })
	await option.waitFor()
	for (let rows = 0; rows < 40 && !(await option.and(page.locator('[data-highlighted]')).isVisible()); rows += 1)
		await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
}

async function search(page: Page, text: string) {
	await page.keyboard.press('Control+k')
	await page.keyboard.type(text)
}

test('the palette keeps what is typed while it loads, and makes, adjusts and resets without a mouse', async ({
	open,
}) => {
	const { user_id, username } = await register('palette')
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Palette') })
	const page = await open('/console/')
	await settled(page)
	const field = page.getByRole('combobox', { name: 'Search or jump to a page' })
	let load: () => void = () => undefined
	const held = new Promise<void>((resolve) => (load = resolve))
	await page.route(/\/palette-list-/, async (route) => {
		await held
		await route.continue()
	})
	await search(page, 'web')
	load()
	await page.keyboard.type('hooks')
	await page.getByRole('option', { name: 'Webhooks' }).and(page.locator('[data-highlighted]')).waitFor()
	expect(await field.inputValue()).toBe('webhooks')
	await page.keyboard.press('Escape')
	await page.getByRole('dialog').waitFor({ state: 'detached' })

	await search(page, 'new plan')
	await choose(page, 'New plan')
	await page.getByRole('dialog', { name: 'New plan' }).waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('dialog').waitFor({ state: 'detached' })

	await search(page, 'adjust')
	await choose(page, 'Adjust credits of …')
	await page.keyboard.type(org.name)
	await choose(page, org.name)
	await page.getByRole('dialog', { name: `Adjust the balance of ${org.name}` }).waitFor()
	await type(page, 'Credits', '12')
	await page.keyboard.press('Enter')
	await press(page, 'Adjust by +12')
	await page.getByText(`Adjusted ${org.name} to 12 credits.`).waitFor()

	await search(page, username)
	await choose(page, `Reset password of ${username}`)
	await page.getByRole('dialog', { name: `Create a reset code for ${username}?` }).waitFor()
	let answer: () => void = () => undefined
	const answered = new Promise<void>((resolve) => (answer = resolve))
	await page.route('**/password-reset', async (route) => {
		await answered
		await route.continue()
	})
	const sent = page.waitForRequest('**/password-reset')
	await press(page, 'Create reset code')
	await sent
	// The code would be made, and shown to nobody.
	await page.keyboard.press('Escape')
	answer()
	const code = page.getByRole('dialog', { name: `Reset code for ${username}`, exact: true })
	await code.waitFor()
	// Nobody sees it again.
	await page.keyboard.press('Escape')
	await press(page, 'Go back')
	await press(page, "I've copied it")
	await code.waitFor({ state: 'detached' })

	await search(page, username)
	await choose(page, `Pause ${username}`)
	await page.waitForURL(new RegExp(`/console/pauses\\?scope=user&subject=${user_id}`))
	await page.getByRole('dialog', { name: 'New pause' }).waitFor()
})

test('the palette names kinds and orgs, asks before it switches the org, and offers only what you may do', async ({
	open,
}) => {
	const owner = await register('elsewhere')
	const {
		orgs: [org],
	} = await call<{ orgs: [{ name: string }] }>('GET', '/v1/me', undefined, owner)
	const name = unique('Far provider')
	await call('POST', '/v1/llm-providers', { name, provider: 'vendor_a', api_key: 'sk-far-away-1234' }, owner)
	const page = await open('/console/', { as: await registerOperator('auditor') })
	await settled(page)
	await search(page, 'new plan')
	await page.getByText('No results.').waitFor()
	await page.keyboard.press('Escape')
	await search(page, org.name)
	await page.getByRole('option', { name: `${org.name} Org` }).waitFor()
	expect(await page.getByRole('option', { name: /^(Adjust|Pause)/ }).count()).toBe(0)
	await page.keyboard.press('Escape')
	await search(page, name)
	await page.getByRole('option', { name: `LLM provider · ${org.name}` }).waitFor()
	await choose(page, name)
	await page.getByRole('dialog', { name: `Switch to ${org.name}?` }).waitFor()
	await press(page, `Switch to ${org.name}`)
	await page.getByRole('heading', { name }).waitFor()
	await page
		.getByRole('status')
		.filter({ hasText: `You're acting in ${org.name}.` })
		.waitFor()
})
