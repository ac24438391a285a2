import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { creditsFor, multiplierOf, termsOf } from '../../src/billing/runs/terms.ts'
import { forgetTerms } from '../../src/plans/entitlement-keys/remembered.ts'
import { systemContext } from '../../src/write/system.ts'
import { counted } from '../support/d1.ts'
import { runsOf } from '../support/property.ts'
import { revert } from '../support/reverts.ts'
import { runner } from '../support/runs.ts'
import { admin, create, unique, user } from '../support/world.ts'

// By what an org's runs are charged, as the Worker remembers it.

const root = await admin()

const terms = async (org_id: string) => {
	const known = (await termsOf(systemContext(env), [org_id])).get(org_id)
	if (!known) throw new Error(`No terms of ${org_id}`)
	return known
}

test('one D1 call reads the terms of all orgs that the isolate has not read in the last seconds', async () => {
	const orgs = await Promise.all(Array.from({ length: 5 }, async () => (await runner()).org_id))
	await create.override(orgs[1] as string, { key: 'credits.per_usd', value: '20' })
	await create.override(orgs[2] as string, { key: 'credits.low_threshold', value: '7' })
	const read = (ids: string[]) => counted(() => termsOf(systemContext(env), ids))
	expect(await read(orgs.slice(0, 2))).toMatchObject({ calls: 1 })
	expect(await read([...orgs, ...orgs])).toMatchObject({ calls: 1 })
	expect(await read(orgs)).toMatchObject({ calls: 0, rows_read: 0 })
	const all = await termsOf(systemContext(env), [...orgs, 'org_unknown'])
	expect([...all.keys()].toSorted()).toEqual([...orgs, 'org_unknown'].toSorted())
	expect(orgs.map((id) => all.get(id)?.credits_per_usd)).toEqual([1000, 20, 1000, 1000, 1000])
	expect(orgs.map((id) => all.get(id)?.low_threshold)).toEqual([100, 100, 7, 100, 100])
	expect(all.get('org_unknown')).toEqual({ ...all.get(orgs[0] as string) })
})

test('a change of what decides the terms counts at once in the isolate that makes it', async () => {
	const { org_id } = await runner()
	const rate = async () => (await terms(org_id)).credits_per_usd
	const key = 'credits.per_usd'
	expect(await rate()).toBe(1000)
	const plan = await create.plan({ entitlements: [{ key, value: '10', value_type: 'integer' }] })
	const { id } = await create.subscription(org_id, { plan_id: plan.id })
	expect(await rate()).toBe(10)
	await root.patch(`/v1/plans/${plan.id}`, { entitlements: [{ key, value: '11', value_type: 'integer' }] })
	expect(await rate()).toBe(11)
	const override = await root.post('/v1/entitlement-overrides', { org_id, key, value: '12', value_type: 'integer' })
	expect(await rate()).toBe(12)
	expect((await revert(root, override)).status).toBe(200)
	expect(await rate()).toBe(11)
	const other = await create.plan({ entitlements: [{ key, value: '13', value_type: 'integer' }] })
	expect((await root.patch(`/v1/subscriptions/${id}`, { plan_id: other.id })).status).toBe(200)
	expect(await rate()).toBe(13)
	expect((await root.delete(`/v1/subscriptions/${id}`)).status).toBe(200)
	expect(await rate()).toBe(1000)
	await root.put(`/v1/admin/config-entries/${key}`, { value: '14' })
	try {
		expect(await rate()).toBe(14)
	} finally {
		await root.delete(`/v1/admin/config-entries/${key}`)
	}
	expect(await rate()).toBe(1000)
})

