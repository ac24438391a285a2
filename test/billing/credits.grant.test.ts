import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { grantEveryMonth, systemContext } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { newOrg } from '../support/runs.ts'
import { admin, create, unique } from '../support/world.ts'

/** A new plan with this grant, which may be a negative one that an earlier version stored. */
async function granting(value: string) {
	const plan = await create.plan({
		entitlements: [{ key: 'credits.monthly_grant', value: '1', value_type: 'integer' }],
	})
	await env.DB.prepare('UPDATE plan_entitlements SET value = ? WHERE plan_id = ?').bind(value, plan.id).run()
	return plan
}

/** A new org that subscribes to a plan with this grant, unless `grant` is null. */
async function subscribed(grant: string | null, period: object = {}) {
	const org_id = await newOrg()
	const { id: plan_id } = grant === null ? await create.plan() : await granting(grant)
	const subscription = await create.subscription(org_id, { plan_id, ...period })
	return { org_id, subscription }
}

const grants = (org_id: string) =>
	rows(
		"SELECT amount, reference_id FROM ledger_entries WHERE org_id = ? AND type = 'monthly_grant' ORDER BY seq",
		org_id,
	)

const balanceOf = async (org_id: string) =>
	(await (await admin()).get(`/v1/admin/credits?org_id=${org_id}`)).body.balance as number

const amounts = async (org_id: string) => (await grants(org_id)).map(({ amount }) => amount)

const month = (offset = 0) => {
	const now = new Date()
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 7)
}

/** Runs `work` on the second day of a later month, with a token of that time for the platform admin. */
async function inMonth<T>(offset: number, work: (root: ReturnType<typeof as>) => Promise<T>): Promise<T> {
	vi.useFakeTimers({ now: Date.parse(`${month(offset)}-02T12:00:00Z`), toFake: ['Date'] })
	try {
		const credentials = { login: env.BOOTSTRAP_ADMIN_LOGIN, password: env.BOOTSTRAP_ADMIN_PASSWORD }
		const { body } = await send('POST', '/v1/auth/login', { body: credentials })
		return await work(as(body.access_token))
	} finally {
		vi.useRealTimers()
	}
}

const runJob = () => grantEveryMonth(systemContext(env), NO_PLACE)

test('a new subscription grants at once, a second one in the same month grants nothing, and such a read is one D1 call', async () => {
	const root = await admin()
	const { org_id, subscription } = await subscribed('250')
	expect(await grants(org_id)).toEqual([{ amount: 250, reference_id: month() }])
	await root.delete(`/v1/subscriptions/${subscription.id}`)
	await create.subscription(org_id, { plan_id: subscription.plan_id })
	expect(await balanceOf(org_id)).toBe(250)
	expect((await counted(() => balanceOf(org_id))).calls).toBe(1)
	expect(await grants(org_id)).toHaveLength(1)
})

test('concurrent first reads of a month grant once', async () => {
	const { org_id } = await subscribed('250')
	const balances = await inMonth(1, (root) =>
		Promise.all(
			Array.from({ length: 10 }, async () => (await root.get(`/v1/admin/credits?org_id=${org_id}`)).body.balance),
		),
	)
	expect(new Set(balances)).toEqual(new Set([500]))
	expect(await grants(org_id)).toEqual([
		{ amount: 250, reference_id: month() },
		{ amount: 250, reference_id: month(1) },
	])
})

test('the job makes every due grant once, even if two jobs run at the same time', async () => {
	const orgs = await Promise.all(['10', '20', '0', '-5', null].map((grant) => subscribed(grant)))
	const ended = await subscribed('30', { current_period_end: new Date(Date.now() + 3_600_000).toISOString() })
	const later = await subscribed('40', { current_period_start: new Date(Date.now() + 400 * 86_400_000).toISOString() })
	await inMonth(2, async () => {
		await runJob()
		await Promise.all([runJob(), runJob()])
	})
	const given = await Promise.all([...orgs, ended, later].map(({ org_id }) => grants(org_id)))
	expect(given.map((entries) => entries.map(({ amount }) => amount))).toEqual([
		[10, 10],
		[20, 20],
		[],
		[],
		[],
		[30],
		[],
	])
})

test('an override counts, and a run that ends in a new month finds the grant there', async () => {
	const { org_id } = await subscribed(null)
	await create.override(org_id, { key: 'credits.monthly_grant', value: '50', value_type: 'integer' })
	const { body } = await inMonth(3, (root) =>
		root.post('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed', total_cost_usd: 0.02 }),
	)
	expect(body.runs[0]).toMatchObject({ credits_used: 20, shortfall: 0 })
	expect(await grants(org_id)).toEqual([{ amount: 50, reference_id: month(3) }])
})

