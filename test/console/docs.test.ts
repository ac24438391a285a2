import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { docsOf, PLACES } from '../../src/console/places/places.ts'
import { ADMIN, MEMBER } from './instance.ts'
import { IS_NIGHT } from './nightly.ts'
import { firstRow } from './screen.ts'
import { visit } from './settled.ts'
import { call, instance, nightly, register, test, unique } from './test.ts'

/** An operation on the page of its chapter, with its form open. */
async function tried(page: Page, id: string) {
	const section = page.locator(`#${id}`)
	await section.getByRole('button', { name: 'Try it' }).click()
	return section
}

test('the search finds an operation from any page, and is in the address', async ({ open }) => {
	const page = await open('/docs', { as: 'nobody' })
	await page.keyboard.press('/')
	await page.getByRole('searchbox', { name: 'Search the docs' }).pressSequentially('delete flag')
	const found = page.locator('#results li').filter({ visible: true })
	const first = 'Operation · DELETE /v1/feature-flags/{key}'
	await expect.poll(() => found.locator('.kind').first().textContent()).toBe(first)
	expect(await found.locator('mark').first().textContent()).toBe('Delete')
	await page.reload()
	await expect.poll(() => found.locator('.kind').first().textContent()).toBe(first)
	// The arrows move among the field and the results, and Enter opens the one that has the focus.
	await page.keyboard.press('/')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowUp')
	await page.keyboard.press('Enter')
	await page.waitForURL('**/docs/api/feature-flags#delete_feature_flags_key')
	await page.getByRole('searchbox').fill('nothing has qqzzx')
	await page.getByText('Nothing matches.').waitFor()
	await page.keyboard.press('Escape')
	await page.getByRole('heading', { level: 1, name: 'Feature flags' }).waitFor()
	expect(new URL(page.url()).searchParams.has('q')).toBe(false)
})

nightly('old anchors lead to the operation, the error, the event and the object', async ({ open }) => {
	const page = await open('/docs#get_plans', { as: 'nobody' })
	await page.waitForURL('**/docs/api/plans#get_plans')
	for (const [old, now] of [
		['error-ip_rules.too_many', 'errors#error-ip_rules.too_many'],
		['errors', 'errors'],
		['webhook_run_completed', 'api/events#webhook_run_completed'],
		['schema_Plan', 'api/plans#schema_Plan'],
	]) {
		await page.goto(`/docs#${old}`)
		await page.waitForURL(`**/docs/${now}`)
	}
})

nightly(
	'every place of the console links to its guide or chapter, which leads back to the console',
	async ({ open }) => {
		const page = await open('/console/')
		for (const place of IS_NIGHT ? PLACES : PLACES.slice(0, 3)) {
			const { to } = place
			await visit(page, `/console${to}`)
			const link = page.locator('main').getByRole('link', { name: 'Docs', exact: true })
			expect([to, await link.getAttribute('href')]).toEqual([to, docsOf(place)])
		}
		for (const address of new Set(PLACES.flatMap((place) => [docsOf(place), `/docs/api/${place.chapter}`]))) {
			const reply = await page.request.get(address)
			expect([address, reply.status()]).toEqual([address, 200])
			expect(await reply.text(), address).toMatch(/href="\/console\/[\w/-]*"><span[^>]*>Open in the console/)
		}
		await visit(page, '/console/plans')
		await firstRow(page)
		await page.getByRole('link', { name: 'Docs', exact: true }).click()
		await page.waitForURL('**/docs/api/plans')
		await page.getByRole('link', { name: 'Open in the console' }).click()
		await page.waitForURL('**/console/plans')
	},
)

nightly('a chapter names its guide, and a guide its chapters', async ({ open }) => {
	const page = await open('/docs/api/budgets', { as: 'nobody' })
	await page.getByRole('link', { name: 'Stop a run' }).last().click()
	await page.waitForURL('**/docs/spending')
	await page.getByRole('link', { name: 'Pauses' }).last().click()
	await page.waitForURL('**/docs/api/pauses')
})

