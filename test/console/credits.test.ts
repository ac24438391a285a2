import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { settled } from './settled.ts'
import { switchTo } from './side.ts'
import { call, nightly, register, test, unique } from './test.ts'

const anOrg = (name: string) => call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique(name) })

test('an org is found by name, its balance adjusted after a preview, and its ledger says why', async ({ open }) => {
	const org = await anOrg('Adjusted')
	const page = await open('/console/credits')
	await page.getByRole('table', { name: 'Credits' }).locator('tbody tr').nth(10).waitFor()
	await page.getByRole('searchbox').fill(org.name)
	await page.waitForURL(/q=Adjusted/)
	await page.getByRole('link', { name: org.name }).click()
	await page.waitForURL(new RegExp(`/credits/${org.id}$`))

	const adjust = page.getByRole('button', { name: 'Adjust balance' })
	await adjust.click()
	await page.getByRole('textbox', { name: 'Credits', exact: true }).fill('1.5')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	await page.locator('input[name="amount"][aria-invalid="true"]').waitFor()
	await page.getByRole('textbox', { name: 'Credits', exact: true }).fill('750')
	await page.getByLabel('Note').fill('Goodwill')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	const dialog = page.getByRole('dialog', { name: `Adjust the balance of ${org.name} by +750?` })
	await dialog.getByText('The balance goes from 0 to 750 credits.').waitFor()
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 0 })
	await dialog.getByRole('button', { name: 'Adjust by +750' }).click()
	await page.getByText(`Adjusted ${org.name} to 750 credits.`).waitFor()
	await page
		.getByRole('row', { name: /Adjustment.*Goodwill/ })
		.getByText('+750')
		.waitFor()
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 750 })

	await adjust.click()
	await page.getByRole('textbox', { name: 'Credits', exact: true }).fill('-1000')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	await page
		.getByRole('alert')
		.getByText(/^The balance \(\d+\) is too low for this amount\./)
		.waitFor()
})

nightly("the credits of a user's org are adjusted where the user is", async ({ open }) => {
	const { user_id } = await register('writes-in')
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', {
		name: unique('Theirs'),
		owner_user_id: user_id,
	})
	const page = await open(`/console/users/${user_id}`)
	await page.getByRole('button', { name: `Adjust the credits of ${org.name}` }).click()
	await page.getByRole('textbox', { name: 'Credits', exact: true }).fill('50')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	await page.getByRole('button', { name: 'Adjust by +50' }).click()
	await page.getByRole('row', { name: org.name }).getByRole('cell', { name: '50', exact: true }).waitFor()
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 50 })
})

nightly('a ledger is filtered by type, period and reference, and the address keeps the filters', async ({ open }) => {
	const [code] = await call<{ id: string; code: string }[]>('POST', '/v1/admin/redemption-codes/batch', {
		count: 1,
		type: 'credits',
		value: '40',
	})
	const person = await register('ledger')
	await call('POST', '/v1/me/redeem', { code: code?.code }, person)
	const page = await open('/console/credits', { as: person })
	const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
	const redeemed = rows.filter({ hasText: 'Redeemed code' })
	await redeemed.waitFor()
	await page.getByRole('combobox', { name: 'Type' }).selectOption('Adjustment')
	await page.waitForURL(/type=admin_adjustment/)
	await page.getByText('No matching transactions').waitFor()
	await page.goBack()
	await redeemed.getByRole('link', { name: code?.id ?? '' }).click()
	await page.waitForURL(/reference_type=redemption_code/)
	await redeemed.waitFor()
	await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01')
	await page.waitForURL(/to=2020-01-01/)
	await page.getByText('No matching transactions').waitFor()
	await page.getByRole('textbox', { name: 'To' }).fill('')
	await page.getByRole('link', { name: /^Remove filter/ }).click()
	await page.waitForURL(/\/credits$/)
	await redeemed.waitFor()
})

test('a change of every balance shows its totals first, and needs the typed number of orgs', async ({ open }) => {
	const org = await anOrg('Every')
	const page = await open('/console/credits/every-balance')
	const add = page.getByRole('form', { name: 'Add to every balance' })
	await add.getByLabel('Credits').fill('0')
	await add.getByRole('button', { name: 'Preview' }).click()
	await add.getByText('Must not be 0').waitFor()
	await add.getByLabel('Credits').fill('7')
	await add.getByRole('button', { name: 'Preview' }).click()
	const figure = (name: string) => page.getByRole('region', { name, exact: true }).locator('p').first().textContent()
	await page.getByRole('region', { name: 'Total after' }).waitFor()
	await settled(page)
	await page.keyboard.press('Tab')
	expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Update \d+ balances…$/)
	const [before, after, orgs] = (
		await Promise.all([figure('Total now'), figure('Total after'), figure('Affected orgs')])
	).map((text) => Number(text?.replaceAll(',', '')))
	expect((after ?? 0) - (before ?? 0)).toBe(7 * (orgs ?? 0))
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 0 })

	await page.getByRole('button', { name: /^Update \d+ balances…$/ }).click()
	const dialog = page.getByRole('dialog', { name: 'Change every balance by +7?' })
	const confirm = dialog.getByRole('button', { name: /^Update \d+ balances$/ })
	expect(await confirm.isDisabled()).toBe(true)
	await dialog.getByLabel(`Type ${orgs} orgs to confirm`).fill(`${orgs} orgs`)
	await confirm.click()
	await page.getByText(/^Updated \d+ balances\.$/).waitFor()
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: 7 })
})

