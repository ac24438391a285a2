import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { counted, statementsOf } from '../support/d1.ts'
import { systemContext, termsOf } from '../support/program.ts'
import { subscribe } from '../support/runs.ts'
import { admin, create, registered, unique, user } from '../support/world.ts'

// The inviter is rewarded when the invitee's first run with a cost has ended.

const REWARD = 500

/** An inviter to whom each invitee brings REWARD credits, and the means to invite. */
async function inviting(reward = REWARD) {
	const inviter = await user('inviter')
	const setReward = (value: number) =>
		root.post('/v1/entitlement-overrides', {
			org_id: inviter.org_id,
			key: 'credit.invite_reward',
			value: String(value),
			value_type: 'integer',
		})
	const root = await admin()
	await setReward(reward)
	const { code } = (await inviter.get('/v1/me/invite-code')).body
	return {
		inviter,
		setReward,
		/** A new user with the code. */
		invite: () => registered('invited', { invite_code: code }),
		limitTo: (value: number) =>
			create.override(inviter.org_id, {
				key: 'limit.referral_rewards_per_day',
				value: String(value),
				value_type: 'integer',
			}),
		referrals: async (): Promise<{ id: string; invitee_user_id: string; credited: boolean }[]> =>
			(await root.get(`/v1/admin/referrals?inviter_user_id=${inviter.user_id}`)).body,
		credited: async () =>
			(await root.get(`/v1/admin/referrals?inviter_user_id=${inviter.user_id}&limit=200`)).body.filter(
				({ credited }: { credited: boolean }) => credited,
			).length,
		credits: async () => (await root.get(`/v1/admin/credits?org_id=${inviter.org_id}&limit=200`)).body,
	}
}

const run = (org_id: string, fields: object = {}) => ({
	run_id: unique('run'),
	org_id,
	status: 'completed',
	total_cost_usd: 0.001,
	...fields,
})

const report = async (...runs: object[]) => {
	const response = await (await admin()).post('/v1/runtime/runs', runs)
	expect(response.status).toBe(200)
	return response
}

const several = (count: number, invite: () => Promise<{ org_id: string }>) =>
	Promise.all(Array.from({ length: count }, invite))

test('a reward goes to no deleted org: to the next that the inviter joined, or to none', async () => {
	for (const hasNext of [true, false]) {
		const { inviter, invite, credited } = await inviting()
		const root = await admin()
		const next = await user('next')
		if (hasNext) {
			expect(
				(await root.put(`/v1/admin/orgs/${next.org_id}/members/${inviter.user_id}`, { role: 'member' })).status,
			).toBeLessThan(300)
			await create.override(next.org_id, { key: 'credit.invite_reward', value: String(REWARD), value_type: 'integer' })
		}
		const invitee = await invite()
		await env.DB.prepare('UPDATE orgs SET deleted_at = created_at WHERE id = ?').bind(inviter.org_id).run()
		await report(run(invitee.org_id))
		const balanceOf = (org_id: string) =>
			env.DB.prepare('SELECT balance FROM credit_accounts WHERE org_id = ?').bind(org_id).first('balance')
		expect(await balanceOf(inviter.org_id)).toBe(0)
		expect(await balanceOf(next.org_id)).toBe(hasNext ? REWARD : 0)
		expect(await credited()).toBe(hasNext ? 1 : 0)
	}
})

test("an inviter is rewarded when the invitee's first run with a cost has ended, once", async () => {
	const { invite, referrals, credits } = await inviting()
	const { org_id, user_id } = await invite()
	const first = run(org_id)
	await report({ ...first, status: 'running' }, run(org_id, { total_cost_usd: 0 }), run(org_id, { status: 'queued' }))
	expect([await referrals(), (await credits()).balance]).toMatchObject([[{ credited: false }], 0])
	await report({ ...first, status: 'failed' })
	const [referral] = await referrals()
	expect(referral).toMatchObject({ invitee_user_id: user_id, credited: true })
	const entry = { type: 'referral_reward', amount: REWARD, reference_type: 'referral', reference_id: referral?.id }
	expect(await credits()).toMatchObject({ balance: REWARD, transactions: [entry] })
	await report(first, run(org_id), run(org_id))
	expect((await credits()).transactions).toHaveLength(1)
})

test('a report checks referrals until the isolate has seen a run with a cost end in each org', async () => {
	const { invite, credited } = await inviting()
	const [one, other] = [await invite(), await invite()]
	const asks = async (...runs: object[]) =>
		(await statementsOf(() => report(...runs))).some(({ sql }) => sql.startsWith('update "referrals"'))
	const dry = { headers: { 'Dry-Run': 'true' } }
	expect((await (await admin()).post('/v1/runtime/runs', run(one.org_id), dry)).status).toBe(200)
	expect(await asks(run(one.org_id, { total_cost_usd: 0 }))).toBe(true)
	expect(await asks(run(one.org_id, { status: 'running' }), run(one.org_id, { status: 'queued' }))).toBe(false)
	expect([await asks(run(one.org_id)), await credited()]).toEqual([true, 1])
	expect(await asks(run(one.org_id))).toBe(false)
	expect([await asks(run(one.org_id), run(other.org_id)), await credited()]).toEqual([true, 2])
	expect(await asks(run(one.org_id), run(other.org_id))).toBe(false)
	vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
	expect(await asks(run(one.org_id))).toBe(true)
})

