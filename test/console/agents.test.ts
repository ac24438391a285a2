import { expect } from 'vitest'
import { ADMIN } from './instance.ts'
import { call, nightly, register, test, unique } from './test.ts'

interface Pause {
	scope: string
	subject: string
}

/** An owner whose org had runs of two agents, of which one failed. */
async function withAgents() {
	const owner = await register('agents')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	const [triage, research] = [unique('triage/'), unique('research')]
	const run = (agent_id: string, fields: object = {}) => ({
		run_id: unique('run'),
		org_id,
		status: 'completed',
		agent_id,
		model: 'gpt-5-mini',
		total_cost_usd: 0.25,
		...fields,
	})
	const failed = run(triage, { status: 'failed', total_cost_usd: 0.5 })
	await call('POST', '/v1/runtime/runs', [run(triage), run(triage), failed, run(research)])
	const pauses = () => call<Pause[]>('GET', `/v1/orgs/${org_id}/pauses`, undefined, owner)
	return { owner, org_id, triage, research, failed: failed.run_id, pauses }
}

test('an owner sees what each agent ran and cost, pauses one from its page and lifts it in the list', async ({
	open,
}) => {
	const { owner, org_id, triage, research, pauses } = await withAgents()
	const budget = { name: 'Each agent', scope: 'agent', unit: 'credits', window: 'day', limit: 2_000 }
	await call('POST', `/v1/orgs/${org_id}/budgets`, budget, owner)
	const page = await open('/console/agents', { as: owner })
	const row = page.getByRole('row', { name: triage })
	await row.getByText('$1.00').waitFor()
	await row.getByText('1,000 of 2,000').waitFor()
	await page.getByRole('row', { name: research }).getByText('250 of 2,000').waitFor()
	await row.getByRole('link').click()
	await page.getByRole('heading', { name: triage }).waitFor()
	await page.getByRole('region', { name: 'Cost', exact: true }).getByText('$0.3333 per run').waitFor()
	await page.getByRole('region', { name: 'Failed', exact: true }).getByText('33.3%').waitFor()
	await page.getByRole('table', { name: 'Budgets of this agent' }).getByText('1,000 of 2,000').waitFor()
	expect(await page.getByRole('table', { name: 'Newest runs' }).locator('[data-row-link]').count()).toBe(3)
	expect(await page.getByRole('table', { name: 'Last failures' }).locator('[data-row-link]').count()).toBe(1)

	await page.getByRole('button', { name: 'Pause agent' }).click()
	await page.getByLabel('Reason').fill('It loops')
	await page.getByRole('button', { name: 'Preview' }).click()
	const review = page.getByRole('dialog', { name: `Pause agent ${triage}?` })
	await review.getByText('paused, until').waitFor()
	expect(await pauses()).toEqual([])
	await review.getByRole('button', { name: 'Pause', exact: true }).click()
	await page.getByRole('button', { name: 'Lift pause' }).waitFor()
	await page.getByRole('region', { name: 'Paused' }).getByText('It loops').waitFor()
	expect(await pauses()).toMatchObject([{ scope: 'agent', subject: triage }])
	await page.getByRole('link', { name: 'Agents', exact: true }).last().click()
	await row.getByText('paused').waitFor()
	await row.getByRole('button', { name: `Lift the pause of agent ${triage}` }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
	// While the dialog is open, there's no row to find.
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await row.getByText('paused').waitFor({ state: 'detached' })
	expect(await pauses()).toEqual([])
})

nightly(
	'the forms of pauses and budgets offer the names of agents and warn of one that no run has',
	async ({ open }) => {
		const { owner, triage, research } = await withAgents()
		const warning = 'No run of the last 30 days has this name.'
		const page = await open('/console/pauses', { as: owner })
		await page.getByRole('button', { name: 'New pause' }).click()
		const field = page.getByLabel('Agent', { exact: true })
		const offered = () => page.locator('datalist option').allTextContents()
		await expect.poll(offered).toEqual([research, triage].toSorted())
		await field.fill(triage.slice(0, -1))
		await page.getByText(warning).waitFor()
		await field.fill(triage)
		await page.getByText(warning).waitFor({ state: 'detached' })
		await page.goto('/console/budgets/new')
		await page.getByLabel('Applies to').selectOption('agent')
		const only = page.getByLabel('Agent', { exact: true })
		await expect.poll(offered).toContain(research)
		await only.fill('nobody')
		await page.getByText(warning).waitFor()
		await only.fill('')
		await page.getByText(warning).waitFor({ state: 'detached' })
	},
)

nightly('a name that only a run in progress has is no misspelt one', async ({ open }) => {
	const { owner, org_id } = await withAgents()
	const live = unique('looping')
	const report = { run_id: unique('run'), org_id, status: 'running', agent_id: live }
	await call('POST', '/v1/runtime/runs', report)
	const page = await open(`/console/runs/${report.run_id}`, { as: owner })
	await page.getByRole('button', { name: 'Pause agent' }).click()
	await expect.poll(() => page.getByLabel('Agent', { exact: true }).inputValue()).toBe(live)
	await page.waitForLoadState('networkidle')
	expect(await page.getByText('No run of the last 30 days').count()).toBe(0)
})

nightly("a run leads to its agent, and an agent's page to a budget for it", async ({ open }) => {
	const { owner, triage, failed } = await withAgents()
	const page = await open(`/console/runs/${failed}`, { as: owner })
	await page.getByRole('link', { name: triage, exact: true }).click()
	await page.getByRole('heading', { name: triage }).waitFor()
	await page.getByRole('button', { name: 'New budget' }).click()
	await page.waitForURL(/\/budgets\/new/)
	expect(await page.getByLabel('Agent', { exact: true }).inputValue()).toBe(triage)
	await page.getByLabel('Name').fill('Triage')
	await page.getByLabel('Limit').fill('100')
	await page.getByText('In the last 7 days it would have stopped').waitFor()
})

nightly('the palette finds an agent by its name and pauses it', async ({ open }) => {
	const { owner, research, pauses } = await withAgents()
	const page = await open('/console/', { as: owner })
	const find = async () => {
		await page.getByRole('heading', { level: 1 }).waitFor()
		await page.keyboard.press('Control+k')
		await page.getByRole('dialog').getByRole('combobox').fill(research)
	}
	await find()
	await page.getByRole('option', { name: `Pause ${research}` }).click()
	await page.getByLabel('Reason').fill('It loops')
	await page.getByRole('button', { name: 'Preview' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
	await page.getByRole('button', { name: 'Lift pause' }).waitFor()
	expect(await pauses()).toMatchObject([{ scope: 'agent', subject: research }])
	await find()
	await page.getByRole('option', { name: new RegExp(`^${research}`) }).click()
	await page.waitForURL((url) => url.searchParams.get('agent') === research && !url.searchParams.has('pause'))
})

nightly('an operator sees the agents of all orgs, and those of one', async ({ open }) => {
	const { org_id, research, triage } = await withAgents()
	const page = await open(`/console/agents?q=${research}`, { as: ADMIN })
	await page.getByRole('row', { name: research }).getByRole('link').click()
	await page.getByRole('heading', { name: research }).waitFor()
	await page.getByRole('link', { name: 'Agents', exact: true }).last().click()
	await page.waitForURL((url) => url.searchParams.get('org_id') === org_id)
	await page.getByRole('row', { name: triage }).waitFor()
	await page.getByRole('link', { name: /^Remove filter: Org: / }).click()
	await page.waitForURL((url) => !url.searchParams.has('org_id'))
})
