import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { rowsOf } from '../support/admission.ts'
import { budgetsOf, forgetPlatformBudgets, newBudget, OF_PLATFORM, storedHold } from '../support/budgets.ts'
import { configuration, orgPath } from '../support/configuration.ts'
import { revert } from '../support/reverts.ts'
import { subscribe } from '../support/runs.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

afterEach(forgetPlatformBudgets)

type Alert = { type: string; data: Record<string, unknown> }

const alertsOf = async (org_id: string): Promise<Alert[]> => {
	const sql = "SELECT type, data FROM events WHERE org_id = ? AND type LIKE 'budget.%' ORDER BY id"
	const events = await rowsOf<{ type: string; data: string }>(sql, org_id)
	return events.map(({ type, data }) => ({ type, data: JSON.parse(data) }))
}

const percentsOf = async (org_id: string) => (await alertsOf(org_id)).map(({ data: { percent } }) => percent).sort()

/** An org that has an endpoint for every event, with a call that reports an ended run of so many tokens. */
async function reporting() {
	const [owner, root] = [await user(), await admin()]
	const { org_id } = owner
	await subscribe(org_id)
	const report = (total_input_tokens: number, fields: object = {}) =>
		root.post('/v1/runtime/runs', {
			run_id: unique('run'),
			org_id,
			status: 'completed',
			agent_id: 'a',
			total_input_tokens,
			...fields,
		})
	return { owner, org_id, root, report }
}

const create = async (owner: Caller, fields: object) =>
	(await owner.post(budgetsOf(owner), newBudget({ unit: 'tokens', window: 'month', alerts: [50, 80], ...fields }))).body

/** The endpoints of an org that `work` signals. */
async function signalled(work: () => Promise<unknown>): Promise<number> {
	const sent = vi.spyOn(env.WEBHOOK_QUEUE, 'sendBatch').mockResolvedValue(undefined as never)
	try {
		await work()
		return sent.mock.calls.flatMap(([messages]) => [...messages]).length
	} finally {
		sent.mockRestore()
	}
}

const enable = (org_id: string) =>
	env.DB.prepare('UPDATE webhook_endpoints SET enabled = 1 WHERE org_id = ?').bind(org_id).run()

test('each threshold causes one event and one notice for a subject and window, in the batch that crosses it', async () => {
	const { owner, org_id, report } = await reporting()
	const budget = await create(owner, { name: 'Tokens' })
	await report(49)
	expect(await alertsOf(org_id)).toEqual([])
	await enable(org_id)
	expect(await signalled(() => report(1))).toBe(1)
	const month = new Date().toISOString().slice(0, 7)
	expect(await alertsOf(org_id)).toEqual([
		{
			type: 'budget.threshold',
			data: {
				budget_id: budget.id,
				name: 'Tokens',
				org_id,
				scope: 'agent',
				subject: 'a',
				unit: 'tokens',
				limit: 100,
				used: 50,
				held: 0,
				percent: 50,
				window_start: `${month}-01T00:00:00.000Z`,
				resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/),
			},
		},
	])
	await report(1)
	await report(60, { agent_id: 'b' })
	await report(60)
	expect(await percentsOf(org_id)).toEqual([50, 50, 80])
	// Another window, another time.
	await storedHold({ org_id, agent_id: 'a', tokens: 90, run_created_at: '2126-02-01T00:00:00.000Z' })
	expect(await percentsOf(org_id)).toEqual([50, 50, 50, 80, 80])
})

test('what live runs hold counts for a threshold, and what has lapsed does not', async () => {
	const { owner, org_id, report } = await reporting()
	await create(owner, {})
	await storedHold({ org_id, agent_id: 'a', tokens: 49 })
	expect(await percentsOf(org_id)).toEqual([])
	await storedHold({ org_id, agent_id: 'a', tokens: 1 })
	expect(await alertsOf(org_id)).toMatchObject([{ data: { used: 0, held: 50, percent: 50 } }])
	await storedHold({ org_id, agent_id: 'b', tokens: 45, spent_tokens: 5, expires_at: '2020-01-01T00:00:00.000Z' })
	await report(40, { agent_id: 'b' })
	expect(await percentsOf(org_id)).toEqual([50])
	await report(5, { agent_id: 'b' })
	expect((await alertsOf(org_id)).at(-1)).toMatchObject({ data: { subject: 'b', used: 45, held: 5 } })
})

