import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf } from './authenticator.ts'
import { ADMIN } from './instance.ts'
import { settled } from './settled.ts'
import { call, instance, register, registerOperator, test, unique } from './test.ts'

// These journeys only use the keyboard. Nothing here clicks, fills a field or focuses an element.

const TABS_AT_MOST = 80

/** The name of the focused element: its label, or its text. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }
		const label = element.labels?.[0]?.innerText
		return (label ?? element.getAttribute('aria-label') ?? element.innerText).trim()
	})

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp) {
	const passed: string[] = []
	for (let tabs = 0; tabs < TABS_AT_MOST; tabs += 1) {
		await page.keyboard.press('Tab')
		const now = await focused(page)
		if (typeof name === 'string' ? now === name : name.test(now)) return
		passed.push(now)
	}
	throw new Error(`Tab did not reach ${String(name)}. It passed: ${passed.join(' | ')}`)
}

async function press(page: Page, name: string | RegExp) {
	await tabTo(page, name)
	await page.keyboard.press('Enter')
}

async function type(page: Page, field: string | RegExp, text: string) {
	await tabTo(page, field)
	await page.keyboard.type(text)
}

/** Opens what the palette finds first. */
async function jump(page: Page, text: string, option: string | RegExp) {
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox', { name: 'Search or jump to a page' }).and(page.locator(':focus')).waitFor()
	await page.keyboard.type(text)
	await page.getByRole('option', { name: option }).and(page.locator('[data-highlighted]')).waitFor()
	await page.keyboard.press('Enter')
}

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
	await press(page, 'Filter')
	await page.getByRole('dialog', { name: 'Filter requests' }).waitFor()
	await type(page, 'Path', path)
	await type(page, 'Status', String(failed.status))
	await page.keyboard.press('Enter')
	await page.waitForURL(/status_code=401/)
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await page.getByRole('table', { name: 'Access log' }).getByText(path).waitFor()
	await tabTo(page, new RegExp(path))
	await page.keyboard.press('Enter')
	await page.getByRole('dialog', { name: `GET ${path}` }).waitFor()
	await press(page, /^Open trace/)
	await page.getByRole('heading', { name: `GET ${path}` }).waitFor()
	expect(page.url()).toContain(failed.headers.get('X-Trace-Id'))
})

test('three presses lead from a load to the first control of the page, wherever its place is in the navigation', async ({
	open,
}) => {
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
})

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

test('the focus is on the heading after a dialog whose button is gone with its row', async ({ open }) => {
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

test('a dialog starts in its first field, each step of it has the focus, and a confirmation starts with Cancel', async ({
	open,
}) => {
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Steps') })
	const key = unique('steps').replaceAll('-', '.')
	await call('POST', '/v1/feature-flags', { key, description: '', default_value: false })
	const page = await open(`/console/orgs/${org.id}?tab=plan`)
	await settled(page)
	const onButton = (name: string) =>
		page.getByRole('dialog').getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()
	await press(page, 'Override limit.org_members for this org')
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
})

test('a button keeps the focus while it works, and ignores Enter meanwhile', async ({ open }) => {
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
	await press(page, 'Create reset code')
	await page.getByRole('dialog', { name: `Reset code for ${username}` }).waitFor()
	await page.keyboard.press('Escape')

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
