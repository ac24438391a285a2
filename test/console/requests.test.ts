import { expect } from 'vitest'
import { resize } from './browser.ts'
import { tabTo } from './by-keyboard.ts'
import { settled } from './settled.ts'
import { call, instance, nightly, register, registerOperator, test, unique } from './test.ts'

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

nightly('the keyboard leads to the requests, moves between them, and decides each in two presses', async ({ open }) => {
	const { owner, agent, ask, list } = await withBudget()
	for (const credits of [300, 500, 700]) await ask(credits)
	const page = await open('/console/', { as: owner })
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	await page.keyboard.press('?')
	const places = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
	await places.getByRole('term').filter({ hasText: 'GR' }).locator('+ dd').getByText('Requests').waitFor()
	await page.keyboard.press('Escape')
	await places.waitFor({ state: 'detached' })
	await page.keyboard.press('g')
	await page.keyboard.press('r')
	await page.waitForURL(/\/console\/requests$/)
	const onLink = (credits: number) =>
		page
			.getByRole('link', { name: `${agent} asks for ${credits} credits` })
			.and(page.locator(':focus'))
			.waitFor()
	await tabTo(page, `${agent} asks for 600 credits`)
	await page.keyboard.press('ArrowDown')
	await onLink(400)
	await page.keyboard.press('d')
	await page.getByRole('dialog').getByLabel('Reason').and(page.locator(':focus')).waitFor()
	await page.keyboard.press('Enter')
	await page.getByText('Declined the request.').waitFor()
	await tabTo(page, `${agent} asks for 600 credits`)
	await page.keyboard.press('a')
	const action = page.getByRole('dialog').getByRole('button', { name: 'Grant', exact: true })
	await action.and(page.locator(':focus:not([aria-disabled])')).waitFor()
	await page.keyboard.press('Enter')
	await page.getByText('Granted the request.').first().waitFor()
	await page.getByRole('dialog').waitFor({ state: 'detached' })
	await tabTo(page, `${agent} asks for 200 credits`)
	await page.keyboard.press('p')
	await page.getByRole('dialog').getByLabel('Credits').and(page.locator(':focus')).waitFor()
	await page.keyboard.press('Enter')
	await page.getByText('Nothing waits for a decision').waitFor()
	expect((await list()).map(({ state }) => state)).toEqual(['granted', 'declined', 'granted'])

	// The letter after G is no decision.
	await ask(900)
	await tabTo(page, `${agent} asks for 800 credits`)
	await page.keyboard.press('g')
	await page.keyboard.press('d')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect((await list())[0]?.state).toBe('open')
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
	await page.getByText('50 credits, until the period ends').waitFor()
	await page.getByRole('table', { name: 'Budgets' }).getByText('0 of 150').waitFor()
})

test('what an account proposes names it, happens once it is granted, and says so in the log', async ({ open }) => {
	const { owner, org_id } = await withBudget()
	const accounts = `/v1/orgs/${org_id}/service-accounts`
	const scopes = ['org.settings']
	const { id } = await call<{ id: string }>('POST', accounts, { name: 'Planner', scopes }, owner)
	const made = { name: 'Agent', mode: 'propose' }
	const { key } = await call<{ key: string }>('POST', `${accounts}/${id}/keys`, made, owner)
	const name = unique('Proposed')
	const budget = { name, scope: 'org', unit: 'credits', window: 'month', limit: 700 }
	const headers = { Authorization: `Bearer ${key}` }
	const sent = { method: 'POST', headers, body: JSON.stringify(budget) }
	const reply = await fetch(`${instance().address}/v1/orgs/${org_id}/budgets`, sent)
	expect(reply.status).toBe(202)
	const page = await open('/console/requests', { as: owner })
	const card = page.getByRole('article', { name: 'A key proposes a new budget' })
	await card.getByText(`New budget ${name}: 700 credits`).waitFor()
	await card.getByText('Asked by Planner').waitFor()
	await card.getByText(`POST /v1/orgs/${org_id}/budgets`).waitFor()
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

	await page.goto('/console/your-org?tab=log')
	const row = page.getByRole('row', { name: new RegExp(`New budget ${name}`) })
	await row.getByText('Proposed by Planner.').waitFor()
	await row.getByRole('link').click()
	const entry = page.getByRole('dialog', { name: 'Budget created' })
	await entry
		.getByRole('definition')
		.filter({ hasText: /^Planner$/ })
		.waitFor()
	const operators = await open(`/console/audit-logs?org_id=${org_id}`)
	await operators.getByText('Proposed by Planner.').waitFor()
})

