import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

interface Code {
	id: string
	code: string
	use_count: number
	is_active: boolean
}

const codesOf = (batch: string) => call<Code[]>('GET', `/v1/admin/redemption-codes?q=${batch}`)

/** The rows of the file that a press saves, by the names of their columns. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<Record<string, string>[]> {
	const [download] = await Promise.all([page.waitForEvent('download'), press()])
	const text = readFileSync(await download.path(), 'utf8')
	// A spreadsheet needs the mark to read UTF-8.
	expect(text).toMatch(/^\u{feff}id,code,/u)
	const [names = [], ...rows] = text
		.slice(1)
		.trimEnd()
		.split('\r\n')
		.map((line) => line.split(','))
	return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

test('a batch is created, its file holds every code, and the list finds it', async ({ open }) => {
	const batch = unique('spring')
	await call('POST', '/v1/admin/redemption-codes/batch', { count: 1, type: 'credits', value: '1' })
	const page = await open('/console/redemption-codes')
	await page.getByRole('button', { name: 'New codes' }).click()
	const form = page.getByRole('dialog')
	await form.getByLabel('Number of codes').fill('3')
	await form.getByRole('textbox', { name: 'Credits' }).fill('-5')
	await form.getByRole('button', { name: 'Create' }).click()
	await form.getByText('Must be a positive integer').waitFor()
	await form.getByRole('textbox', { name: 'Credits' }).fill('250')
	await form.getByLabel('Expiration date').fill('2099-12-31')
	await form.getByLabel('Batch name').fill(batch)
	await form.getByRole('button', { name: 'Create' }).click()
	const created = page.getByRole('dialog', { name: '3 new codes' })
	const rows = await downloaded(page, () => created.getByRole('button', { name: 'Download CSV' }).click())
	const codes = await codesOf(batch)
	expect(rows.map(({ code }) => code)).toEqual(codes.map(({ code }) => code))
	// The end of the day in Berlin, the browser's time zone.
	const expires_at = '2099-12-31T23:00:00.000Z'
	expect(rows[0]).toMatchObject({ type: 'credits', value: '250', max_uses: '1', is_active: 'true', expires_at })
	await created.getByRole('button', { name: 'Copy all codes' }).click()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.map(({ code }) => code).join('\n'))
	await page.keyboard.press('Escape')
	const download = () => page.getByRole('button', { name: 'Download CSV' }).click()
	expect((await downloaded(page, download)).length).toBeGreaterThan(3)
	const found = Promise.withResolvers<void>()
	await page.route(/\/redemption-codes\?.*q=spring/, async (route) => {
		await found.promise
		await route.continue()
	})
	await page.getByRole('searchbox').fill(batch)
	await page.waitForURL(/q=spring/)
	// The file has the rows of the search, although the list still shows those of before.
	const all = await downloaded(page, async () => {
		await download()
		found.resolve()
	})
	const { username } = await call<{ username: string }>('GET', '/v1/me')
	expect(all).toEqual(rows.map((row) => ({ ...row, created_by_user_name: username })))
	await page.getByText('Downloaded 3 rows.').waitFor()

	// What the codes of a batch have in common is said once.
	await page.getByRole('link', { name: new RegExp(`^${batch} ?250 credits · until `) }).waitFor()

	// The first and, with Shift, all up to the last.
	const boxes = page.getByRole('checkbox', { name: /^Select [A-Z0-9-]+$/ })
	await boxes.first().check()
	await boxes.last().click({ modifiers: ['Shift'] })
	await page.getByText('3 selected').waitFor()
	// The second was deactivated before, by somebody else.
	const [first, second, third] = codes
	await call('PATCH', `/v1/admin/redemption-codes/${second?.id}`, { is_active: false })
	const keys: string[] = []
	await page.route('**/v1/admin/redemption-codes/*', async (route) => {
		const request = route.request()
		if (request.method() !== 'PATCH' || !request.url().endsWith(third?.id ?? '')) return route.continue()
		keys.push(request.headers()['idempotency-key'] ?? '')
		// The first time there are too many requests, and the next two times it's refused.
		if (keys.length === 1) return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: {} })
		if (keys.length <= 3) return route.fulfill({ status: 403, json: { error: 'auth.forbidden', message: 'Not you' } })
		return route.continue()
	})
	await page.getByRole('button', { name: 'Deactivate' }).click()
	const question = page.getByRole('dialog', { name: 'Deactivate 3 codes?' })
	for (const { code } of codes) await question.getByText(code).waitFor()
	await question.getByRole('button', { name: 'Deactivate' }).click()
	await question.getByText('2 done, 1 refused').waitFor()
	await question.getByText(third?.code ?? '').waitFor()
	await question.getByText('Not you.').waitFor()
	expect((await codesOf(batch)).filter(({ is_active }) => is_active)).toMatchObject([{ id: third?.id }])
	await question.getByRole('button', { name: 'Try the others again' }).click()
	await expect.poll(() => keys.length).toBe(3)
	await question.getByText('Not you.').waitFor()
	await question.getByRole('button', { name: 'Try the others again' }).click()
	await page.getByText('Deactivated 1 code.').waitFor()
	// The same call, however often it was made.
	expect(new Set(keys).size).toBe(1)
	expect((await codesOf(batch)).some(({ is_active }) => is_active)).toBe(false)

	// By the keyboard: space on a row, and the box for all.
	await page.getByRole('link', { name: first?.code ?? '' }).focus()
	await page.keyboard.press('Space')
	await page.getByText('1 selected').waitFor()
	await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
	await page.getByText('3 selected').waitFor()
	await page.getByRole('button', { name: 'Activate', exact: true }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click()
	await page.getByText('Activated 3 codes.').waitFor()
})

test("text that looks like a formula isn't one in the file", async ({ open }) => {
	const batch = unique('formula')
	const page = await open('/console/redemption-codes')
	await page.getByRole('button', { name: 'New codes' }).click()
	const form = page.getByRole('dialog')
	await form.getByLabel('Number of codes').fill('1')
	await form.getByLabel('Good for').selectOption('Something else')
	await form.getByRole('textbox', { name: 'Type' }).fill('trial')
	await form.getByRole('textbox', { name: 'Value' }).fill('=1+1, "two";=3')
	await form.getByLabel('Batch name').fill(batch)
	await form.getByRole('button', { name: 'Create' }).click()
	const created = page.getByRole('dialog', { name: '1 new code' })
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		created.getByRole('button', { name: 'Download CSV' }).click(),
	])
	expect(readFileSync(await download.path(), 'utf8')).toContain(`trial,"'=1+1, ""two"";'=3",1,`)
})

nightly('a code shows who redeemed it, and is deactivated after a preview', async ({ open }) => {
	const person = await register('taker')
	const batch = unique('shared')
	const [code] = await call<Code[]>('POST', '/v1/admin/redemption-codes/batch', {
		count: 1,
		type: 'credits',
		value: '10',
		max_uses: 5,
		batch_id: batch,
	})
	await call('POST', '/v1/me/redeem', { code: code?.code }, person)
	const me = await call<{ orgs: { name: string }[] }>('GET', '/v1/me', undefined, person)
	const page = await open('/console/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.keyboard.press('Control+k')
	await page.getByRole('combobox').fill(code?.code ?? '')
	// A search finds the whole code, and shows its last four characters.
	await page.getByRole('option', { name: code?.code.slice(-4) ?? '' }).click()
	await page.waitForURL(new RegExp(`/redemption-codes/${code?.id}$`))
	await page.getByText('1 of 5').waitFor()
	await page
		.getByRole('table', { name: 'Redeemed by' })
		.getByText(me.orgs[0]?.name ?? '')
		.waitFor()
	await page.getByRole('button', { name: 'Deactivate' }).click()
	const dialog = page.getByRole('dialog', { name: `Deactivate ${code?.code}?` })
	await dialog.getByText('Details').click()
	await dialog.getByText('is_active').waitFor()
	await dialog.getByRole('button', { name: 'Deactivate' }).click()
	await page.getByText('inactive', { exact: true }).waitFor()
	expect(await codesOf(batch)).toMatchObject([{ is_active: false, use_count: 1 }])
	await page.getByRole('link', { name: batch }).click()
	await page.waitForURL(/redemption-codes\?q=shared/)
})