test('the multipliers follow the models of the org at once, and an org without one above 1 has none', async () => {
	const owner = await user()
	const multipliers = async () => [...(await terms(owner.org_id)).multipliers]
	expect(await multipliers()).toEqual([])
	const provider = { name: 'main', provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const { id } = (await owner.post('/v1/llm-providers', provider)).body
	const models = `/v1/llm-providers/${id}/models`
	await owner.post(models, { model: 'cheap', multiplier: 0.5 })
	expect(await multipliers()).toEqual([])
	const dear = (await owner.post(models, { model: 'dear', multiplier: 1.5 })).body
	expect(await multipliers()).toEqual([
		['main^cheap', 0.5],
		['main^dear', 1.5],
	])
	await owner.patch(`${models}/${dear.id}`, { multiplier: 2 })
	expect(await multipliers()).toContainEqual(['main^dear', 2])
	await owner.patch(`/v1/llm-providers/${id}`, { name: 'other' })
	expect(await multipliers()).toContainEqual(['other^dear', 2])
	await owner.delete(`${models}/${dear.id}`)
	expect(await multipliers()).toEqual([])
})

test("the credential's name decides before the persona's selector, and a multiplier below 1 is 1", () => {
	const multipliers = new Map([
		['a^x', 2],
		['a^b^x', 3],
		['a^cheap', 0.5],
	])
	const of = (ran: Parameters<typeof multiplierOf>[1]) => multiplierOf({ multipliers }, ran)
	expect(of({})).toBe(1)
	expect(of({ credential_name: 'a', model: 'x', persona_model: 'a^b^x' })).toBe(2)
	expect(of({ credential_name: 'a', model: 'cheap', persona_model: 'a^x' })).toBe(1)
	expect(of({ credential_name: 'a', model: null, persona_model: 'a^b^x' })).toBe(3)
	expect(of({ credential_name: 'z', model: 'x', persona_model: 'a^x' })).toBe(2)
	// The provider `a` has the model `b^x`, and no provider is called `a^b`.
	expect(of({ credential_name: 'a^b', model: 'x' })).toBe(1)
	expect(of({ persona_model: 'x' })).toBe(1)
})

test('a month that has its grant is remembered, and one with some due is not', async () => {
	const { org_id } = await runner()
	const month = new Date().toISOString().slice(0, 7)
	expect((await terms(org_id)).granted_month).toBe(month)
	const key = 'credits.monthly_grant'
	const plan = await create.plan({ entitlements: [{ key, value: '10', value_type: 'integer' }] })
	await create.subscription(org_id, { plan_id: plan.id })
	expect((await terms(org_id)).granted_month).toBe(month)
	await create.override(org_id, { key, value: '30', value_type: 'integer' })
	expect((await terms(org_id)).granted_month).toBeNull()
	await root.get(`/v1/admin/credits?org_id=${org_id}`)
	forgetTerms()
	expect((await terms(org_id)).granted_month).toBe(month)
})

/** Numbers of every size, with the fractions that decimal rounding finds hardest. */
const some = (below: number) => Math.floor(below ** Math.random())

test('JavaScript and SQL charge the same for any cost, rate and multiplier', async () => {
	for (let round = 0; round < runsOf(4, 100); round += 1) {
		const owner = await user()
		const { org_id } = owner
		const credits_per_usd = round === 0 ? 0 : round === 1 ? Number.MAX_SAFE_INTEGER : some(10_000_000)
		await create.override(org_id, { key: 'credits.per_usd', value: String(credits_per_usd), value_type: 'integer' })
		const multiplier = Number((1 + some(1_000_000) / some(100_000)).toFixed(some(8)))
		const { id } = (
			await owner.post('/v1/llm-providers', { name: 'p', provider: 'vendor_a', api_key: 'sk-0123456789abcdef' })
		).body
		expect((await owner.post(`/v1/llm-providers/${id}/models`, { model: 'm', multiplier })).status).toBe(201)
		const runs = Array.from({ length: 100 }, (_, index) => ({
			run_id: unique('run'),
			org_id,
			status: 'running',
			credential_name: 'p',
			model: index % 2 ? 'm' : 'cheap',
			total_cost_usd: some(1_000_000_000_000) / 1_000_000,
		}))
		await root.post('/v1/runtime/runs', runs)
		const ended = runs.map(({ run_id }) => ({ run_id, org_id, status: 'completed' }))
		const { body } = await root.post('/v1/runtime/runs', ended)
		const known = await terms(org_id)
		for (const [index, { credits_used }] of (body.runs as { credits_used: number }[]).entries()) {
			const run = runs[index] as (typeof runs)[number]
			const cost_microusd = Math.round(run.total_cost_usd * 1_000_000)
			const wanted = creditsFor(cost_microusd, known.credits_per_usd, multiplierOf(known, run))
			expect({ ...run, credits_per_usd, multiplier, credits: credits_used }).toEqual({
				...run,
				credits_per_usd,
				multiplier,
				credits: wanted,
			})
		}
	}
})
