import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PLACES } from '../../src/console/places/places.ts'
import { leaving } from '../../src/console/text/en/common.ts'
import { settled, visit } from './settled.ts'
import { call, nightly, register, registerOperator, test } from './test.ts'
import { textsIn } from './texts.ts'

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

const localeOf = async (user: { login: string; password: string }) =>
	(await call<{ locale: string }>('GET', '/v1/me', undefined, user)).locale

/** Chooses a language in the menu of the account. The page loads again. */
async function choose(page: Page, name: string) {
	await page.getByRole('button', { name: /Account menu|账号菜单/ }).click()
	const loaded = page.waitForEvent('load')
	await page.getByRole('menuitemradio', { name }).click()
	await loaded
	await page.getByRole('heading', { level: 1 }).waitFor()
}

test('the browser is asked before sign-in, then the account, and the choice in the menu wins', async ({ open }) => {
	const user = await register('reader')
	await call('PATCH', '/v1/me', { locale: 'en-GB' }, user)
	const page = await open('/console/', { as: 'nobody', locale: 'zh-TW' })
	await page.getByRole('heading', { level: 1 }).waitFor()
	expect(await languageOf(page)).toBe('zh-CN')
	await page.locator('[name=login]').fill(user.login)
	await page.locator('[name=password]').fill(user.password)
	await page.keyboard.press('Enter')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(await languageOf(page)).toBe('en')

	await choose(page, '简体中文')
	expect(await languageOf(page)).toBe('zh-CN')
	expect(await localeOf(user)).toBe('zh-TW')
	// Somebody else changes the account. This browser keeps its choice.
	await call('PATCH', '/v1/me', { locale: 'en' }, user)
	await page.reload()
	await page.getByRole('heading', { level: 1 }).waitFor()
	expect(await languageOf(page)).toBe('zh-CN')

	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill('团队')
	await page.getByRole('option', { name: '我的组织' }).waitFor()
	await page.keyboard.press('Escape')
	await choose(page, 'English')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	// The account already said so.
	expect(await localeOf(user)).toBe('en')
})

nightly('the page loads no script of another language', async ({ open }) => {
	const page = await open('/console/', { locale: 'zh-CN' })
	// It loads again in the language of the user.
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	const scripts: string[] = []
	page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
	await using _chosen = await page.addInitScript(() => localStorage.setItem('plinth.language', 'zh'))
	await page.goto('/console/plans')
	await page.getByRole('heading', { level: 1 }).waitFor()
	expect(scripts.filter((url) => url.includes('/assets/zh/')).length).toBeGreaterThan(2)
	expect(scripts.filter((url) => url.includes('/assets/en/'))).toEqual([])
})

nightly('another language asks before it loses what was typed', async ({ open }) => {
	const user = await register('writer')
	const page = await open('/console/account', { as: user })
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Name', { exact: true }).fill('Half a na')
	await page.getByRole('button', { name: /Account menu/ }).click()
	await page.getByRole('menuitemradio', { name: '简体中文' }).click()
	await page.getByRole('dialog', { name: leaving.title }).getByRole('button', { name: leaving.stay }).click()
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a na')
	expect(await languageOf(page)).toBe('en')
})

test('an error of the API is in the language of the page, and its fields are too', async ({ open }) => {
	const page = await open('/console/', { as: 'nobody', locale: 'zh-CN' })
	await page.getByRole('button', { name: '忘记密码？' }).click()
	await page.getByRole('button', { name: '我已有验证码' }).click()
	await page.getByLabel('验证码').fill('0'.repeat(26))
	await page.getByLabel('新密码').fill('short')
	await page.getByRole('button', { name: '修改密码' }).click()
	await page.getByText('长度必须为 8 到 72 字节').waitFor()
	await page.getByRole('button', { name: '返回登录' }).click()
	await page.getByLabel('登录名').fill('nobody.at.all')
	await page.getByLabel('密码').fill('wrong password 1')
	await page.getByRole('button', { name: '登录', exact: true }).click()
	await page.getByText('登录名或密码不正确。').waitFor()
})

nightly('a notice of Plinth and the effect of a change are in the language of the page', async ({ open }) => {
	const user = await registerOperator('operations')
	const email = `${user.login}.new@example.com`
	await call('PATCH', '/v1/me', { email, password: user.password, locale: 'zh-CN' }, user)
	const page = await open('/console/', { as: user, locale: 'zh-CN' })
	await page.getByRole('button', { name: /^通知/ }).click()
	const notices = page.getByRole('dialog')
	await notices.getByRole('heading', { name: '您的邮箱已更改' }).waitFor()
	await notices.getByText('如果不是您本人操作，请修改密码，结束所有会话，并重新设置邮箱。').waitFor()

	const { compose } = (await textsIn('zh')).broadcasts.broadcasts
	await page.keyboard.press('Escape')
	await visit(page, '/console/broadcasts/new')
	await page.getByRole('textbox', { name: compose.heading }).fill('维护')
	await page.getByRole('textbox', { name: compose.body }).fill('六点暂停运行。')
	await page.getByRole('button', { name: compose.send }).click()
	await page
		.getByRole('dialog')
		.getByText(/会通知 \d+ 名用户。/)
		.waitFor()
})

nightly('every place fits a phone in a language that is 40 % longer', async ({ open }) => {
	const page = await open('/console/', { width: 360, height: 740 })
	await page.evaluate(() => localStorage.setItem('plinth.language', 'xa'))
	await page.reload()
	await settled(page)
	const found: string[] = []
	for (const { to } of PLACES) {
		await visit(page, `/console${to}`)
		// The pseudo language writes each text in brackets.
		expect(await page.locator('main').textContent(), to).toMatch(/\[.+\]/)
		const width = await page.evaluate(() => document.documentElement.scrollWidth)
		if (width > 360) found.push(`${to} is ${width} wide`)
		found.push(...(await cutButtons(page)).map((text) => `${to} cuts ${text}`))
	}
	expect(found).toEqual([])
})

/** The buttons on the page that are narrower than their text. */
const cutButtons = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('main button')]
			.filter((button) => button.scrollWidth > button.clientWidth + 1 && button.checkVisibility())
			.map((button) => button.textContent),
	)

nightly('the states of runs and subscriptions are in the language of the page', async ({ open }) => {
	const page = await open('/console/account', { isNew: true })
	await page.evaluate(() => localStorage.setItem('plinth.language', 'zh'))
	for (const [path, state] of [
		['/console/runs', '已完成'],
		['/console/subscriptions', '生效中'],
	] as const) {
		await page.goto(path)
		const rows = page.locator('main tbody')
		await rows.getByText(state, { exact: true }).first().waitFor()
		expect(await rows.innerText()).not.toMatch(/\b(queued|running|completed|failed|cancelled|active|expired)\b/i)
	}
})
