import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, nightly, register, registerMember, test } from './test.ts'

type Rule = { id: string; type: string; cidr: string; note: string | null }

const rulesOf = (login: Parameters<typeof call>[3]) => call<Rule[]>('GET', '/v1/ip-rules', undefined, login)

async function fillIn(page: Page, rule: { type: string; cidr: string; note?: string }) {
	await page.getByRole('button', { name: 'New rule' }).first().click()
	const dialog = page.getByRole('dialog', { name: 'New IP rule' })
	await dialog.getByLabel('Rule', { exact: true }).selectOption(rule.type)
	await dialog.getByLabel('Network').fill(rule.cidr)
	await dialog.getByLabel('Note').fill(rule.note ?? '')
	await dialog.getByRole('button', { name: 'Preview' }).click()
}

test('an org admin blocks a network after a preview, and deletes the rule', async ({ open }) => {
	const owner = await register('blocking')
	const page = await open('/console/ip-rules', { as: owner })
	await page.getByText('No IP rules yet').waitFor()
	await fillIn(page, { type: 'blocklist', cidr: '203.0.113.300', note: 'Guessing' })
	await page.locator('[aria-invalid="true"]').waitFor()
	await page.getByLabel('Network').fill('203.0.113.9/24')
	await page.getByRole('button', { name: 'Preview' }).click()
	const review = page.getByRole('dialog', { name: 'Block 203.0.113.9/24?' })
	await review.getByText(/is blocked from|may reach/).waitFor()
	expect(await review.getByLabel(/^Roll back automatically/).isChecked()).toBe(false)
	expect(await rulesOf(owner)).toEqual([])
	await review.getByRole('button', { name: 'Block' }).click()
	await page.getByText('Created the rule for 203.0.113.0/24.').waitFor()
	await page.getByText(/allows every IP address except those in 1 network/).waitFor()
	expect(await rulesOf(owner)).toMatchObject([{ type: 'blocklist', cidr: '203.0.113.0/24', note: 'Guessing' }])

	await page.getByRole('button', { name: 'Delete the rule for 203.0.113.0/24' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await page.getByText('Deleted the rule for 203.0.113.0/24.').waitFor()
	expect(await rulesOf(owner)).toEqual([])
})

nightly(
	'a person whom the rules block reads their address and whom to ask, and continues in another org or signs out',
	async ({ open }) => {
		const { id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: 'Open Door' })
		const member = await registerMember(id)
		const page = await open('/console/', { as: member })
		await page.getByRole('heading', { level: 1 }).waitFor()
		await call('POST', '/v1/ip-rules?confirm=true', { type: 'allowlist', cidr: '203.0.113.0/24' }, member)
		await page.reload()
		await page.getByText(/^Your IP address: \S+/).waitFor()
		await page.getByText('ask an admin of the org to change the rules').waitFor()
		await page.getByRole('button', { name: 'Sign out' }).waitFor()
		await page.getByRole('region', { name: 'Your other orgs' }).getByRole('button', { name: 'Open Door' }).click()
		await page.getByRole('navigation').first().waitFor()
		expect(await page.getByText('Your IP address').count()).toBe(0)
	},
)

nightly("a rule's note is changed unless somebody else did that first, and can be undone", async ({ open }) => {
	const owner = await register('noting')
	const added = { type: 'blocklist', cidr: '198.51.100.0/24', note: 'Scraper' }
	const { id } = await call<Rule>('POST', '/v1/ip-rules', added, owner)
	const page = await open('/console/ip-rules', { as: owner })
	const notes = async () => (await rulesOf(owner)).map(({ note }) => note)
	await page.getByRole('button', { name: 'Edit the note for 198.51.100.0/24' }).click()
	const dialog = page.getByRole('dialog', { name: 'Note for 198.51.100.0/24' })
	await dialog.getByRole('textbox', { name: 'Note' }).fill('Mine')
	await call('PATCH', `/v1/ip-rules/${id}`, { note: 'Theirs' }, owner)
	await dialog.getByRole('button', { name: 'Save' }).click()
	await dialog.getByRole('alert').getByRole('cell', { name: 'Theirs' }).waitFor()
	expect(await notes()).toEqual(['Theirs'])
	await dialog.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Note saved.').waitFor()
	await page.getByRole('table').getByText('Mine').waitFor()
	expect(await notes()).toEqual(['Mine'])
	await page.getByRole('button', { name: 'Undo' }).click()
	await page.getByRole('table').getByText('Theirs').waitFor()
	expect(await notes()).toEqual(['Theirs'])
})

nightly('going back a step keeps the draft', async ({ open }) => {
	const page = await open('/console/ip-rules', { as: await register('hesitant') })
	await fillIn(page, { type: 'allowlist', cidr: '127.0.0.0/8', note: 'Here' })
	const review = page.getByRole('dialog', { name: 'Allow 127.0.0.0/8?' })
	await review.getByText('This is your first allowed network.').waitFor()
	await review.getByRole('button', { name: 'Cancel' }).click()
	const form = page.getByRole('dialog', { name: 'New IP rule' })
	expect(await form.getByLabel('Rule', { exact: true }).inputValue()).toBe('allowlist')
	expect(await form.getByLabel('Note').inputValue()).toBe('Here')
})

test('a rule that locks out its author shows a warning, and says when it will be rolled back', async ({ open }) => {
	const owner = await register('careless')
	const page = await open('/console/ip-rules', { as: owner })
	await fillIn(page, { type: 'blocklist', cidr: '127.0.0.1' })
	const review = page.getByRole('dialog', { name: 'Block 127.0.0.1?' })
	await review.getByText('This blocks your own address, 127.0.0.1.').waitFor()
	expect(await review.getByLabel(/^Roll back automatically/).isChecked()).toBe(true)
	await review.getByText(/is blocked from|may reach/).waitFor()
	expect(await rulesOf(owner)).toEqual([])
	await review.getByRole('button', { name: 'Lock me out' }).click()
	// The API no longer lets the author in, so the banner must work without it.
	const banner = page.getByRole('alert').filter({ hasText: 'Not confirmed yet' })
	await banner.getByRole('button', { name: 'Confirm' }).click()
	await page.getByText("The org's IP rules don't allow this address").first().waitFor()
	await banner.waitFor()
})

nightly('an address is checked against the rules, and the decision is in the URL', async ({ open }) => {
	const owner = await register('checking')
	await call('POST', '/v1/ip-rules', { type: 'blocklist', cidr: '198.51.100.0/24', note: 'Scraper' }, owner)
	const page = await open('/console/ip-rules', { as: owner })
	await page.getByLabel('IP address', { exact: true }).fill('nowhere')
	await page.getByRole('button', { name: 'Check', exact: true }).click()
	await page.locator('[aria-invalid="true"]').waitFor()
	await page.getByLabel('IP address', { exact: true }).fill('198.51.100.7')
	await page.getByRole('button', { name: 'Check', exact: true }).click()
	const decision = page.getByRole('region', { name: '198.51.100.7' })
	await decision.getByText('no access').waitFor()
	await decision.getByText('Scraper').waitFor()
	await page.waitForURL(/\?ip=198\.51\.100\.7$/)
	await page.getByRole('button', { name: 'Use my address' }).click()
	await page.getByRole('region', { name: '127.0.0.1' }).getByText('has access').waitFor()
})

nightly('a member can read the rules but not change them', async ({ open }) => {
	const owner = await register('leading')
	await call('POST', '/v1/ip-rules', { type: 'blocklist', cidr: '198.51.100.0/24' }, owner)
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const page = await open('/console/ip-rules', { as: await registerMember(org_id), inOrg: org_id })
	await page.getByRole('row', { name: /198\.51\.100\.0\/24/ }).waitFor()
	expect(await page.getByRole('button', { name: 'New rule' }).count()).toBe(0)
	expect(await page.getByRole('button', { name: /^(Delete the rule|Edit the note)/ }).count()).toBe(0)
})
