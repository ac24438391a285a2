import { expect } from 'vitest'
import { call, nightly, register, registerOperator, test, unique } from './test.ts'

interface Roles {
	roles: string[]
}

test('roles are set after a preview that says what changes, and undone from the toast', async ({ open }) => {
	const { user_id, username } = await register('hired')
	const rolesNow = async () => (await call<Roles>('GET', `/v1/admin/users/${user_id}/roles`)).roles
	const page = await open('/console/operators')
	await page.getByRole('button', { name: 'Add operator' }).click()
	await page.getByRole('combobox', { name: 'User' }).fill(username)
	await page.getByRole('option', { name: username }).click()
	await page.getByRole('checkbox', { name: /^Billing/ }).check()
	await page.getByRole('button', { name: 'Review…' }).click()
	const asked = page.getByRole('dialog', { name: `Change the platform roles of ${username}?` })
	await asked.getByText(`${username} will be able to change plans, credits and budgets.`).waitFor()
	expect(await rolesNow()).toEqual([])
	await asked.getByRole('button', { name: 'Change roles' }).click()
	await page.getByText(`Changed the platform roles of ${username}.`).waitFor()
	expect(await rolesNow()).toEqual(['billing'])
	await page.getByRole('row').filter({ hasText: username }).getByText('Billing').waitFor()
	await page.getByRole('button', { name: 'Undo' }).click()
	await page.getByText('Undone').waitFor()
	expect(await rolesNow()).toEqual([])
})

nightly('roles that somebody else changed meanwhile are not overwritten', async ({ open }) => {
	const { user_id, username } = await register('contested')
	const path = `/v1/admin/users/${user_id}/roles`
	const page = await open(`/console/users/${user_id}`)
	await page.getByRole('button', { name: 'Actions' }).click()
	await page.getByRole('menuitem', { name: 'Platform roles…' }).click()
	await page.getByRole('checkbox', { name: /^Support/ }).check()
	await call('PUT', path, { roles: ['auditor'] })
	await page.getByRole('button', { name: 'Review…' }).click()
	await page.getByText('Someone else changed this in the meantime.').waitFor()
	expect(await page.getByText(`Changed the platform roles of ${username}.`).count()).toBe(0)
	expect(await call<Roles>('GET', path)).toMatchObject({ roles: ['auditor'] })
})

nightly('the list shows who holds which roles, since when, and who granted them', async ({ open }) => {
	const { username, user_id } = await registerOperator('support', 'billing')
	const page = await open('/console/operators')
	const row = page.getByRole('row').filter({ hasText: username })
	await row.getByText('Support', { exact: true }).waitFor()
	await row.getByText('Billing', { exact: true }).waitFor()
	await row.getByRole('cell', { name: 'root', exact: true }).waitFor()
	await row.getByRole('link').click()
	await page.waitForURL(new RegExp(user_id))
})

nightly("support can't change an operator, and reads who can", async ({ open }) => {
	const other = await registerOperator('auditor')
	const customer = await register('customer')
	const page = await open(`/console/users/${other.user_id}`, { as: await registerOperator('support') })
	await page.getByText('Needs the role Platform admin').first().waitFor()
	expect(await page.getByRole('button', { name: 'Suspend', exact: true }).count()).toBe(0)
	await page.goto(`/console/users/${customer.user_id}`)
	await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
	await page.getByRole('button', { name: 'Actions' }).click()
	const roles = page.getByRole('menuitem', { name: 'Platform roles…' })
	await roles.getByText('Needs the role Platform admin').waitFor()
	expect(await roles.getAttribute('aria-disabled')).toBe('true')
})

nightly('billing adjusts the balance on the page of an org, and sees the new one', async ({ open }) => {
	const { user_id } = await register('payer')
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', {
		name: unique('Payer'),
		owner_user_id: user_id,
	})
	await call('POST', '/v1/admin/credits/adjust', { org_id: org.id, amount: 100 })
	const page = await open(`/console/orgs/${org.id}`, { as: await registerOperator('billing') })
	const credits = page.getByRole('region', { name: 'Credits' })
	const { balance } = await call<{ balance: number }>('GET', `/v1/admin/credits?org_id=${org.id}&limit=1`)
	await credits.getByText(String(balance), { exact: true }).first().waitFor()
	await credits.getByRole('button', { name: 'Adjust' }).click()
	await page.getByRole('textbox', { name: 'Credits' }).fill('250')
	await page.getByRole('button', { name: 'Adjust…' }).click()
	await page.getByRole('button', { name: /^Adjust by/ }).click()
	await credits
		.getByText(String(balance + 250), { exact: true })
		.first()
		.waitFor()
	await page.getByText('Needs the role Support').first().waitFor()
})

nightly('a plan leads to its own subscriptions', async ({ open }) => {
	const plan = await call<{ id: string }>('POST', '/v1/plans', { name: unique('linked'), display_name: 'Linked' })
	const page = await open(`/console/plans/${plan.id}`)
	await page.getByRole('link', { name: /orgs? (is|are) on this plan/ }).click()
	await page.waitForURL(new RegExp(`plan_id=${plan.id}`))
	await page.getByText('No matching subscriptions').waitFor()
})

nightly('an override of a flag is set on the page of an org, and taken back', async ({ open }) => {
	const org = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: unique('Flagged') })
	const key = unique('org.flag').replaceAll('-', '_')
	await call('POST', '/v1/feature-flags', { key, default_value: false })
	const page = await open(`/console/orgs/${org.id}?tab=flags`, { as: await registerOperator('operations') })
	const row = page.getByRole('row').filter({ hasText: key })
	await row.getByRole('button', { name: `Turn on here: ${key}` }).click()
	await row.getByText('override').waitFor()
	await row.getByRole('button', { name: `Use default for ${key}` }).click()
	await row.getByText('default').waitFor()
	await call('DELETE', `/v1/feature-flags/${key}`)
})
