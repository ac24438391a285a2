import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { settled, visit } from './settled.ts'
import { call, nightly, register, registerMember, test, unique } from './test.ts'

interface Org {
	id: string
	name: string
	members: { user_id: string; role: string }[]
}

const createOrg = (owner_user_id?: string) =>
	call<Org>('POST', '/v1/admin/orgs', { name: unique('Org'), ...(owner_user_id ? { owner_user_id } : {}) })

const read = (id: string) => call<Org>('GET', `/v1/admin/orgs/${id}`)

nightly('orgs can be searched by name, and sorted by balance', async ({ open }) => {
	const org = await createOrg()
	const page = await open('/console/orgs')
	await page.getByRole('searchbox').fill(org.name)
	await page.waitForURL(/\?q=/)
	await page.getByRole('link', { name: org.name }).waitFor()
	await page.getByRole('searchbox').fill('')
	await page.waitForURL(/\/orgs$/)
	await page.getByRole('link', { name: 'Lowest balance' }).click()
	await page.waitForURL(/order=lowest/)
	const [lowest] = await call<{ org_name: string }[]>('GET', '/v1/admin/credits/balances?order=lowest&limit=1')
	await page.getByRole('columnheader', { name: 'Credits' }).waitFor()
	await settled(page)
	expect(await page.locator('[data-row-link]').first().textContent()).toContain(lowest?.org_name)
})

nightly('the list shows the plan and the number of members of each org', async ({ open }) => {
	const { user_id } = await register('owner')
	const org = await createOrg(user_id)
	const plan = await call<{ id: string; display_name: string }>('POST', '/v1/plans', {
		name: unique('listed'),
		display_name: unique('Listed'),
	})
	const page = await open(`/console/orgs?q=${encodeURIComponent(org.name)}`)
	const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: org.name }) })
	await row.getByRole('cell', { name: 'None', exact: true }).waitFor()
	await row.getByRole('cell', { name: '1', exact: true }).waitFor()
	await call('POST', '/v1/subscriptions', {
		org_id: org.id,
		plan_id: plan.id,
		current_period_start: '2026-01-01T00:00:00Z',
		current_period_end: '2126-01-01T00:00:00Z',
	})
	await page.reload()
	await row.getByRole('cell', { name: plan.display_name }).waitFor()
})