nightly('a reset is previewed but not made, and the ledgers match the balances', async ({ open }) => {
	const page = await open('/console/credits/every-balance')
	await page.getByRole('form', { name: 'Set every balance to 0' }).getByRole('button', { name: 'Preview' }).click()
	await page.getByRole('region', { name: 'Total after' }).getByText('0', { exact: true }).waitFor()
	await page.getByRole('button', { name: /^Reset \d+ balances…$/ }).click()
	await page.getByRole('dialog', { name: 'Set every balance to 0?' }).getByRole('button', { name: 'Cancel' }).click()
	await page.goto('/console/credits')
	await page.getByRole('button', { name: 'Verify all ledgers' }).click()
	await page.getByRole('dialog').getByText('All balances match their ledgers').waitFor()
})

nightly('the ledger check continues until no org is left, and shows what all its calls found', async ({ open }) => {
	const page = await open('/console/credits')
	const asked: unknown[] = []
	await page.route('**/v1/admin/credits/verify', (route) => {
		asked.push(route.request().postDataJSON())
		const differs = { org_id: 'org_01', balance: 5, ledger_sum: 4, entry_count: 1, ledger_count: 1 }
		const isLast = asked.length === 3
		return route.fulfill({
			json: {
				org_count: 2_000,
				differences: asked.length === 2 ? [differs] : [],
				continue_after: isLast ? null : `org_${asked.length}`,
			},
		})
	})
	await page.getByRole('button', { name: 'Verify all ledgers' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByText("1 balance doesn't match its ledger").waitFor()
	await dialog.getByText('Checked 6,000 orgs.').waitFor()
	expect(asked).toEqual([null, { after: 'org_1' }, { after: 'org_2' }])
})

test("a member redeems a code for their org, and doesn't see any other org", async ({ open }) => {
	const person = await register('redeemer')
	const [code] = await call<{ code: string }[]>('POST', '/v1/admin/redemption-codes/batch', {
		count: 1,
		type: 'credits',
		value: '1234',
	})
	const page = await open('/console/credits', { as: person })
	await page.getByRole('button', { name: 'Redeem code' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('textbox', { name: 'Code' }).fill('nonsense')
	await dialog.getByRole('button', { name: 'Redeem' }).click()
	await dialog.getByRole('alert').waitFor()
	await dialog.getByRole('textbox', { name: 'Code' }).fill((code?.code ?? '').toLowerCase().replaceAll('-', ''))
	await dialog.getByRole('button', { name: 'Redeem' }).click()
	await page.getByText('Added 1,234 credits.').waitFor()
	const { transactions } = await call<{ transactions: { amount: number }[] }>(
		'GET',
		'/v1/me/credits?type=redemption',
		undefined,
		person,
	)
	expect(transactions.map(({ amount }) => amount)).toEqual([1234])
	expect(await page.getByRole('button', { name: 'Change all balances' }).count()).toBe(0)
	await page.goto('/console/credits/every-balance')
	await page.getByText('Needs the role Auditor').waitFor()
})

nightly('the owner of an org sees its own ledger, and a platform admin too', async ({ open }) => {
	const page = await open('/console/credits', { as: MEMBER })
	await page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(3).waitFor()
	const admin = await open('/console/credits')
	await switchTo(admin, "root's org")
	await admin.waitForURL(/of=org/)
	await admin.getByRole('heading', { name: 'Transactions' }).waitFor()
})

nightly('the balance of an org with a bound shows what runs hold and what is available', async ({ open }) => {
	const org = await anOrg('Bounded')
	const org_id = org.id
	await call('POST', '/v1/admin/credits/adjust', { org_id, amount: 500 })
	const page = await open(`/console/credits/${org_id}`)
	const figure = (name: string) => page.getByRole('region', { name, exact: true })
	await figure('Available').getByText('No limit').waitFor()
	const bound = { org_id, key: 'credits.overdraft', value: '20', value_type: 'integer' }
	await call('POST', '/v1/entitlement-overrides', bound)
	await call('POST', '/v1/runtime/runs/begin', { org_id, run_id: unique('run'), hold: { credits: 120 } })
	await page.reload()
	await figure('Balance').getByText('500', { exact: true }).waitFor()
	await figure('Held').getByText('120', { exact: true }).waitFor()
	await figure('Available').getByText('400', { exact: true }).waitFor()
	await page.goto(`/console/credits?q=${org.name}`)
	const row = page.getByRole('table', { name: 'Credits' }).getByRole('row', { name: org.name })
	await row.getByRole('cell', { name: '400', exact: true }).waitFor()
	await row.getByRole('cell', { name: '120', exact: true }).waitFor()
})

nightly('an unknown org shows a page that says so', async ({ open }) => {
	const page = await open('/console/credits/org_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
	await page.getByRole('heading', { name: 'Not found' }).waitFor()
})

nightly('balances are sorted by the head of their column', async ({ open }) => {
	const page = await open('/console/credits')
	const head = page.getByRole('columnheader', { name: 'Balance' })
	await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
	await head.getByRole('link').click()
	await page.waitForURL(/order=highest/)
	await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
	await head.getByRole('link').click()
	await page.waitForURL((url) => !url.searchParams.has('order'))
	// An org and its balance are read together, also on a wide screen.
	const edges = await page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
	expect((edges[1]?.right ?? 0) - (edges[0]?.left ?? 0)).toBeLessThan(600)
	// What a search finds isn't sorted.
	await page.getByRole('searchbox').fill('north')
	await page.waitForURL(/q=north/)
	await expect.poll(() => head.getByRole('link').count()).toBe(0)
	expect(await head.getAttribute('aria-sort')).toBeNull()
})
