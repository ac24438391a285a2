import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Report } from '../../src/worker/billing/runs/merge.ts'
import { counted } from '../support/d1.ts'
import { forgetTerms, reportRuns, systemContext, termsOf } from '../support/program.ts'
import { revert } from '../support/reverts.ts'
import { providing, runner } from '../support/runs.ts'
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
	expect(all.get('org_unknown')).toEqual({ ...all.get(orgs[0] as string), has_endpoints: false })
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
	expect(await rate()).toBe(14)
	await root.delete(`/v1/admin/config-entries/${key}`)
	expect(await rate()).toBe(1000)
})

test('a rate that another isolate changed is charged once the terms are five seconds old', async () => {
	const { org_id, run, report } = await runner(1_000_000)
	const { id } = await create.override(org_id, { key: 'credits.per_usd', value: '10' })
	const used = async () => (await report(run({ total_cost_usd: 1 }))).body.runs[0].credits_used
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	expect(await used()).toBe(10)
	await env.DB.prepare("UPDATE entitlement_overrides SET value = '20' WHERE id = ?").bind(id).run()
	vi.setSystemTime(Date.now() + 4_999)
	expect(await used()).toBe(10)
	vi.setSystemTime(Date.now() + 1)
	expect(await used()).toBe(20)
})

test('a cold report asks D1 once more, whatever the number of its orgs', async () => {
	const orgs = await Promise.all(Array.from({ length: 10 }, () => runner(100, { isSubscribed: false })))
	const runs = () => orgs.map(({ run }) => run({ total_cost_usd: 0.01 }))
	const [one] = orgs
	forgetTerms()
	expect(await counted(() => one?.report(runs()) ?? Promise.reject(new Error('No org')))).toMatchObject({ calls: 2 })
	expect(await counted(() => one?.report(runs()) ?? Promise.reject(new Error('No org')))).toMatchObject({ calls: 1 })
	for (const { credits } of orgs) expect((await credits()).balance).toBe(80)
})

test('earlier runs take from the balance first, new ones and known ones alike', async () => {
	const { run, report, credits } = await runner(100)
	const costs = [0.03, 0.05, 0.04, 0.01, 0]
	const runs = costs.map((total_cost_usd) => run({ total_cost_usd }))
	const begun = runs.filter((_, index) => index % 2 === 1)
	await report(begun.map((one) => ({ ...one, status: 'running' })))
	const ended = runs.map((one, index) =>
		index % 2 ? { run_id: one.run_id, org_id: one.org_id, status: 'failed' } : one,
	)
	expect((await report(ended)).body.runs).toMatchObject([
		{ credits_used: 30, shortfall: 0 },
		{ credits_used: 50, shortfall: 0 },
		{ credits_used: 40, shortfall: 20 },
		{ credits_used: 10, shortfall: 10 },
		{ credits_used: 0, shortfall: 0 },
	])
	expect((await credits()).balance).toBe(0)
	expect((await report(ended)).body.runs[2]).toMatchObject({ credits_used: 40, shortfall: 20 })
})

test('a run has its credits from the statement that settles it, and a normal one is not written again', async () => {
	const { run, report, root: by } = await runner(30)
	const watched = unique('watched')
	const [known, fresh, beyond] = [0, 1, 2].map((index) => run({ run_id: `${watched}-${index}`, total_cost_usd: 0.02 }))
	await report({ ...known, status: 'running' })
	const seen = (when: string, name: string) =>
		env.DB.prepare(
			`CREATE TRIGGER ${name} AFTER ${when} ON runs WHEN new.run_id GLOB '${watched}-*' BEGIN
			INSERT INTO counters (name, day, value) VALUES ('${watched}' || new.run_id, new.credits_used || ' ' || (new.settled_by IS NOT NULL), 1)
			ON CONFLICT DO UPDATE SET value = value + 1; END`,
		).run()
	await seen('INSERT', 'seen_insert')
	await seen('UPDATE', 'seen_update')
	try {
		await report([{ ...known, total_cost_usd: null }, fresh, beyond])
		const { results } = await env.DB.prepare(
			'SELECT substr(name, -1) AS run, day AS credits, value AS writes FROM counters WHERE name GLOB ? ORDER BY name',
		)
			.bind(`${watched}*`)
			.all()
		expect(results).toEqual([
			{ run: '0', credits: '20 1', writes: 1 },
			{ run: '1', credits: '20 1', writes: 2 },
			{ run: '2', credits: '20 1', writes: 2 },
		])
		expect((await by.get(`/v1/admin/runs/${beyond?.run_id}`)).body).toMatchObject({ credits_used: 20, shortfall: 20 })
	} finally {
		await env.DB.exec('DROP TRIGGER seen_insert')
		await env.DB.exec('DROP TRIGGER seen_update')
		await env.DB.prepare('DELETE FROM counters WHERE name GLOB ?').bind(`${watched}*`).run()
	}
})