nightly('samples are in three languages, and the choice is kept', async ({ open }) => {
	const page = await open('/docs/api/feature-flags', { as: 'nobody' })
	const section = page.locator('#post_feature_flags')
	expect(await section.locator('.code pre').filter({ visible: true }).textContent()).toMatch(/^curl "\$PLINTH\/v1/)
	// The code is colored by ranges, which need no elements.
	expect(await page.evaluate(() => CSS.highlights.get('code-string')?.size)).toBeGreaterThan(10)
	await section.getByRole('button', { name: 'Python' }).click()
	await page.goto('/docs/api/plans')
	const sample = page.locator('#post_plans .code')
	expect(await sample.locator('pre').filter({ visible: true }).textContent()).toContain('httpx.post(')
	await sample.getByRole('button', { name: 'Copy' }).click()
	await sample.getByRole('button', { name: 'Copied' }).waitFor()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('f"{PLINTH}/v1/plans"')
})

nightly('the first Tab of a page is its skip link, wherever the page is in the contents', async ({ open }) => {
	const page = await open('/docs', { as: 'nobody' })
	await page.goto((await page.locator('#contents a[href^="/docs/api/"]').last().getAttribute('href')) ?? '')
	await page.locator('#contents [aria-current]').waitFor()
	await page.keyboard.press('Tab')
	expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
})

nightly('the theme is the one of the console', async ({ open }) => {
	const page = await open('/docs/changes', { as: 'nobody' })
	await page.getByLabel('Theme').selectOption('dark')
	await page.goto('/console/')
	await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

nightly(
	'the guides are in the language of the console, at the same address and with the same code',
	async ({ open }) => {
		const page = await open('/docs/first-run', { as: 'nobody', locale: 'zh-CN' })
		await page.getByRole('heading', { level: 1, name: '最初五分钟' }).waitFor()
		expect(await page.title()).toBe('最初五分钟 · Plinth')
		expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
		await page.getByRole('button', { name: '复制' }).first().waitFor()
		const code = await page.locator('main pre').allTextContents()
		await page.getByRole('searchbox', { name: '搜索文档' }).fill('停止运行')
		await expect
			.poll(() => page.locator('#results a').allTextContents())
			.toContainEqual(expect.stringMatching(/^停止运行指南/))
		await page.keyboard.press('Escape')
		await page.getByLabel('Language').selectOption('English')
		await page.getByRole('heading', { level: 1, name: 'First five minutes' }).waitFor()
		expect(await page.locator('main pre').allTextContents()).toEqual(code)
		expect(await page.title()).toBe('First five minutes · Plinth')
		expect(await page.locator('[data-in=zh]').filter({ visible: true }).count()).toBe(0)
		// The choice holds for the console too.
		await page.goto('/console/')
		await page.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
		expect(await page.locator('html').getAttribute('lang')).toBe('en')
	},
)

nightly("the account's language wins over the browser's on the documentation too", async ({ open }) => {
	const user = await register('reader')
	await call('PATCH', '/v1/me', { locale: 'zh-CN' }, user)
	const page = await open('/console/', { as: user, locale: 'en-GB' })
	await page.getByRole('heading', { name: '概览' }).waitFor()
	await page.goto('/docs/changes')
	await page.getByRole('heading', { level: 1, name: '变更运行中的平台' }).waitFor()
	await page.goto('/docs/api/plans')
	await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
	expect(await page.locator('main#content').getAttribute('lang')).toBe('en')
	await page.locator('#post_plans').getByRole('button', { name: '试一试' }).waitFor()
})

nightly('without scripts every operation is shown, and no control that would do nothing', async ({ browser }) => {
	const address = instance().address
	const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false })
	const page = await context.newPage()
	await page.goto('/docs')
	expect(await page.locator('.operations a').filter({ visible: true }).count()).toBeGreaterThan(100)
	await page.goto('/docs/api/plans')
	expect(await page.locator('#post_plans pre[data-lang]').filter({ visible: true }).count()).toBe(3)
	for (const role of ['searchbox', 'button', 'combobox'] as const) expect(await page.getByRole(role).count()).toBe(0)
	await context.close()
})

nightly("a read uses the console's session, and shows status, headers and body", async ({ open }) => {
	const page = await open('/docs/api/current-user', { as: MEMBER })
	const card = await tried(page, 'get_me')
	await card.getByRole('button', { name: 'Send', exact: true }).click()
	await card.getByRole('heading', { name: 'Response: 200' }).waitFor()
	expect(await card.locator('.try pre').textContent()).toContain(`"login": "${MEMBER.login}"`)
	const headers = await card.locator('.try dt').allTextContents()
	expect(headers).toEqual(['ETag', 'X-Trace-Id'])
	await page.goto('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('a write is a dry run unless you ask for the real one', async ({ open }) => {
	const page = await open('/docs/api/feature-flags')
	const card = await tried(page, 'post_feature_flags')
	const key = unique('docs')
	const body = card.getByLabel('Body')
	expect(JSON.parse(await body.inputValue())).toMatchObject({ default_value: expect.any(Boolean) })
	await body.fill(JSON.stringify({ key, default_value: true }))
	await card.getByRole('button', { name: 'Send dry run' }).click()
	await card.getByText('This was a dry run. Nothing changed.').waitFor()
	expect(await card.locator('.try pre').textContent()).toContain('"status": 201')
	await expect(call('GET', `/v1/feature-flags/${key}`)).rejects.toThrow('404')
	await card.getByLabel(/^Dry run/).uncheck()
	await card.getByRole('button', { name: 'Send and change data' }).click()
	await card.getByRole('heading', { name: 'Response: 201' }).waitFor()
	expect(await call('GET', `/v1/feature-flags/${key}`)).toMatchObject({ key, default_value: true })
})

nightly('a refusal is shown as is, with the invalid field', async ({ open }) => {
	const page = await open('/docs/api/notifications', { as: MEMBER })
	const list = await tried(page, 'get_notifications')
	await list.getByLabel(/^limit/).fill('0')
	await list.getByRole('button', { name: 'Send', exact: true }).click()
	await list.getByRole('heading', { name: 'Response: 400' }).waitFor()
	expect(await list.locator('.try pre').textContent()).toContain('"path": "limit"')
	await page.goto('/docs/api/users')
	const users = await tried(page, 'get_admin_users_user_id')
	expect(await users.getByLabel(/^user_id/).inputValue()).toMatch(/^usr_/)
	await users.getByRole('button', { name: 'Send', exact: true }).click()
	await users.getByRole('heading', { name: 'Response: 403' }).waitFor()
	expect(await users.locator('.try pre').textContent()).toContain('"permission": "platform.read"')
})

nightly("signed-out readers get a link to sign in; sign-in calls can't be tried", async ({ open }) => {
	const page = await open('/docs/api/current-user', { as: 'nobody' })
	const me = await tried(page, 'get_me')
	await me.getByText("You're signed out.").waitFor()
	expect(await me.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/console/')
	await page.goto('/docs/api/signing-in')
	const refresh = await tried(page, 'post_auth_refresh')
	await refresh.getByText("You can't try this one here").waitFor()
	await page.goto('/docs/api/health')
	const health = await tried(page, 'get_healthz')
	await health.getByRole('button', { name: 'Send', exact: true }).click()
	await health.getByRole('heading', { name: 'Response: 200' }).waitFor()
})

nightly('a stream is shown from its start', async ({ open }) => {
	const page = await open('/docs/api/access-log')
	const card = await tried(page, 'get_admin_access_log_tail')
	await card.getByRole('button', { name: 'Send', exact: true }).click()
	await card.getByText('Response truncated.').waitFor()
	await card.getByRole('heading', { name: 'Response: 200' }).waitFor()
})

nightly('the console and the API reference in one browser share their session', async ({ open }) => {
	const page = await open('/docs/api/current-user', { as: ADMIN })
	const console_ = await open('/console/', { context: page.context() })
	await console_.getByRole('heading', { name: 'Dashboard' }).waitFor()
	const card = await tried(page, 'get_me')
	await Promise.all([console_.reload(), card.getByRole('button', { name: 'Send', exact: true }).click()])
	await card.getByRole('heading', { name: 'Response: 200' }).waitFor()
	await console_.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await console_.getByRole('button', { name: /Account menu/ }).click()
	await console_.getByRole('menuitem', { name: 'Sign out' }).click()
	await console_.getByRole('heading', { name: 'Sign in to Plinth' }).waitFor()
	await card.getByRole('button', { name: 'Send', exact: true }).click()
	await card.getByRole('heading', { name: 'Response: 401' }).waitFor()
	await card.getByRole('link', { name: 'Sign in' }).waitFor()
})

test("a path's steps run here, in order, show what came back, and are ticked", async ({ open }) => {
	const page = await open('/docs/paths/agents')
	const step = (id: string) => page.locator(`#${id}`)
	const run = async (id: string) => {
		await step(id)
			.getByRole('button', { name: /^Run this step/ })
			.click()
		await step(id)
			.getByRole('heading', { name: /^Response: 20/ })
			.waitFor()
	}
	await step('begin').getByRole('button', { name: 'Run this step and change data' }).click()
	await step('begin').getByText('Run the earlier steps first.').waitFor()
	for (const id of ['me', 'begin', 'progress', 'end', 'read']) await run(id)
	await page.getByText('5 of 5 steps done').waitFor()
	const { run_id, credits_used } = JSON.parse((await step('read').locator('.try pre').textContent()) ?? '')
	expect(credits_used).toBe(4)
	expect(await call('GET', `/v1/admin/runs/${run_id}`)).toMatchObject({ agent_id: 'my-first-agent' })
	await page.reload()
	await page.getByText('5 of 5 steps done').waitFor()
	await page.getByRole('button', { name: 'Start over' }).click()
	await page.getByText('0 of 5 steps done').waitFor()
})

nightly("the samples take the reader's own token, only when asked, and work as they are", async ({ open }) => {
	const page = await open('/docs/concepts/authentication')
	const sample = page.locator('#request-me pre').filter({ visible: true })
	expect(await sample.textContent()).toContain('Bearer $TOKEN')
	await page.getByRole('button', { name: 'Fill in my token' }).click()
	await page.getByText('The samples have your access token').waitFor()
	const [, address = '', token = ''] = /curl "(\S+)".*Bearer (\S+)"/s.exec((await sample.textContent()) ?? '') ?? []
	const response = await page.request.get(address, { headers: { Authorization: `Bearer ${token}` } })
	expect(response.status()).toBe(200)
})
