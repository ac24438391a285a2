import { expect, test } from 'vitest'
import { harmless } from '../support/dry-run.ts'
import { runner } from '../support/runs.ts'
import { admin, create, unique, world } from '../support/world.ts'

// A dry run says how balances would move, and what it makes up can't be mistaken for the real thing.

const dry = { headers: { 'Dry-Run': 'true' } }
const NONE = { credits: [], credits_total: { count: 0, amount: 0 } }

const granting = (value: string) =>
	create.plan({ entitlements: [{ key: 'credits.monthly_grant', value, value_type: 'integer' }] })

test('a subscription shows the credits it would grant, and a change of it those it would add', async () => {
	const { admin: root, org_id } = await world()
	const { balance } = (await root.get(`/v1/admin/credits?org_id=${org_id}`)).body
	const body = {
		org_id,
		plan_id: (await granting('5000')).id,
		current_period_start: '2026-01-01T00:00:00Z',
		current_period_end: '2126-01-01T00:00:00Z',
	}
	const created = await harmless((headers) => root.post('/v1/subscriptions', body, { headers }))
	expect(created.body).toMatchObject({
		credits: [{ org_id, amount: 5000, balance_after: balance + 5000, type: 'monthly_grant' }],
		credits_total: { count: 1, amount: 5000 },
	})
	const { id } = await create.subscription(org_id, body)
	const larger = { plan_id: (await granting('8000')).id }
	const changed = await harmless((headers) => root.patch(`/v1/subscriptions/${id}`, larger, { headers }))
	expect(changed.body.credits).toEqual([{ org_id, amount: 3000, balance_after: balance + 8000, type: 'monthly_grant' }])
	expect((await root.patch(`/v1/subscriptions/${id}`, {}, dry)).body).toMatchObject(NONE)
})

test("a run's amount is negative, and of many movements the first ten are listed", async () => {
	const { run, report, org_id } = await runner(1_000, { isSubscribed: false })
	const runs = Array.from({ length: 12 }, () => ({ ...run({ total_cost_usd: 0.01 }), status: 'completed' }))
	const root = await admin()
	const { body } = await harmless((headers) => root.post('/v1/runtime/runs', runs, { headers }))
	expect(body.credits).toHaveLength(10)
	expect(body.credits[0]).toEqual({ org_id, amount: -10, balance_after: 990, type: 'consumption' })
	expect(body.credits_total).toEqual({ count: 12, amount: -120 })
	expect((await report(runs)).status).toBe(200)
})

test('an adjustment and a redemption show the movement; a change without credits shows none', async () => {
	const { admin: root, org_id, member } = await world()
	const adjusted = await root.post('/v1/admin/credits/adjust', { org_id, amount: 40 }, dry)
	expect(adjusted.body).toMatchObject({ credits: [{ org_id, amount: 40, type: 'admin_adjustment' }] })
	const { code } = await create.redemptionCode({ value: '70' })
	const redeemed = await member.post('/v1/me/redeem', { code }, dry)
	expect(redeemed.body).toMatchObject({
		credits: [{ org_id, amount: 70, type: 'redemption' }],
		credits_total: { count: 1, amount: 70 },
	})
	const flag = await root.post('/v1/feature-flags', { key: unique('flag'), default_value: true }, dry)
	expect(flag.body).toMatchObject(NONE)
})

test('generated keys and codes have the form of real ones, and say that they are none', async () => {
	const { admin: root, owner } = await world()
	const key = (await owner.post('/v1/api-keys', { name: 'CI' }, dry)).body.body
	expect(key.key).toMatch(/^al_DRYRUN0{37}[\w-]{6}$/)
	expect(key.key_prefix).toBe('al_DRYR')
	const batch = await root.post('/v1/admin/redemption-codes/batch', { count: 12, type: 'credits', value: '1' }, dry)
	const codes = batch.body.body.map(({ code }: { code: string }) => code)
	expect([codes[0], codes[1], codes[11]]).toEqual(['DRYR-UN00-0000-0000', 'DRYR-UN00-0000-0002', 'DRYR-UN00-0000-0012'])
	expect((await owner.post('/v1/me/redeem', { code: codes[0] })).status).toBe(400)
	await owner.get('/v1/me/invite-code')
	expect((await owner.post('/v1/me/invite-code/reset', undefined, dry)).body.body.code).toBe('DRYRUN00')
	const hook = { url: 'https://hooks.example.com', events: ['*'] }
	expect((await owner.post('/v1/webhook-endpoints', hook, dry)).body.body.public_key).toMatch(/^whpk_DRYRUN0{37}=$/)
	const real = await owner.post('/v1/api-keys', { name: 'CI' })
	expect(real.body.key).not.toContain('DRYRUN')
})
