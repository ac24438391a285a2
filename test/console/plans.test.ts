import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, nightly, test, unique } from './test.ts'

interface Plan {
	id: string
	name: string
	display_name: string
	entitlements: { key: string; value: string; value_type: string }[]
}

const createPlan = () =>
	call<Plan>('POST', '/v1/plans', {
		name: unique('plan'),
		display_name: unique('Plan'),
		entitlements: [
			{ key: 'limit.org_members', value: '5', value_type: 'integer' },
			{ key: 'mcp.stdio', value: 'false', value_type: 'boolean' },
		],
	})

const read = (id: string) => call<Plan>('GET', `/v1/plans/${id}`)

const subscribe = async (plan_id: string) => {
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Subscriber') })
	const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2099-01-01T00:00:00Z' }
	const { id } = await call<{ id: string }>('POST', '/v1/subscriptions', { org_id: org.id, plan_id, ...period })
	return { org, id }
}

nightly('a plan is created with the entitlements of another one', async ({ open }) => {
	const other = await createPlan()
	const name = unique('made')
	const page = await open('/console/plans')
	await page.getByRole('button', { name: 'New plan' }).click()
	await page.getByLabel('Display name').fill('Made in a browser')
	await page.getByRole('button', { name: 'Create' }).click()
	await page.locator('[name="name"][aria-invalid="true"]').waitFor()
	await page.getByLabel('Name', { exact: true }).fill(name)
	await page.getByLabel('Entitlements').selectOption({ label: `Copy from ${other.display_name}` })
	await page.getByRole('button', { name: 'Create' }).click()
	await page.getByText('Created Made in a browser.').waitFor()
	await page.waitForURL(/\/plans\/plan_/)
	const made = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '')
	expect(made).toMatchObject({ name, entitlements: [{ key: 'limit.org_members' }, { key: 'mcp.stdio' }] })
})

