import { expect } from 'vitest'
import { resize } from './browser.ts'
import { call, instance, nightly, register, test, unique } from './test.ts'

interface Asked {
	id: string
	state: string
	decision_reason: string | null
	granted: object | null
}

const REASON = 'The last two chapters are left.'

/** An owner whose agent has a budget of 100 credits, and what asks for more. */
async function withBudget() {
	const owner = await register('asked')
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me', undefined, owner)
	await call('POST', '/v1/admin/credits/adjust', { org_id, amount: 10_000 })
	const agent = unique('researcher')
	const budget = { name: 'Each agent', scope: 'agent', unit: 'credits', window: 'month', limit: 100 }
	await call('POST', `/v1/orgs/${org_id}/budgets`, budget, owner)
	const refused = (path: string, body: object) =>
		expect(call('POST', path, { org_id, ask: { reason: REASON }, ...body })).rejects.toThrow('402')
	return {
		owner,
		org_id,
		agent,
		/** A run that is refused at its start. */
		ask: (credits: number) =>
			refused('/v1/runtime/runs/begin', { run_id: unique('run'), agent_id: agent, hold: { credits } }),
		/** A live run that is refused later. */
		askLater: async () => {
			const run_id = unique('run')
			await call('POST', '/v1/runtime/runs/begin', { run_id, org_id, agent_id: agent, hold: { credits: 50 } })
			await refused(`/v1/runtime/runs/${run_id}/progress`, { hold: { credits: 300 } })
			return run_id
		},
		list: () => call<Asked[]>('GET', `/v1/orgs/${org_id}/requests`, undefined, owner),
	}
}

test('an owner sees who asks for what and why while it happens, and declines in two presses', async ({ open }) => {
	const { owner, agent, ask, list } = await withBudget()
	const page = await open('/console/requests', { as: owner })
	await page.getByText('Nothing waits for a decision').waitFor()
	await ask(500)
	// It's live.
	const card = page.getByRole('article', { name: `${agent} asks for 400 credits` })
	await card.getByText(REASON).waitFor()
	await card.getByText(`Each agent (${agent})`).waitFor()
	await resize(page, { width: 390, height: 844 })
	await card.getByRole('button', { name: 'Decline' }).click()
	const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
	await dialog.getByLabel('Reason').fill('Too dear')
	await dialog.getByRole('button', { name: 'Decline' }).click()
	await page.getByText('Declined the request.').waitFor()
	await page.getByText('Nothing waits for a decision').waitFor()
	expect(await list()).toMatchObject([{ state: 'declined', decision_reason: 'Too dear' }])
	await page.getByRole('link', { name: 'Declined' }).click()
	await page.getByRole('link', { name: `${agent} asks for 400 credits` }).click()
	await page.getByRole('region', { name: 'Decision' }).getByText('Too dear').waitFor()
	expect(await page.getByRole('button', { name: 'Decline' }).count()).toBe(0)
})

nightly('the keyboard moves between requests and declines one', async ({ open }) => {
	const { owner, agent, ask, list } = await withBudget()
	await ask(300)
	await ask(700)
	const page = await open('/console/requests', { as: owner })
	await page.getByRole('link', { name: `${agent} asks for 600 credits` }).focus()
	await page.keyboard.press('ArrowDown')
	await page
		.getByRole('link', { name: `${agent} asks for 200 credits` })
		.and(page.locator(':focus'))
		.waitFor()
	await page.keyboard.press('d')
	await page.getByRole('dialog').getByLabel('Reason').and(page.locator(':focus')).waitFor()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await page.getByText('Declined the request.').waitFor()
	expect((await list()).map(({ state }) => state).toSorted()).toEqual(['declined', 'open'])
})