test('a creation, a change, an apply and a revert that cross a threshold tell it at once; once stays once', async () => {
	const { owner, org_id, report } = await reporting()
	await report(60)
	await enable(org_id)
	let id = ''
	expect(await signalled(async () => void ({ id } = await create(owner, { name: 'First' })))).toBe(1)
	expect(await percentsOf(org_id)).toEqual([50])
	await env.DB.prepare('UPDATE webhook_endpoints SET due_at = NULL WHERE org_id = ?').bind(org_id).run()
	expect(await signalled(() => owner.patch(`${budgetsOf(owner)}/${id}`, { limit: 70 }))).toBe(1)
	expect(await percentsOf(org_id)).toEqual([50, 80])
	for (const change of [{ limit: 1000 }, { limit: 60 }, { alerts: [80] }])
		await owner.patch(`${budgetsOf(owner)}/${id}`, change)
	expect(await percentsOf(org_id)).toEqual([50, 80])
	const { put } = configuration(owner, orgPath(owner))
	await env.DB.prepare('UPDATE webhook_endpoints SET due_at = NULL WHERE org_id = ?').bind(org_id).run()
	const { name: _, ...entry } = newBudget({ unit: 'tokens', alerts: [60] })
	expect(await signalled(() => put({ version: 1, budgets: { Applied: entry } }, { mode: 'merge' }))).toBe(1)
	expect(await percentsOf(org_id)).toEqual([50, 60, 80])
	const removed = await owner.delete(`${budgetsOf(owner)}/${id}`)
	await env.DB.prepare('UPDATE webhook_endpoints SET due_at = NULL WHERE org_id = ?').bind(org_id).run()
	expect(await signalled(() => revert(owner, removed))).toBe(1)
	expect(await percentsOf(org_id)).toEqual([50, 60, 80, 80])
})

test('a budget of runs tells of each run, an expired one and a limit of 0 tell nothing', async () => {
	const { owner, org_id, report } = await reporting()
	await create(owner, { name: 'Expired', scope: 'org', expires_at: '2020-01-01T00:00:00Z' })
	await create(owner, { name: 'None', scope: 'org', limit: 0 })
	const live = await storedHold({ org_id, tokens: 80 })
	expect(await alertsOf(org_id)).toEqual([])
	const { id } = await create(owner, { name: 'Runs', scope: 'run', window: 'total', alerts: [50] })
	expect(await alertsOf(org_id)).toMatchObject([
		{ data: { subject: live, used: 0, held: 80, window_start: null, resets_at: null } },
	])
	const [small, other] = [await storedHold({ org_id, tokens: 40 }), await storedHold({ org_id, tokens: 40 })]
	await report(90)
	expect(await percentsOf(org_id)).toEqual([50, 50])
	await env.DB.prepare('UPDATE holds SET spent_tokens = 55 WHERE run_id = ?').bind(small).run()
	await owner.patch(`${budgetsOf(owner)}/${id}`, { limit: 80 })
	const told = (await alertsOf(org_id)).map(({ data: { subject } }) => subject)
	expect(told).toHaveLength(4)
	expect(told).toEqual(expect.arrayContaining([live, small, other]))
	const { id: expired } = (await owner.get(budgetsOf(owner))).body.find(
		({ name }: { name: string }) => name === 'Expired',
	)
	await owner.patch(`${budgetsOf(owner)}/${expired}`, { expires_at: null, alerts: [90] })
	expect((await alertsOf(org_id)).at(-1)).toMatchObject({ data: { name: 'Expired', percent: 90 } })
})