nightly('the page of a run says that it waits, and for what', async ({ open }) => {
	const { owner, agent, askLater } = await withBudget()
	const run_id = await askLater()
	const page = await open(`/console/runs/${run_id}`, { as: owner })
	const waits = page.getByRole('region', { name: 'This run waits for a decision' })
	await waits.getByText(`${agent} asks for 200 credits`).waitFor()
	await waits.getByRole('button', { name: 'Decline' }).waitFor()
	// One frame, the panel's.
	const width = (of: Element) => getComputedStyle(of).borderTopWidth
	expect(await waits.evaluate(width)).toBe('1px')
	expect(await waits.getByRole('article').evaluate(width)).toBe('0px')
})

nightly("what waits is on the dashboard of those who may decide, and leads to the request's page", async ({ open }) => {
	const { owner, org_id, agent, ask } = await withBudget()
	await ask(500)
	await ask(600)
	const page = await open('/console/', { as: owner })
	const waits = page.getByRole('list', { name: 'What ends or waits' })
	await waits
		.getByRole('listitem')
		.filter({ hasText: `${agent} asks for 500 credits` })
		.getByText('Lapses in')
		.waitFor()
	await waits.getByRole('link', { name: `${agent} asks for 400 credits` }).click()
	await page.getByRole('button', { name: 'Grant', exact: true }).waitFor()

	const ofPlatform = { name: unique('Tight'), org_id, scope: 'agent', unit: 'credits', window: 'month', limit: 50 }
	const { id } = await call<{ id: string }>('POST', '/v1/admin/budgets', ofPlatform)
	await ask(900)
	const asked = `${agent} asks for 850 credits`
	const seller = await open('/console/', { as: await registerOperator('billing') })
	await seller.getByRole('link', { name: asked }).click()
	await seller.getByRole('button', { name: 'Grant', exact: true }).waitFor()
	const auditor = await open('/console/', { as: await registerOperator('auditor') })
	await auditor.getByRole('region', { name: 'Ahead' }).getByText('Spent this month').waitFor()
	await settled(auditor)
	expect(await auditor.getByText(asked).count()).toBe(0)
	await call('DELETE', `/v1/admin/budgets/${id}`)
})

nightly('the bell tells those who may decide, and leads to the request', async ({ open }) => {
	const { owner, agent, ask } = await withBudget()
	await ask(500)
	// They're told at the next minute.
	const told = () => call<{ data: { type: string }[] }>('GET', '/v1/notifications', undefined, owner)
	await expect
		.poll(async () => (await told()).data.map(({ type }) => type), { timeout: 120_000 })
		.toContain('request.opened')
	const page = await open('/console/', { as: owner })
	await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
	await page.getByRole('link', { name: 'A run asks for more' }).click()
	await page.getByRole('heading', { name: `${agent} asks for 400 credits` }).waitFor()
	expect(await page.getByRole('dialog').count()).toBe(0)
})

nightly('a run is a story: its start, calls, refusals, requests, credits and end on one axis', async ({ open }) => {
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
	await story.filter({ hasText: 'Asked for more' }).getByText(REASON, { exact: true }).waitFor()
	await story.filter({ hasText: 'Decided' }).getByText('Too dear').waitFor()
	await story.filter({ hasText: 'Credits' }).getByText('-20, balance').waitFor()
	await story.first().getByText('Started').waitFor()
	await story.filter({ hasText: 'Ended' }).getByText('20 credits').waitFor()
	await story.filter({ hasText: 'Asked for more' }).getByRole('link').click()
	await page.getByRole('region', { name: 'Decision' }).getByText('Too dear').waitFor()
})
