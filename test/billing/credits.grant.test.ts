import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { grantEveryMonth } from '../../src/billing/credits/monthly-grant.ts'
import { systemContext } from '../../src/write/system.ts'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { admin, create, unique } from '../support/world.ts'

/** A new org that subscribes to a plan with this grant, unless `grant` is null. */
async function subscribed(grant: string | null, period: object = {}) {
	const { id: org_id } = (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body
	const entitlements = grant === null ? [] : [{ key: 'credits.monthly_grant', value: grant, value_type: 'integer' }]
	const subscription = await create.subscription(org_id, {
		plan_id: (await create.plan({ entitlements })).id,
		...period,
	})
	return { org_id, subscription }
}

const grants = async (org_id: string) =>
	(
		await env.DB.prepare(
			"SELECT amount, reference_id FROM ledger_entries WHERE org_id = ? AND type = 'monthly_grant' ORDER BY seq",
		)
			.bind(org_id)
			.all()
	).results

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

const runJob = () => grantEveryMonth(systemContext(env))

test("a new subscription grants immediately, and a second one in the same month doesn't", async () => {
	const root = await admin()
	const { org_id, subscription } = await subscribed('250')
	expect(await grants(org_id)).toEqual([{ amount: 250, reference_id: month() }])
	await root.delete(`/v1/subscriptions/${subscription.id}`)
	await create.subscription(org_id, { plan_id: subscription.plan_id })
	expect((await root.get(`/v1/admin/credits?org_id=${org_id}`)).body.balance).toBe(250)
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

test('a read that grants nothing is one D1 call', async () => {
	const { org_id } = await subscribed('10')
	const root = await admin()
	expect((await counted(() => root.get(`/v1/admin/credits?org_id=${org_id}`))).calls).toBe(1)
})