nightly('an org is created with its owner, and renamed unless somebody else did that first', async ({ open }) => {
	const { user_id, login } = await register('owner')
	const name = unique('Made')
	const page = await open('/console/orgs')
	await page.getByRole('button', { name: 'New org' }).click()
	await page.getByRole('button', { name: 'Create' }).click()
	await page.locator('[aria-invalid="true"]').waitFor()
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
	await page.getByRole('combobox', { name: 'Owner' }).fill(login)
	await page.getByRole('option', { name: login }).click()
	await page.getByRole('button', { name: 'Create' }).click()
	await page.getByText(`Created ${name}.`).waitFor()
	await page.waitForURL(/\/orgs\/org_/)
	const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
	expect((await read(id)).members).toMatchObject([{ user_id, role: 'owner' }])

	await page.getByRole('heading', { name }).waitFor()
	await page.getByRole('button', { name: 'Rename' }).click()
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} draft`)
	await call('PATCH', `/v1/admin/orgs/${id}`, { name: `${name} theirs` })
	await page.getByRole('button', { name: 'Save' }).click()
	await page
		.getByRole('alert')
		.getByRole('cell', { name: `${name} theirs` })
		.waitFor()
	await page.getByRole('button', { name: 'Save' }).click()
	await page.getByRole('heading', { name: `${name} draft` }).waitFor()
	expect((await read(id)).name).toBe(`${name} draft`)
})

nightly('members are added, change their role and leave; the last owner stays', async ({ open }) => {
	const owner = await register('keeper')
	const guest = await register('guest')
	const org = await createOrg(owner.user_id)
	const page = await open(`/console/orgs/${org.id}?tab=members`)
	await page.getByRole('button', { name: 'Add member' }).click()
	const adding = page.getByRole('dialog')
	await adding.getByRole('button', { name: 'Add member' }).click()
	await adding.getByText('Select a user').waitFor()
	await adding.getByRole('combobox', { name: 'User' }).fill(guest.login)
	await page.getByRole('option', { name: guest.login }).click()
	await adding.getByRole('button', { name: 'Add member' }).click()
	await adding.waitFor({ state: 'detached' })

	const choose = async (login: string, item: string) => {
		await page.getByRole('button', { name: `Manage ${login}` }).click()
		await page.getByRole('menuitem', { name: item }).click()
	}
	const dialog = page.getByRole('dialog')
	await choose(guest.login, 'Make an admin')
	await dialog
		.getByRole('region', { name: 'What will change' })
		.getByText(`${guest.login} in ${org.name}: member → admin.`)
		.waitFor()
	await dialog.getByRole('button', { name: 'Make an admin' }).click()
	await page.getByText(`Made ${guest.login} an admin.`).waitFor()
	expect((await read(org.id)).members).toContainEqual(
		expect.objectContaining({ user_id: guest.user_id, role: 'admin' }),
	)

	await choose(owner.login, 'Remove from org')
	await dialog.getByText("This is the org's last owner").waitFor()
	await dialog.getByRole('button', { name: 'Cancel' }).click()

	await choose(guest.login, 'Remove from org')
	await dialog.getByRole('button', { name: 'Remove from org' }).click()
	await page.getByText(`Removed ${guest.login}.`).waitFor()
	expect((await read(org.id)).members).toHaveLength(1)
	await page.getByRole('link', { name: 'Changes' }).click()
	await page.getByRole('cell', { name: 'Membership deleted' }).waitFor()
})

test('a platform admin acts in an org, which every page says, and switches back', async ({ open }) => {
	const org = await createOrg()
	const page = await open(`/console/orgs/${org.id}`)
	await page.getByRole('button', { name: 'Switch to this org' }).click()
	await page.waitForURL(/\/console\/\?of=org$/)
	await page.getByRole('button', { name: new RegExp(`Account menu.*${org.name}`) }).click()
	await page.keyboard.press('Escape')
	await page.goto('/console/webhook-endpoints')
	const bar = page.getByRole('status').filter({ hasText: "You're acting in" })
	await bar.getByRole('link', { name: org.name }).waitFor()
	// Pages that failed say it too.
	for (const [path, heading] of [
		['/console/webhook-endpoints/whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'Not found'],
		['/console/nowhere', 'Page not found'],
	] as const) {
		await visit(page, path)
		await page.getByRole('heading', { name: heading }).waitFor()
		await page
			.getByRole('main')
			.getByRole('link', { name: /^Go to/ })
			.waitFor()
		await bar.getByRole('link', { name: org.name }).waitFor()
	}
	await bar.getByRole('button', { name: "Back to root's org" }).click()
	await bar.waitFor({ state: 'detached' })
	await page.getByRole('button', { name: /Account menu.*root's org/ }).waitFor()
	// What belongs to the other org isn't here, so the page leads to its list.
	await visit(page, '/console/webhook-endpoints/whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S')
	await page.getByRole('heading', { name: 'Not found' }).waitFor()
	await page.getByRole('link', { name: 'Go to Webhooks' }).click()
	await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
})

test('an entitlement is set for an org until it expires, changed and deleted', async ({ open }) => {
	const org = await createOrg()
	const valueOf = async () => {
		const all = await call<{ key: string; value: string; source: string }[]>('GET', `/v1/entitlements?org_id=${org.id}`)
		return all.find(({ key }) => key === 'limit.org_members')
	}
	const page = await open(`/console/orgs/${org.id}?tab=plan`)
	await page.getByRole('button', { name: 'Override members for this org' }).click()
	const dialog = page.getByRole('dialog')
	const review = dialog.getByRole('button', { name: 'Review' })
	await dialog.getByLabel('Value').fill('many')
	await review.click()
	await dialog.getByText('Must be an integer').waitFor()
	await dialog.getByLabel('Value').fill('0')
	await review.click()
	await dialog.getByText('To stop an org, pause it. To lift the limit, tick Unlimited.').waitFor()
	await dialog.getByLabel('Value').fill('7')
	await dialog.getByLabel('Reason').fill('Pilot')
	await dialog.getByLabel('Expires').fill('2040-01-01T12:00')
	await review.click()
	await dialog.getByRole('button', { name: 'Save' }).click()
	await page.getByText('Saved the override of members.').waitFor()
	expect(await valueOf()).toMatchObject({ value: '7', source: 'override' })
	const [override] = await call<{ expires_at: string }[]>('GET', `/v1/entitlement-overrides?org_id=${org.id}`)
	// The browser of the tests is in Berlin.
	expect(override?.expires_at).toBe('2040-01-01T11:00:00.000Z')

	const mine = page.getByRole('table', { name: 'Overrides' })
	await mine.getByRole('button', { name: 'Edit the override of members' }).click()
	await dialog.getByLabel('Unlimited').check()
	await review.click()
	await dialog.getByRole('button', { name: 'Save' }).click()
	await mine.getByRole('cell', { name: 'Unlimited', exact: true }).waitFor()
	// An unlimited value opens with the box ticked, never as a 0.
	await mine.getByRole('button', { name: 'Edit the override of members' }).click()
	expect(await dialog.getByLabel('Unlimited').isChecked()).toBe(true)
	expect(await dialog.getByLabel('Value').inputValue()).toBe('')
	// Who types a limit means it.
	await dialog.getByLabel('Value').fill('9')
	expect(await dialog.getByLabel('Unlimited').isChecked()).toBe(false)
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await mine.getByRole('button', { name: 'Delete the override of members' }).click()
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await page.getByText('No overrides').waitFor()
	expect(await valueOf()).toMatchObject({ source: 'default' })
})

nightly('an owner sees the org with its runs, and nothing of the platform', async ({ open }) => {
	const page = await open('/console/your-org', { as: MEMBER })
	await page.getByRole('table', { name: 'Recent runs' }).locator('[data-row-link]').first().waitFor()
	await page.getByRole('link', { name: 'Plan', exact: true }).click()
	await page.getByRole('table', { name: 'Entitlements' }).getByText('Members', { exact: true }).waitFor()
	expect(await page.getByRole('button', { name: /^Override / }).count()).toBe(0)
	await page.goto('/console/orgs')
	await page.getByText('Needs the role Auditor').waitFor()
})

nightly('a plain member sees the org without its runs', async ({ open }) => {
	const org = await createOrg()
	const page = await open('/console/your-org', { as: await registerMember(org.id), inOrg: org.id })
	await page.getByRole('heading', { name: org.name }).waitFor()
	await page.getByRole('region', { name: 'Credits' }).waitFor()
	expect(await page.getByText('Recent runs').count()).toBe(0)
})