test('entitlements are edited together, and a preview says whom that affects', async ({ open }) => {
	const plan = await createPlan()
	await subscribe(plan.id)
	const page = await open(`/console/plans/${plan.id}`)
	await page.getByText('1 org is on this plan').waitFor()
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByRole('button', { name: 'Remove MCP servers as commands' }).click()
	await page.getByRole('button', { name: 'Add entitlement' }).click()
	await page.getByLabel('Entitlement', { exact: true }).nth(1).fill('credits.monthly_grant')
	await page.getByLabel('Value').nth(1).fill('a lot')
	await page.getByRole('button', { name: 'Review and save' }).click()
	await page.locator('[name="entitlements.1.value"][aria-invalid="true"]').waitFor()
	await page.getByLabel('Value').nth(1).fill('900')
	await page.getByRole('button', { name: 'Review and save' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByText('1 org is on this plan. It gets the new values right away.').waitFor()
	const preview = dialog.getByRole('region', { name: 'What will change' })
	await preview
		.getByText("900 credits a month, the platform's default for MCP servers as commands instead of no.")
		.waitFor()
	await preview.getByText('1 org is on this plan, and gets this right away.').waitFor()
	await preview.getByText('Details').click()
	await preview.getByText('entitlements.credits.monthly_grant.value', { exact: true }).waitFor()
	await dialog.getByRole('button', { name: 'Save' }).click()
	await page.getByText(`Updated ${plan.display_name}.`).waitFor()
	await page
		.getByRole('table', { name: 'Recent changes' })
		.getByRole('row', { name: /900 credits a month.* root/ })
		.waitFor()
	expect((await read(plan.id)).entitlements).toMatchObject([
		{ key: 'credits.monthly_grant', value: '900', value_type: 'integer' },
		{ key: 'limit.org_members', value: '5' },
	])
})

nightly('a key says what it means, and the form shows what the key refuses', async ({ open }) => {
	const plan = await createPlan()
	const page = await open(`/console/plans/${plan.id}`)
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.locator('datalist option[value="credits.per_usd"]').waitFor({ state: 'attached' })
	await page.getByRole('paragraph').getByText('The members of an org.', { exact: true }).waitFor()
	await page.getByLabel('Value').first().fill('0')
	await page.getByRole('button', { name: 'Review and save' }).click()
	await page.getByText('To lift the limit, tick Unlimited.').waitFor()
	await page.getByLabel('Value').first().fill('5')
	await page.getByRole('button', { name: 'Add entitlement' }).click()
	await page.getByLabel('Entitlement', { exact: true }).nth(2).fill('credits.per_usd')
	await page.getByText('takes. 0 or less: Each run with a cost takes 1 credit.').waitFor()
	expect(await page.getByLabel('Type').nth(2).inputValue()).toBe('integer')
	await page.getByLabel('Type').nth(2).selectOption('string')
	await page.getByLabel('Value').nth(2).fill('1,500')
	await page.getByRole('button', { name: 'Review and save' }).click()
	await page.locator('[name="entitlements.2.value_type"][aria-invalid="true"]').waitFor()
	await page.getByText('Must be integer: credits.per_usd takes an integer from 0 to 2^53 - 1').first().waitFor()
})

nightly('a value that no longer fits its key is marked, in the list of a plan', async ({ open }) => {
	const plan = await createPlan()
	const page = await open(`/console/plans/${plan.id}`, { as: MEMBER })
	// Only an earlier version can have stored one.
	await page.route('**/v1/plans/*', async (route) => {
		const response = await route.fetch()
		const { entitlements, ...body } = (await response.json()) as Plan
		const [limit, stdio] = entitlements
		await route.fulfill({
			response,
			json: { ...body, entitlements: [{ ...limit, value: '5 members', value_type: 'string', is_valid: false }, stdio] },
		})
	})
	await page.reload()
	await page.getByRole('row', { name: 'Members 5 members ignored' }).waitFor()
})

nightly(
	'if somebody else changed a plan both versions are shown, and saving again replaces theirs',
	async ({ open }) => {
		const plan = await createPlan()
		const page = await open(`/console/plans/${plan.id}`)
		await page.getByRole('button', { name: 'Edit', exact: true }).click()
		await page.getByLabel('Display name').fill('My draft')
		await call('PATCH', `/v1/plans/${plan.id}`, { display_name: 'Their name' })
		await page.getByRole('button', { name: 'Review and save' }).click()
		await page.getByRole('alert').getByRole('cell', { name: 'Their name' }).waitFor()
		expect(await page.getByLabel('Display name').inputValue()).toBe('My draft')
		await page.getByRole('button', { name: 'Review and save' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
		await page.getByRole('heading', { name: 'My draft' }).waitFor()
		expect((await read(plan.id)).display_name).toBe('My draft')
	},
)

nightly("a plan with a subscription can't be deleted; one without can, and undo restores it", async ({ open }) => {
	const used = await createPlan()
	const unused = await createPlan()
	await subscribe(used.id)
	const page = await open(`/console/plans/${used.id}`)
	const askToDelete = async () => {
		await page.getByRole('button', { name: 'Actions' }).click()
		await page.getByRole('menuitem', { name: 'Delete' }).click()
	}
	await askToDelete()
	await page.getByRole('dialog').getByText('The plan has subscriptions').waitFor()
	await page.goto(`/console/plans/${unused.id}`)
	await askToDelete()
	await page.getByLabel(`Type ${unused.name} to confirm`).fill(unused.name)
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await page.waitForURL(/\/console\/plans$/)
	await page.getByRole('button', { name: 'Undo' }).click()
	await page.getByText('Undone', { exact: true }).waitFor()
	expect((await read(unused.id)).entitlements).toHaveLength(2)
})

nightly('members see what each plan grants, and which one they have', async ({ open }) => {
	const page = await open('/console/plans', { as: MEMBER })
	await page.getByText('your plan', { exact: true }).waitFor()
	await page.getByRole('table', { name: 'Enterprise' }).getByText('credits a month').waitFor()
	expect(await page.getByRole('button', { name: 'New plan' }).count()).toBe(0)
})

nightly('on a phone the comparison drops no plan, and scrolls to each', async ({ open }) => {
	const page = await open('/console/plans', { width: 390 })
	const table = page.getByRole('table', { name: 'What each plan grants' })
	await table.waitFor()
	const titles = await table.getByRole('columnheader').allTextContents()
	const plans = await call<Plan[]>('GET', '/v1/plans?limit=50')
	expect(titles.slice(1)).toEqual(plans.map(({ display_name }) => display_name))
	// The keyboard scrolls what it can focus.
	const frame = page.getByRole('group', { name: 'What each plan grants' })
	await frame.focus()
	expect(await frame.evaluate((one) => one === document.activeElement && one.scrollWidth > one.clientWidth)).toBe(true)
	const last = table.getByRole('columnheader').last()
	await last.scrollIntoViewIfNeeded()
	expect(await last.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(390)
})
