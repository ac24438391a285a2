import { expect } from 'vitest'
import { call, nightly, test, unique } from './test.ts'

interface Subscription {
	id: string
	plan_id: string
	status: string
	current_period_end: string
}

const subscriptionsOf = (org_id: string) => call<Subscription[]>('GET', `/v1/subscriptions?org_id=${org_id}`)

test('an org is subscribed after a preview, and the subscription is cancelled and created again', async ({ open }) => {
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Customer') })
	const plan = await call<{ id: string; display_name: string }>('POST', '/v1/plans', {
		name: unique('sold'),
		display_name: unique('Sold'),
		entitlements: [{ key: 'credits.monthly_grant', value: '700', value_type: 'integer' }],
	})
	const page = await open('/console/subscriptions')
	await page.getByRole('button', { name: 'Subscribe an org' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Plan', { exact: true }).selectOption({ label: plan.display_name })
	await dialog.getByRole('button', { name: 'Review' }).click()
	await dialog.locator('[role="combobox"][aria-invalid="true"]').waitFor()
	await dialog.getByRole('combobox', { name: 'Org' }).fill(org.name)
	await page.getByRole('option', { name: org.name }).click()
	await dialog.getByRole('radio', { name: 'One year' }).check()
	await dialog.getByRole('button', { name: 'Review' }).click()
	const preview = dialog.getByRole('region', { name: 'What will change' })
	await preview.getByText(`${org.name}: no plan → ${plan.display_name}, until`).waitFor()
	await preview.getByText('700 credits a month instead of 0.').waitFor()
	await preview.getByText(`${org.name}: 0 → 700 credits.`).waitFor()
	await preview.getByText('Details').click()
	await preview.getByText('subscription.created').waitFor()
	expect(await subscriptionsOf(org.id)).toEqual([])
	await dialog.getByRole('button', { name: 'Back' }).click()
	await dialog.getByRole('radio', { name: 'One month' }).check()
	await dialog.getByRole('button', { name: 'Review' }).click()
	await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click()
	await page.getByRole('heading', { name: `${org.name}: ${plan.display_name}` }).waitFor()
	// A month of 31 days is so far away that its date says enough.
	const ends = page.getByRole('region', { name: 'Period ends' })
	await ends
		.getByText(/^(in \d+ days$|[A-Z][a-z]{2} \d+)/)
		.first()
		.waitFor()
	const [made] = await subscriptionsOf(org.id)
	expect(made).toMatchObject({ plan_id: plan.id, status: 'active' })
	const days = (Date.parse(made?.current_period_end ?? '') - Date.now()) / 86_400_000
	expect(days).toBeGreaterThan(27)
	expect(days).toBeLessThan(32)
	expect(await call('GET', `/v1/admin/credits?org_id=${org.id}`)).toMatchObject({ balance: expect.any(Number) })

	await page.getByRole('button', { name: 'Cancel subscription' }).click()
	await preview.getByText(`${org.name}: ${plan.display_name} → no plan.`).waitFor()
	await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
	await page.getByText('Cancelled the subscription.').waitFor()
	expect(await subscriptionsOf(org.id)).toMatchObject([{ status: 'cancelled' }])

	await page.getByRole('button', { name: 'Subscribe again' }).click()
	await dialog.getByRole('button', { name: 'Review' }).click()
	await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click()
	await page.getByRole('button', { name: 'Cancel subscription' }).waitFor()
	expect(await subscriptionsOf(org.id)).toMatchObject([
		{ plan_id: plan.id, status: 'active' },
		{ plan_id: plan.id, status: 'cancelled' },
	])
	await page.goto(`/console/orgs/${org.id}?tab=plan`)
	await page.getByRole('table', { name: 'Subscriptions' }).getByText('active').waitFor()
	await page
		.getByRole('table', { name: 'Entitlements' })
		.getByRole('row', { name: /credits a month.*700.*plan/i })
		.waitFor()
})

nightly(
	'a subscription is prolonged and changed after a preview that shows the credits, beside one for later',
	async ({ open }) => {
		const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Customer') })
		const plan = (name: string, value: string) =>
			call<{ id: string; display_name: string }>('POST', '/v1/plans', {
				name: unique(name),
				display_name: unique(name),
				entitlements: [{ key: 'credits.monthly_grant', value, value_type: 'integer' }],
			})
		const [small, large] = [await plan('Small', '700'), await plan('Large', '1200')]
		const subscribe = (plan_id: string, current_period_start: string, current_period_end: string) =>
			call<Subscription>('POST', '/v1/subscriptions', {
				org_id: org.id,
				plan_id,
				current_period_start,
				current_period_end,
			})
		const current = await subscribe(small.id, '2026-01-01T00:00:00Z', '2097-01-01T00:00:00Z')
		await subscribe(large.id, '2099-01-01T00:00:00Z', '2100-01-01T00:00:00Z')
		const page = await open(`/console/orgs/${org.id}?tab=plan`)
		await page.getByRole('table', { name: 'Subscriptions' }).getByText('starts later').waitFor()
		await page.goto(`/console/subscriptions/${current.id}`)
		await page.getByRole('button', { name: 'Change', exact: true }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByLabel('Plan', { exact: true }).selectOption({ label: large.display_name })
		await dialog.getByLabel('Ends').fill('2099-06-01T00:00')
		await dialog.getByRole('button', { name: 'Review' }).click()
		await dialog.getByText('overlaps another active subscription').waitFor()
		await dialog.getByLabel('Ends').fill('2098-01-01T00:00')
		await dialog.getByRole('button', { name: 'Review' }).click()
		await dialog
			.getByRole('region', { name: 'What will change' })
			.getByText(/: [\d,]+ → [\d,]+ credits\./)
			.waitFor()
		await dialog.getByRole('button', { name: 'Change subscription' }).click()
		await page.getByText('Changed the subscription.').waitFor()
		expect((await subscriptionsOf(org.id)).find(({ id }) => id === current.id)).toMatchObject({
			plan_id: large.id,
			current_period_end: expect.stringMatching(/^2097-12-31|^2098-01-01/),
		})
	},
)

nightly('the list is filtered by status, plan and org, and the address keeps the filters', async ({ open }) => {
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Filtered') })
	const plan = await call<{ id: string; display_name: string }>('POST', '/v1/plans', {
		name: unique('filtered'),
		display_name: unique('Filtered plan'),
	})
	const subscription = await call<{ id: string }>('POST', '/v1/subscriptions', {
		org_id: org.id,
		plan_id: plan.id,
		current_period_start: new Date().toISOString(),
		current_period_end: new Date(Date.now() + 86_400_000).toISOString(),
	})
	const page = await open('/console/subscriptions')
	const rows = page.getByRole('table', { name: 'Subscriptions' }).locator('tbody tr')
	await page.getByRole('combobox', { name: 'Plan' }).selectOption(plan.display_name)
	await page.waitForURL(new RegExp(`plan_id=${plan.id}`))
	// The rows of before stay until the filtered ones are there.
	await expect.poll(() => rows.count()).toBe(1)
	await rows.filter({ hasText: org.name }).waitFor()
	await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled')
	await page.getByText('No matching subscriptions').waitFor()
	await call('DELETE', `/v1/subscriptions/${subscription.id}`)
	await page.goto('/console/subscriptions?status=cancelled')
	await page.getByRole('button', { name: 'More filters' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('combobox', { name: 'Org' }).fill(org.name)
	await page.getByRole('option', { name: org.name }).click()
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await page.waitForURL(new RegExp(`org_id=${org.id}`))
	// The rows of all orgs stay until the filtered one is there.
	await expect.poll(() => rows.count()).toBe(1)
	await rows.filter({ hasText: plan.display_name }).waitFor()
	await page.getByRole('link', { name: `Remove filter: Org: ${org.name}` }).click()
	await page.waitForURL((url) => !url.search.includes('org_id'))
})
