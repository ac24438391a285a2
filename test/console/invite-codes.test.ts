import { expect } from 'vitest'
import { call, nightly, register, test } from './test.ts'

interface InviteCode {
	id: string
	code: string
	max_uses: number
	is_active: boolean
}

test('a user copies their code and replaces it once a day', async ({ open }) => {
	const person = await register('inviter')
	const page = await open('/console/invite-codes', { as: person })
	await page.getByRole('button', { name: 'Copy invite code' }).click()
	const copied = await page.evaluate(() => navigator.clipboard.readText())
	const own = () => call<InviteCode>('GET', '/v1/me/invite-code', undefined, person)
	expect(copied).toBe((await own()).code)
	await page.getByText(`/console/register?code=${copied}`).waitFor()
	const replace = async () => {
		await page.getByRole('button', { name: 'Replace' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
	}
	await replace()
	await page.getByText('Created a new invite code.').waitFor()
	const { code } = await own()
	expect(code).not.toBe(copied)
	await page.getByText(code, { exact: true }).waitFor()
	await replace()
	await page.getByRole('dialog').getByText('You can replace your invite code once every 24 hours.').first().waitFor()
	expect((await own()).code).toBe(code)
	expect(await page.getByRole('heading', { name: 'All invite codes' }).count()).toBe(0)
})

nightly("a code's limit is saved although somebody registered with it meanwhile", async ({ open }) => {
	const person = await register('used')
	const own = await call<InviteCode>('GET', '/v1/me/invite-code', undefined, person)
	const page = await open(`/console/invite-codes/${own.id}`)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Unlimited').uncheck()
	await page.getByLabel('Maximum uses').fill('4')
	await register('invited', own.code)
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Invite code saved.').waitFor()
	expect(await call('GET', `/v1/admin/invite-codes/${own.id}`)).toMatchObject({ max_uses: 4, use_count: 1 })
})

nightly(
	'a platform admin limits a code; an invalid limit shows at its field, and a conflict keeps the draft',
	async ({ open }) => {
		const person = await register('limited')
		const own = await call<InviteCode>('GET', '/v1/me/invite-code', undefined, person)
		const read = () => call<InviteCode>('GET', `/v1/admin/invite-codes/${own.id}`)
		const page = await open('/console/invite-codes')
		await page.getByRole('searchbox').fill(person.login)
		await page.waitForURL(/q=limited/)
		await page.getByRole('link', { name: new RegExp(person.login) }).click()
		await page.getByRole('heading', { name: own.code }).waitFor()
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		const limit = page.getByLabel('Maximum uses')
		expect(await limit.getAttribute('placeholder')).toBe('Unlimited')
		await page.getByLabel('Unlimited').uncheck()
		for (const typed of ['', '0']) {
			await limit.fill(typed)
			await page.getByRole('button', { name: 'Save' }).click()
			await page.locator('input[name="max_uses"][aria-invalid="true"]').waitFor()
			await page.getByText('Must be 1 or more, because 0 would lift the limit. To stop the code').waitFor()
		}
		expect(await read()).toMatchObject({ max_uses: 0, is_active: true })
		await limit.fill('4')
		await call('PATCH', `/v1/admin/invite-codes/${own.id}`, { max_uses: 9 })
		await page.getByRole('button', { name: 'Save' }).click()
		const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
		await conflict.getByRole('cell', { name: '9', exact: true }).waitFor()
		expect(await limit.inputValue()).toBe('4')
		await page.getByLabel('Accept new registrations').uncheck()
		await page.getByRole('button', { name: 'Save' }).click()
		await page.getByText('Invite code saved.').waitFor()
		await page.getByText('inactive', { exact: true }).waitFor()
		expect(await read()).toMatchObject({ max_uses: 4, is_active: false })
	},
)
