import { expect } from 'vitest'
import { MEMBER } from './instance.ts'
import { call, nightly, test, unique } from './test.ts'

interface Me {
	org_id: string
	orgs: { org_id: string; name: string }[]
}

/** An org with one run that ended, and one that's still running. */
async function withRuns() {
	const org = await call<{ id: string; name: string }>('POST', '/v1/admin/orgs', { name: unique('Runner') })
	await call('POST', '/v1/admin/credits/adjust', { org_id: org.id, amount: 1_000, note: null })
	const model = unique('model')
	const [ended, going, uncounted] = [unique('run'), unique('run'), unique('run')]
	const report = { org_id: org.id, model, total_input_tokens: 1_500, total_output_tokens: 500 }
	await call('POST', '/v1/runtime/runs', [
		{ ...report, run_id: ended, status: 'completed', total_cost_usd: 0.02, duration_ms: 5_210 },
		{ ...report, run_id: going, status: 'running' },
		{ ...report, model: unique('other'), run_id: uncounted, status: 'completed' },
	])
	return { org, model, ended, going, uncounted }
}

nightly('runs are filtered by status, org, model and time, all in the address', async ({ open }) => {
	const { org, model, ended, going } = await withRuns()
	const page = await open('/console/runs')
	const rows = page.getByRole('table', { name: 'Runs' }).locator('[data-row-link]')
	await rows.nth(20).waitFor()
	await page
		.getByRole('region', { name: 'Median duration' })
		.getByText(/\d (ms|s)$/)
		.waitFor()
	await page.getByRole('button', { name: 'More filters' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('combobox', { name: 'Org' }).fill(org.name)
	await page.getByRole('option', { name: org.name }).click()
	await dialog.getByLabel('Model').fill(model)
	await dialog.getByLabel('Started at or after').fill('2026-01-02T10:00')
	await dialog.getByLabel('Started before').fill('2026-01-01T10:00')
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await dialog.getByText('Must be after the start time').waitFor()
	await dialog.getByLabel('Started before').fill('2099-01-01T10:00')
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await page.waitForURL((url) => url.searchParams.get('from') === '2026-01-02T09:00:00.000Z')
	const shown = async () => (await rows.locator('code').allTextContents()).toSorted()
	await expect.poll(shown).toEqual([ended, going].toSorted())

	await page.getByRole('link', { name: 'Running' }).click()
	await page.waitForURL(/status=running/)
	await page.getByRole('link', { name: ended }).waitFor({ state: 'detached' })
	await page.getByRole('link', { name: `Remove filter: Model: ${model}` }).click()
	await page.waitForURL((url) => !url.searchParams.has('model'))
	await page.reload()
	await page.getByRole('link', { name: `Remove filter: Org: ${org.name}` }).waitFor()
	await expect.poll(shown).toEqual([going])
})

test('a run shows what it cost and what it took from the balance', async ({ open }) => {
	const { org, ended, going, uncounted } = await withRuns()
	const page = await open(`/console/runs/${ended}`)
	await page.getByRole('region', { name: 'Cost breakdown' }).getByText('The reported cost counts.').waitFor()
	await page.getByRole('region', { name: 'Cost', exact: true }).getByText('$0.0200').waitFor()
	await page.getByRole('region', { name: 'Duration' }).getByText('5.2 s').waitFor()
	await page.getByRole('region', { name: 'What happened' }).getByText('-20, balance').waitFor()
	await page.getByRole('link', { name: org.name }).click()
	await page.getByRole('heading', { name: org.name }).waitFor()
	await page.goto(`/console/runs/${uncounted}`)
	await page.getByText('The runtime reported no cost, and the model has no price that counts.').waitFor()
	await page.goto(`/console/runs/${going}`)
	await page.getByText('Still running').waitFor()
	await page.getByRole('region', { name: 'What happened' }).getByText('Started').waitFor()
	const alike = page.getByRole('table', { name: 'Runs like this one' })
	await alike.getByRole('link', { name: ended }).waitFor()
	expect(await alike.getByRole('link', { name: going }).count()).toBe(0)
})

nightly("an owner only sees their own org's runs", async ({ open }) => {
	const { ended } = await withRuns()
	const { org_id, orgs } = await call<Me>('GET', '/v1/me', undefined, MEMBER)
	const own = orgs.find((org) => org.org_id === org_id)?.name ?? ''
	const page = await open('/console/runs', { as: MEMBER })
	await page.locator('[data-row-link]').first().click()
	await page.waitForURL(/runs\/run_/)
	await page.getByRole('definition').filter({ hasText: own }).waitFor()
	await page.getByRole('region', { name: 'What happened' }).waitFor()
	expect(await page.getByRole('link', { name: 'More runs of this org' }).count()).toBe(0)
	await page.goto(`/console/runs/${ended}`)
	await page.getByText('Not found').waitFor()
})

nightly('a live run shows its hold, what it has spent and whose run it is', async ({ open }) => {
	const { org } = await withRuns()
	const [run_id, agent_id, user_id] = [unique('run'), unique('agent'), unique('user')]
	const names = { org_id: org.id, agent_id, user_id }
	await call('POST', '/v1/runtime/runs/begin', { ...names, run_id, hold: { credits: 50, tokens: 20_000 } })
	await call('POST', `/v1/runtime/runs/${run_id}/progress`, { org_id: org.id, total_cost_usd: 0.012 })
	const page = await open(`/console/runs?agent_id=${agent_id}`)
	const row = page.getByRole('row', { name: run_id })
	// The list has the unit that runs out first, and the run's page both.
	await row.getByText('12 of 50 credits').waitFor()
	expect(await row.getByText('tokens').count()).toBe(0)
	await row.getByText(/lapses in 1[45] min/).waitFor()
	await page.getByRole('button', { name: 'More filters' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('User').fill(user_id)
	await dialog.getByRole('button', { name: 'Apply' }).click()
	await page.getByRole('link', { name: `Remove filter: Agent: ${agent_id}` }).waitFor()
	await page.getByRole('link', { name: `Remove filter: User: ${user_id}` }).waitFor()

	await page.getByRole('link', { name: run_id }).click()
	const hold = page.getByRole('region', { name: 'Hold' })
	await hold.getByText('12 of 50 spent').waitFor()
	await hold.getByText('0 of 20,000 spent').waitFor()
	await page.getByRole('definition').filter({ hasText: agent_id }).waitFor()
	await call('POST', '/v1/runtime/runs', [{ ...names, run_id, status: 'completed', total_cost_usd: 0.02 }])
	await page.reload()
	await page.getByRole('heading', { level: 1 }).getByText('completed').waitFor()
	expect(await hold.count()).toBe(0)

	await page.goto(`/console/credits/${org.id}`)
	await page.getByRole('region', { name: 'Held' }).getByText('0', { exact: true }).waitFor()
	await page.getByRole('region', { name: 'Available' }).getByText('No limit').waitFor()
})