test("runs of another org are not the invitee's", async () => {
	const { invite, inviter, credited } = await inviting()
	const { user_id } = await invite()
	const other = await user('other')
	await (await admin()).put(`/v1/admin/orgs/${other.org_id}/members/${user_id}`, { role: 'member' })
	await report(run(other.org_id), run(inviter.org_id))
	expect(await credited()).toBe(0)
})

test('of eleven invitees in one report ten are rewarded, the default limit of a day', async () => {
	const { invite, credited, credits } = await inviting()
	const orgs = await several(11, invite)
	await report(...orgs.map(({ org_id }) => run(org_id)))
	expect([await credited(), (await credits()).balance]).toEqual([10, 10 * REWARD])
	// The first run decides. Another day makes no difference to it.
	await env.DB.exec("UPDATE referrals SET credited_at = '2026-01-01T00:00:00.000Z' WHERE credited_at IS NOT NULL")
	await report(...orgs.map(({ org_id }) => run(org_id)))
	expect(await credited()).toBe(10)
})

test('a day has no more rewards than its limit, even with concurrent reports; the next day starts over', async () => {
	const { invite, limitTo, credited, credits, inviter } = await inviting()
	await limitTo(3)
	const orgs = await several(8, invite)
	await Promise.all(orgs.map(({ org_id }) => report(run(org_id))))
	expect([await credited(), (await credits()).balance]).toEqual([3, 3 * REWARD])
	await env.DB.prepare(
		"UPDATE referrals SET credited_at = strftime('%Y-%m-%dT23:59:59.999Z', 'now', '-1 day') WHERE inviter_user_id = ? AND credited_at IS NOT NULL",
	)
		.bind(inviter.user_id)
		.run()
	await report(run((await invite()).org_id))
	expect([await credited(), (await credits()).balance]).toEqual([4, 4 * REWARD])
})

test('the first run decides: a reward that was 0 then is not paid later', async () => {
	const { invite, setReward, credited, credits } = await inviting(0)
	const { org_id } = await invite()
	await report(run(org_id))
	await setReward(REWARD)
	await report(run(org_id))
	expect([await credited(), (await credits()).balance]).toEqual([0, 0])
})

test('inviters of one org, two inviters in one report and their own runs are all settled', async () => {
	const [one, two] = [await inviting(), await inviting(7)]
	const root = await admin()
	await subscribe(one.inviter.org_id)
	// The second inviter leaves their own org, so both are rewarded in the first one's org.
	await root.put(`/v1/admin/orgs/${one.inviter.org_id}/members/${two.inviter.user_id}`, { role: 'member' })
	const heir = await user('heir')
	await root.put(`/v1/admin/orgs/${two.inviter.org_id}/members/${heir.user_id}`, { role: 'owner' })
	await root.delete(`/v1/admin/orgs/${two.inviter.org_id}/members/${two.inviter.user_id}`)
	await root.post('/v1/admin/credits/adjust', { org_id: one.inviter.org_id, amount: 1 })
	const invitees = [await one.invite(), await two.invite(), await one.invite()]
	await report(run(one.inviter.org_id), ...invitees.map(({ org_id }) => run(org_id)))
	expect([await one.credited(), await two.credited()]).toEqual([2, 1])
	const { balance, transactions } = await one.credits()
	expect(balance).toBe(3 * REWARD)
	expect(transactions.map(({ type }: { type: string }) => type)).toEqual([
		...Array<string>(3).fill('referral_reward'),
		'consumption',
		'admin_adjustment',
	])
	const { results } = await env.DB.prepare("SELECT type FROM events WHERE org_id = ? AND type LIKE 'credits.%'")
		.bind(one.inviter.org_id)
		.all()
	expect(results).toEqual([{ type: 'credits.exhausted' }])
})

test.each([
	['UPDATE', 'referrals'],
	['INSERT', 'ledger_entries'],
] as const)('a report that dies at its %s of %s rewards nobody, and its repeat rewards once', async (verb, table) => {
	const { invite, credited, credits } = await inviting()
	const { org_id } = await invite()
	const first = run(org_id)
	const root = await admin()
	await cutAt(verb, table, async () => {
		expect((await root.post('/v1/runtime/runs', first)).status).toBe(500)
	})
	expect([await credited(), (await credits()).balance]).toEqual([0, 0])
	await report(first)
	expect([await credited(), (await credits()).balance]).toEqual([1, REWARD])
})

test('a limit of 0 means unlimited, and the reward reads a bounded number of rows, however many invitees there are', async () => {
	const { invite, limitTo, credited } = await inviting()
	await limitTo(0)
	const orgs = await several(12, invite)
	const costs = async (org_id: string) => {
		await termsOf(systemContext(env), [org_id])
		return counted(() => report(run(org_id)))
	}
	const org = (index: number) => orgs[index]?.org_id as string
	await costs(org(0))
	const early = await costs(org(1))
	await report(...orgs.slice(2, 11).map(({ org_id }) => run(org_id)))
	const late = await costs(org(11))
	// The day's rewards are counted once.
	expect(late.rows_read - early.rows_read).toBeLessThanOrEqual(2 * 12)
	expect(late.calls).toBe(1)
	expect(await credited()).toBe(12)
})
