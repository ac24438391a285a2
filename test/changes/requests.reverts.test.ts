import { afterEach, expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { asking, grantNow, keyOf, statesOf } from '../support/asks.ts'
import { forgetPlatformBudgets, storedBudget } from '../support/budgets.ts'
import { memberOf } from '../support/invitations.ts'
import { operator } from '../support/operators.ts'
import { rows } from '../support/rows.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, unique } from '../support/world.ts'

// A revert of a grant decides its request again, so it's for whom a decision is for.

afterEach(forgetPlatformBudgets)

const REVERTED = 'The grant was reverted.'

test('an unused grant is taken back by a revert, which subscribers hear of; a used one is not', async () => {
	const org = await asking()
	const decided = async () =>
		(await org.events()).filter(({ type }) => type === 'request.decided').map(({ data }) => data)
	const budget_id = await org.budget({ limit: 10 })
	const revert = (audit_id: string) => org.owner.post(`/v1/orgs/${org.org_id}/audit-logs/${audit_id}/revert`, {})
	for (const whom of ['window', 'run'] as const) {
		const [used, unused] = [unique('run'), unique('run')]
		const first = await grantNow(org, (await org.ask({ run_id: unused, hold: { credits: 15 } })).id, { for: whom })
		const before = (await decided()).length
		expect((await revert(first.audit_id)).status).toBe(200)
		const [told, ...more] = (await decided()).slice(before)
		expect(more).toEqual([])
		expect(told).toMatchObject({
			request_id: first.request.id,
			state: 'declined',
			granted: null,
			decision_reason: REVERTED,
		})
		expect(await org.read(first.request.id)).toMatchObject({
			state: 'declined',
			decision_reason: REVERTED,
			granted: null,
		})
		expect(await statesOf(org, budget_id)).toMatchObject([{ raised: 0, remaining: 10 }])
		expect((await org.begin({ run_id: unused, hold: { credits: 15 } })).status).toBe(402)
		const next = await grantNow(org, (await org.ask({ run_id: used, hold: { credits: 15 } })).id, { for: whom })
		expect((await org.begin({ run_id: used, hold: { credits: 15 } })).status).toBe(201)
		expect((await revert(next.audit_id)).body.details).toMatchObject({ reason: 'request.used' })
		await org.end(used, { total_cost_usd: 0 })
		await rows('UPDATE budget_states SET raised = 0, beyond = 0 WHERE budget_id = ?', budget_id)
	}
})

test('nobody reverts a grant who could not have made it: no key, whatever it holds, and no operator who only reads', async () => {
	const org = await asking()
	const budget_id = await org.budget({ limit: 10 })
	const { request, audit_id } = await grantNow(org, (await org.ask({ hold: { credits: 15 } })).id, { for: 'window' })
	const ofOrg = `/v1/orgs/${org.org_id}/audit-logs/${audit_id}/revert`
	const anywhere = `/v1/admin/audit-logs/${audit_id}/revert`
	const keys = [
		await keyOf(org.owner, ['org.settings']),
		await serviceOf(org.owner, org.org_id),
		await keyOf(await admin(), ['platform_admin', 'org.settings']),
	]
	const isRefused = async (by: Api, path: string, reason: object) =>
		expect((await by.post(path)).body).toMatchObject({ error: 'auth.forbidden', details: reason })
	for (const key of keys)
		for (const path of [ofOrg, anywhere]) await isRefused(key, path, { reason: 'key.persons_only' })
	for (const one of [await operator(['operations']), await operator(['operations'], org.org_id)])
		for (const path of [ofOrg, anywhere]) await isRefused(one, path, { permission: 'platform_admin' })
	expect(await org.read(request.id)).toMatchObject({ state: 'granted' })
	expect(await statesOf(org, budget_id)).toMatchObject([{ raised: 5 }])
	expect((await (await memberOf(org.org_id, 'admin')).post(ofOrg)).status).toBe(200)
	expect(await org.read(request.id)).toMatchObject({ state: 'declined' })
})

test('what the platform granted is reverted by a person with money.write, and by no key', async () => {
	const org = await asking()
	await storedBudget({ org_id: org.org_id, owner: 'platform', limit: 0 })
	const { id } = await org.ask({ hold: { credits: 5 } })
	const billing = await operator(['billing'])
	const { hash } = (await billing.get(`/v1/admin/requests/${id}`)).body
	const { headers } = await billing.post(`/v1/admin/requests/${id}/grant`, { hash, for: 'run' })
	const path = `/v1/admin/audit-logs/${headers.get('Audit-Id')}/revert`
	const refused = await (await keyOf(billing, ['money.write'])).post(path)
	expect([refused.status, refused.body.details.reason]).toEqual([403, 'key.persons_only'])
	expect((await billing.post(path)).status).toBe(200)
})
