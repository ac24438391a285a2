import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, register, test, unique } from './test.ts'

interface Code {
	id: string
	code: string
	use_count: number
	is_active: boolean
}

const codesOf = (batch: string) => call<Code[]>('GET', `/v1/admin/redemption-codes?q=${batch}`)

async function downloaded(page: Page, press: () => Promise<void>): Promise<string[]> {
	const [download] = await Promise.all([page.waitForEvent('download'), press()])
	return readFileSync(await download.path(), 'utf8')
		.trimEnd()
		.split('\r\n')
}

test('a batch is created, its file holds every code, and the list finds it', async ({ open }) => {
	const batch = unique('spring')
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
	const lines = await downloaded(page, () => created.getByRole('button', { name: 'Download CSV' }).click())
	const codes = await codesOf(batch)
	expect(lines[0]).toBe('code,type,value,max_uses,use_count,expires_at,is_active,batch_id')
	expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(codes.map(({ code }) => code))
	// The end of the day in Berlin, the browser's time zone.
	expect(lines[1]).toContain(`credits,250,1,0,2099-12-31T23:00:00.000Z,true,${batch}`)
	await created.getByRole('button', { name: 'Copy all codes' }).click()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.map(({ code }) => code).join('\n'))
	await page.keyboard.press('Escape')
	await page.getByRole('searchbox').fill(batch)
	await page.waitForURL(/q=spring/)
	await page.getByRole('table', { name: 'Redemption codes' }).locator('tbody tr').nth(2).waitFor()
	const all = await downloaded(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
	expect(all).toEqual(lines)
})

test("text that looks like a formula isn't one in the file", async ({ open }) => {
	const batch = unique('formula')
	const page = await open('/console/redemption-codes')
	await page.getByRole('button', { name: 'New codes' }).click()
	const form = page.getByRole('dialog')
	await form.getByLabel('Number of codes').fill('1')
	await form.getByLabel('Good for').selectOption('Something else')
	await form.getByRole('textbox', { name: 'Type' }).fill('trial')
	await form.getByRole('textbox', { name: 'Value' }).fill('=1+1, "two"')
	await form.getByLabel('Batch name').fill(batch)
	await form.getByRole('button', { name: 'Create' }).click()
	const created = page.getByRole('dialog', { name: '1 new code' })
	const [, line] = await downloaded(page, () => created.getByRole('button', { name: 'Download CSV' }).click())
	expect(line).toContain(`trial,"'=1+1, ""two""",1,0,,true,${batch}`)
})

test('a code shows who redeemed it, and is deactivated after a preview', async ({ open }) => {
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
	await page.getByRole('option', { name: new RegExp(code?.code ?? '') }).click()
	await page.waitForURL(new RegExp(`/redemption-codes/${code?.id}$`))
	await page.getByText('1 of 5').waitFor()
	await page
		.getByRole('table', { name: 'Redeemed by' })
		.getByText(me.orgs[0]?.name ?? '')
		.waitFor()
	await page.getByRole('button', { name: 'Deactivate' }).click()
	const dialog = page.getByRole('dialog', { name: `Deactivate ${code?.code}?` })
	await dialog.getByText('is_active').waitFor()
	await dialog.getByRole('button', { name: 'Deactivate' }).click()
	await page.getByText('inactive', { exact: true }).waitFor()
	expect(await codesOf(batch)).toMatchObject([{ is_active: false, use_count: 1 }])
	await page.getByRole('link', { name: batch }).click()
	await page.waitForURL(/redemption-codes\?q=shared/)
})
