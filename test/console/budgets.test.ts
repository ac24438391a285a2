import { expect } from 'vitest'
import { call, nightly, register, test, unique } from './test.ts'

/** An owner of an org in which two users had three runs of 100 credits each today. */
async function withRuns() {
	const owner = await register('budgets')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const [mia, noah] = [unique('mia'), unique('noah')]
	const report = { org_id, status: 'completed', total_cost_usd: 0.1, agent_id: 'researcher' }
	await call(
		'POST',
		'/v1/runtime/runs',
		[mia, noah].flatMap((user_id) => [1, 2, 3].map(() => ({ ...report, user_id, run_id: unique('run') }))),
	)
	return { owner, org_id, mia }
}

test('an owner makes a budget after its simulation, changes and deletes it, and undoes that', async ({ open }) => {
	const { owner, org_id, mia } = await withRuns()
	const budgets = () => call<{ name: string; limit: number }[]>('GET', `/v1/orgs/${org_id}/budgets`, undefined, owner)
	const own = async () => (await budgets()).filter(({ name }) => name.startsWith('Each user'))
	const page = await open('/console/budgets', { as: owner })
	await page.getByRole('button', { name: 'New budget' }).click()
	await page.getByLabel('Limit').fill('900')
	await page.getByText(/^New budget: 900 credits a day for each user/).waitFor()
	await page.getByLabel('Limit').fill('')
	await page.getByLabel('Name').fill('Each user a day')
	await page.getByRole('button', { name: 'Create' }).click()
	await page.locator('input[name="limit"][aria-invalid="true"]').waitFor()
	expect(await own()).toEqual([])
	await page.getByLabel('Limit').fill('250')
	await page.getByText('In the last 7 days it would have stopped 2 runs of 2 users.').waitFor()
	await page.getByText('2 users have used it up already').waitFor()
	await page.getByRole('button', { name: 'Create' }).click()

	await page.getByText('Created Each user a day.').waitFor()
	const row = page.getByRole('table', { name: 'Current usage' }).getByRole('row', { name: mia })
	await row.getByText('300 of 250').waitFor()
	await row.getByText('used up').waitFor()
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Limit').fill('1000')
	await page.getByText('In the last 7 days it would have stopped no run.').waitFor()
	await page.getByText('limit 250 → 1,000').waitFor()
	await page.getByRole('button', { name: 'Save' }).click()
	await row.getByText('300 of 1,000').waitFor()
	expect(await own()).toMatchObject([{ limit: 1_000 }])

	await page.getByRole('button', { name: 'Delete' }).click()
	const dialog = page.getByRole('dialog', { name: 'Delete Each user a day?' })
	await dialog.getByRole('region', { name: 'What will change' }).waitFor()
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await page.waitForURL(/\/budgets$/)
	expect(await own()).toEqual([])
	await page.getByText('Deleted Each user a day.').waitFor()
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await page.getByRole('link', { name: 'Each user a day' }).waitFor()
	expect(await own()).toMatchObject([{ limit: 1_000 }])
})

nightly("an org sees the platform's budget beside its own and can't change it; an operator can", async ({ open }) => {
	const { owner, org_id } = await withRuns()
	const [name, own] = [unique('Trial'), unique('Own')]
	const budget = { scope: 'org', unit: 'credits', window: 'month', limit: 1_000 }
	await call('POST', '/v1/admin/budgets', { ...budget, name, org_id })
	await call('POST', `/v1/orgs/${org_id}/budgets`, { ...budget, name: own }, owner)
	const page = await open('/console/budgets', { as: owner })
	await page.getByRole('link', { name: own }).waitFor()
	await page.getByRole('row', { name }).getByText('600 of 1,000').waitFor()
	await page.getByRole('link', { name }).click()
	await page.getByText('The platform set this budget').waitFor()
	expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)

	const operators = await open(`/console/orgs/${org_id}?tab=budgets`)
	await operators.getByRole('link', { name: own }).waitFor()
	await operators.getByRole('link', { name }).click()
	await operators.getByRole('link', { name: 'Change the budget of the platform' }).click()
	await operators.getByRole('button', { name: 'Delete' }).waitFor()
	await operators.getByRole('button', { name: 'Edit', exact: true }).click()
	await operators.getByRole('form', { name: 'Settings' }).waitFor()
})

nightly('an alert in the bell leads to its budget', async ({ open }) => {
	const { owner, org_id } = await withRuns()
	const name = unique('Alerting')
	const budget = { name, scope: 'agent', unit: 'credits', window: 'month', limit: 700, alerts: [80] }
	await call('POST', `/v1/orgs/${org_id}/budgets`, budget, owner)
	const page = await open('/console/', { as: owner })
	await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
	await page.getByRole('link', { name: 'A budget has reached 80 % of its limit' }).click()
	await page.getByRole('heading', { name }).waitFor()
	await page
		.getByRole('row', { name: /^researcher/ })
		.getByText('600 of 700')
		.waitFor()
	expect(await page.getByRole('dialog').count()).toBe(0)
})