test("a run has the multiplier of the model that an earlier report named, and the last report's model counts", async () => {
	const owner = await user()
	const { org_id } = owner
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 100_000 })
	const { addModel } = await providing(owner)
	await addModel('dear', 2)
	await addModel('dearer', 3)
	const charged = async (begun: object, ended: object) => {
		const run = { run_id: unique('run'), org_id }
		await root.post('/v1/runtime/runs', { ...run, status: 'running', total_cost_usd: 0.1, ...begun })
		return (await root.post('/v1/runtime/runs', { ...run, status: 'completed', ...ended })).body.runs[0].credits_used
	}
	expect(await charged({ model: 'dear', credential_name: 'main' }, {})).toBe(200)
	expect(await charged({ credential_name: 'main' }, { model: 'dearer' })).toBe(300)
	expect(await charged({ persona_model: 'main^dearer' }, { model: 'other' })).toBe(300)
	expect(await charged({ model: 'dear', credential_name: 'main' }, { model: 'dearer' })).toBe(300)
	expect(await charged({ model: 'dear', credential_name: 'main' }, { model: 'other' })).toBe(100)
	expect(await charged({}, { persona_model: 'main^dear', total_cost_usd: 0.2 })).toBe(400)
})

test("the credential's name decides before the persona's selector, and a multiplier below 1 is 1", async () => {
	const owner = await user()
	const { org_id } = owner
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 100_000 })
	const { addModel } = await providing(owner)
	await addModel('x', 2)
	await addModel('b^x', 3)
	await addModel('cheap', 0.5)
	const of = async (ran: object) => {
		const run = { run_id: unique('run'), org_id, status: 'completed', total_cost_usd: 0.1 }
		return (await root.post('/v1/runtime/runs', { ...run, ...ran })).body.runs[0].credits_used / 100
	}
	expect(await of({})).toBe(1)
	expect(await of({ credential_name: 'main', model: 'x', persona_model: 'main^b^x' })).toBe(2)
	expect(await of({ credential_name: 'main', model: 'cheap', persona_model: 'main^x' })).toBe(1)
	expect(await of({ credential_name: 'main', model: null, persona_model: 'main^b^x' })).toBe(3)
	expect(await of({ credential_name: 'z', model: 'x', persona_model: 'main^x' })).toBe(2)
	// The provider `main` has the model `b^x`, and no provider is called `main^b`.
	expect(await of({ credential_name: 'main^b', model: 'x' })).toBe(1)
	expect(await of({ persona_model: 'x' })).toBe(1)
})

test("an own provider hides the platform's of the same name, whatever its models are", async () => {
	const owner = await user()
	const { org_id } = owner
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 100_000 })
	const provider = { name: unique('shared'), provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const { id } = (await root.post('/v1/llm-providers?scope=platform', provider)).body
	await root.post(`/v1/llm-providers/${id}/models?scope=platform`, { model: 'x', multiplier: 4 })
	const of = async (ran: object) => {
		const run = { run_id: unique('run'), org_id, status: 'completed', total_cost_usd: 0.1 }
		return (await root.post('/v1/runtime/runs', { ...run, ...ran })).body.runs[0].credits_used / 100
	}
	const ways = [{ credential_name: provider.name, model: 'x' }, { persona_model: `${provider.name}^x` }]
	expect(await Promise.all(ways.map(of))).toEqual([4, 4])
	await owner.post('/v1/llm-providers', { ...provider, name: provider.name.toUpperCase() })
	expect(await Promise.all(ways.map(of))).toEqual([1, 1])
	await root.delete(`/v1/llm-providers/${id}?scope=platform`)
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

test('a month that turns is granted with the first run, and a grant that grew elsewhere within five seconds', async () => {
	const { org_id, run } = await runner()
	const key = 'credits.monthly_grant'
	const plan = await create.plan({ entitlements: [{ key, value: '100', value_type: 'integer' }] })
	await create.subscription(org_id, { plan_id: plan.id })
	const report = async (...costs: number[]) =>
		(
			await reportRuns(
				systemContext(env),
				costs.map((total_cost_usd) => run({ total_cost_usd }) as Report),
			)
		).runs.map(({ shortfall }) => shortfall)
	vi.useFakeTimers({ now: Date.parse('2031-03-31T23:59:57Z'), toFake: ['Date'] })
	expect(await report(0.2)).toEqual([0])
	vi.setSystemTime(Date.parse('2031-03-31T23:59:58Z'))
	expect(await report(0.01)).toEqual([10])
	vi.setSystemTime(Date.parse('2031-04-01T00:00:00Z'))
	expect(await report(0.06, 0.04)).toEqual([0, 0])
	await env.DB.prepare("UPDATE plan_entitlements SET value = '130' WHERE plan_id = ?").bind(plan.id).run()
	vi.setSystemTime(Date.parse('2031-04-01T00:00:06Z'))
	expect(await report(0.03)).toEqual([0])
	vi.setSystemTime(Date.parse('2031-04-01T00:00:12Z'))
	expect(await report(0.01)).toEqual([10])
	await env.DB.prepare("UPDATE plan_entitlements SET value = '150' WHERE plan_id = ?").bind(plan.id).run()
	vi.setSystemTime(Date.parse('2031-04-01T00:00:16Z'))
	expect(await report(0.01)).toEqual([10])
	vi.setSystemTime(Date.parse('2031-04-01T00:00:17Z'))
	expect(await report(0.02)).toEqual([0])
})