test("the notices go to the org's owners and admins, and for the platform's budgets to the platform admins too", async () => {
	const { owner, root, org_id, report } = await reporting()
	const [deputy, member] = [await user(), await user()]
	await root.put(`/v1/admin/orgs/${org_id}/members/${deputy.user_id}`, { role: 'admin' })
	await root.put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'member' })
	const noticesOf = async (caller: Caller) =>
		(await caller.get('/v1/notifications?type=budget.threshold&limit=100')).body.data.filter(
			({ payload }: { payload: { org_id: string } }) => payload.org_id === org_id,
		)
	const readers = async () => {
		const counts = [owner, deputy, member, root].map(async (caller) => (await noticesOf(caller)).length)
		return Promise.all(counts)
	}
	await create(owner, { name: 'Of the org', alerts: [50] })
	await report(50)
	expect(await readers()).toEqual([1, 1, 0, 0])
	expect(await noticesOf(owner)).toMatchObject([
		{
			type: 'budget.threshold',
			title: 'A budget has reached 50 % of its limit',
			body: 'The budget Of the org of agent a: 50 of 100 tokens.',
			payload: {
				code: 'budget_threshold',
				values: {
					name: 'Of the org',
					scope: 'agent',
					subject: 'a',
					taken: 50,
					limit: 100,
					unit: 'tokens',
					percent: 50,
				},
				org_id,
				subject: 'a',
				percent: 50,
			},
		},
	])
	await root.post(OF_PLATFORM, newBudget({ unit: 'tokens', org_id, alerts: [40] }))
	expect(await readers()).toEqual([2, 2, 0, 1])
})

test('of one budget people get fifty notices about an org on a day, however many subjects a report makes up', async () => {
	const { owner, org_id, root, report } = await reporting()
	await create(owner, { name: 'Of each agent', alerts: [50] })
	const run = (index: number) => ({ agent_id: `made-up-${index}`, run_id: unique('run'), org_id, status: 'completed' })
	const runs = Array.from({ length: 60 }, (_, index) => ({ ...run(index), total_input_tokens: 50 }))
	expect((await root.post('/v1/runtime/runs', runs)).status).toBe(200)
	const told = () =>
		rowsOf("SELECT id FROM notifications WHERE user_id = ? AND type = 'budget.threshold'", owner.user_id)
	expect(await alertsOf(org_id)).toHaveLength(60)
	expect(await told()).toHaveLength(50)
	await create(owner, { name: 'Another one', scope: 'org', alerts: [50] })
	await report(50)
	expect(await told()).toHaveLength(51)
})

test('a notice names the user that a budget bounds', async () => {
	const { owner, report } = await reporting()
	const { username } = (await owner.get('/v1/me')).body
	await create(owner, { name: 'Of a person', scope: 'user', alerts: [50] })
	await report(50, { user_id: owner.user_id })
	expect((await owner.get('/v1/notifications?type=budget.threshold')).body.data).toMatchObject([
		{
			body: `The budget Of a person of user ${username}: 50 of 100 tokens.`,
			payload: { values: { scope: 'user', subject: username } },
		},
	])
})

test('the first refusal in a window causes one event and one notice, of an observing budget too', async () => {
	const { owner, root, org_id } = await reporting()
	for (const [name, mode] of [
		['Strict', 'enforce'],
		['Watching', 'observe'],
	])
		await create(owner, { name, mode, scope: 'org', unit: 'runs', limit: 0, alerts: [] })
	for (let count = 0; count < 2; count += 1)
		expect((await root.post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id })).status).toBe(402)
	const told = await alertsOf(org_id)
	expect(told.map(({ type, data: { name, percent } }) => [type, name, percent]).sort()).toEqual([
		['budget.exceeded', 'Strict', null],
		['budget.exceeded', 'Watching', null],
	])
	const states = async ({ id }: { id: string }) => (await owner.get(`${budgetsOf(owner)}/${id}/states`)).body
	for (const budget of (await owner.get(budgetsOf(owner))).body)
		expect(await states(budget)).toMatchObject([{ refused: 2, exceeded_at: expect.any(String) }])
})