test('an upgrade in mid-month tops the grant up at once, by PATCH and by a new subscription, and the account equals its ledger', async () => {
	const root = await admin()
	const { org_id, subscription } = await subscribed('100')
	await root.patch(`/v1/subscriptions/${subscription.id}`, { plan_id: (await granting('250')).id })
	expect(await amounts(org_id)).toEqual([100, 150])
	await root.delete(`/v1/subscriptions/${subscription.id}`)
	await create.subscription(org_id, { plan_id: (await granting('5000')).id })
	expect(await grants(org_id)).toEqual([100, 150, 4750].map((amount) => ({ amount, reference_id: month() })))
	expect(await balanceOf(org_id)).toBe(5000)
	const { body } = await root.post('/v1/admin/credits/verify', { from_start: true })
	expect(body.differences.filter((one: { org_id: string }) => one.org_id === org_id)).toEqual([])
})

test('a smaller grant takes nothing back, and only what exceeds the largest of the month is granted', async () => {
	const root = await admin()
	const { org_id, subscription } = await subscribed('500')
	for (const [grant, balance] of [
		['100', 500],
		['400', 500],
		['600', 600],
		['0', 600],
		['-5', 600],
		['600', 600],
	] as const) {
		await root.patch(`/v1/subscriptions/${subscription.id}`, { plan_id: (await granting(grant)).id })
		expect([grant, await balanceOf(org_id)]).toEqual([grant, balance])
	}
	expect(await amounts(org_id)).toEqual([500, 100])
	await inMonth(1, async (later) => {
		await later.get(`/v1/admin/credits?org_id=${org_id}`)
		expect(await amounts(org_id)).toEqual([500, 100, 600])
	})
})

test('what enlarges the grant elsewhere tops it up at the next read, run or job', async () => {
	const root = await admin()
	const orgs = await Promise.all(['10', '10', '10'].map((grant) => subscribed(grant)))
	const [byRead, byRun, byJob] = orgs.map(({ org_id }) => org_id) as [string, string, string]
	for (const { org_id, subscription } of orgs) {
		await root.patch(`/v1/plans/${subscription.plan_id}`, {
			entitlements: [{ key: 'credits.monthly_grant', value: '40', value_type: 'integer' }],
		})
		await create.override(org_id, { key: 'credits.monthly_grant', value: '70', value_type: 'integer' })
	}
	expect(await balanceOf(byRead)).toBe(70)
	const run = { run_id: unique('run'), org_id: byRun, status: 'completed', total_cost_usd: 0.05 }
	expect((await root.post('/v1/runtime/runs', run)).body.runs[0]).toMatchObject({ credits_used: 50, shortfall: 0 })
	await runJob()
	for (const org_id of [byRead, byRun, byJob]) expect(await amounts(org_id)).toEqual([10, 60])
})

test('concurrent reads and jobs top up once', async () => {
	const { org_id } = await subscribed('10')
	await create.override(org_id, { key: 'credits.monthly_grant', value: '70', value_type: 'integer' })
	await Promise.all([...Array.from({ length: 10 }, () => balanceOf(org_id)), runJob(), runJob()])
	expect(await amounts(org_id)).toEqual([10, 60])
})

test('an org that was granted before the account kept the amount, or was restored, gets the difference only', async () => {
	const { org_id } = await subscribed('10')
	const forget = () =>
		env.DB.prepare('UPDATE credit_accounts SET granted_amount = NULL WHERE org_id = ?').bind(org_id).run()
	await forget()
	expect(await balanceOf(org_id)).toBe(10)
	for (const [value, balance] of [
		['25', 25],
		['45', 45],
	] as const) {
		await forget()
		await create.override(org_id, { key: unique('other'), value: '1', value_type: 'integer' })
		await (
			await admin()
		).post('/v1/entitlement-overrides', { org_id, key: 'credits.monthly_grant', value, value_type: 'integer' })
		expect(await balanceOf(org_id)).toBe(balance)
	}
	expect(await amounts(org_id)).toEqual([10, 15, 20])
	const kept = env.DB.prepare('SELECT granted_amount FROM credit_accounts WHERE org_id = ?').bind(org_id)
	expect(await kept.first('granted_amount')).toBe(45)
})

test('the database refuses a grant of an earlier month, and one that takes credits away', async () => {
	const { org_id } = await subscribed('10')
	const insert = (amount: number, reference_id: string) =>
		env.DB.prepare(
			`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, reference_type, reference_id, created_at)
			VALUES (?, 2, ?2, 10 + ?2, 'monthly_grant', 'month', ?3, '')`,
		)
			.bind(org_id, amount, reference_id)
			.run()
	await expect(insert(5, month(-1))).rejects.toThrow('does not follow')
	await expect(insert(-5, month())).rejects.toThrow('does not follow')
})