test('an owner grants all of it in two presses, or a part, and takes an unused grant back', async ({ open }) => {
	const { owner, agent, ask, list } = await withBudget()
	await ask(500)
	const page = await open('/console/requests', { as: owner })
	const card = page.getByRole('article', { name: `${agent} asks for 400 credits` })
	await card.getByRole('button', { name: 'Grant', exact: true }).click()
	const sure = page.getByRole('dialog', { name: 'Grant all of it to this run?' })
	await sure.getByText('This run may use 400 credits beyond its budgets.').waitFor()
	await sure.getByRole('button', { name: 'Grant', exact: true }).click()
	await page.getByText('Granted the request.').waitFor()
	expect(await list()).toMatchObject([{ state: 'granted', granted: { for: 'run', credits: 400 } }])
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await expect.poll(list).toMatchObject([{ state: 'declined' }])

	await ask(300)
	const next = page.getByRole('article', { name: `${agent} asks for 200 credits` })
	await next.getByRole('link').click()
	await page.getByRole('table', { name: 'Budgets' }).getByText('0 of 100').waitFor()
	await page.getByRole('button', { name: 'Grant part…' }).click()
	const part = page.getByRole('dialog', { name: 'Grant part of it' })
	await part.getByLabel('Credits').fill('50')
	await part.getByLabel('For').selectOption('window')
	await part.getByRole('button', { name: 'Grant', exact: true }).click()
	await page.getByText('50 credits, until the window ends').waitFor()
	await page.getByRole('table', { name: 'Budgets' }).getByText('0 of 150').waitFor()
})

test('what a key proposes says what it changes, and happens once it is granted', async ({ open }) => {
	const { owner, org_id } = await withBudget()
	const made = { name: 'Agent', scopes: ['org.settings'], mode: 'propose' }
	const { key } = await call<{ key: string }>('POST', '/v1/api-keys', made, owner)
	const name = unique('Proposed')
	const budget = { name, scope: 'org', unit: 'credits', window: 'month', limit: 700 }
	const headers = { Authorization: `Bearer ${key}` }
	const sent = { method: 'POST', headers, body: JSON.stringify(budget) }
	const reply = await fetch(`${instance().address}/v1/orgs/${org_id}/budgets`, sent)
	expect(reply.status).toBe(202)
	const page = await open('/console/requests', { as: owner })
	const card = page.getByRole('article', { name: /^A key proposes POST/ })
	await card.getByText(`New budget ${name}: 700 credits`).waitFor()
	await card.getByRole('button', { name: 'Grant', exact: true }).click()
	await page
		.getByRole('dialog', { name: 'Make this change?' })
		.getByRole('button', { name: 'Grant', exact: true })
		.click()
	const proof = page.getByLabel('Password')
	await proof.or(page.getByText('Granted the request.')).first().waitFor()
	if (await proof.isVisible()) {
		await proof.fill(owner.password)
		await page.keyboard.press('Enter')
	}
	await page.getByText('Granted the request.').waitFor()
	const budgets = await call<{ name: string }[]>('GET', `/v1/orgs/${org_id}/budgets`, undefined, owner)
	expect(budgets.map((one) => one.name)).toContain(name)
})

test('the page of a run says that it waits, and for what', async ({ open }) => {
	const { owner, agent, askLater } = await withBudget()
	const run_id = await askLater()
	const page = await open(`/console/runs/${run_id}`, { as: owner })
	const waits = page.getByRole('region', { name: 'This run waits for a decision' })
	await waits.getByText(`${agent} asks for 200 credits`).waitFor()
	await waits.getByRole('button', { name: 'Decline' }).waitFor()
})

test('a run is a story: its start, calls, refusals, requests, credits and end on one axis', async ({ open }) => {
	const { owner, org_id, agent, askLater, list } = await withBudget()
	const run_id = await askLater()
	const [asked] = await list()
	await call('POST', `/v1/orgs/${org_id}/requests/${asked?.id}/decline`, { reason: 'Too dear' }, owner)
	const end = { run_id, org_id, agent_id: agent, status: 'failed', model: 'gpt-5-mini', total_cost_usd: 0.02 }
	await call('POST', '/v1/runtime/runs', [end])
	const page = await open(`/console/runs/${run_id}`)
	await page.getByRole('heading', { name: agent, level: 1 }).waitFor()
	const story = page.getByRole('region', { name: 'What happened' }).getByRole('listitem')
	await story.filter({ hasText: 'Refused' }).getByRole('link', { name: 'Show trace' }).waitFor()
	await story.filter({ hasText: 'Asked for more' }).getByText(REASON).waitFor()
	await story.filter({ hasText: 'Decided' }).getByText('Too dear').waitFor()
	await story.filter({ hasText: 'Credits' }).getByText('-20, balance').waitFor()
	await story.first().getByText('Started').waitFor()
	await story.filter({ hasText: 'Ended' }).getByText('20 credits').waitFor()
})
