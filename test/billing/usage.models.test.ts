import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { providerAt } from '../support/layers.ts'
import { systemContext, verifyUsage } from '../support/program.ts'
import { rows } from '../support/rows.ts'
import { runner } from '../support/runs.ts'
import { admin } from '../support/world.ts'

const TODAY = new Date().toISOString().slice(0, 10)

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `made-up-${from + i}`)

/** The models of a day by their runs. */
async function modelsOf(scope: string) {
	const found = await rows<{ model: string; run_count: number }>(
		'SELECT model, run_count FROM usage_days WHERE scope = ? AND day = ?',
		scope,
		TODAY,
	)
	return new Map(found.map(({ model, run_count }) => [model, run_count]))
}

test('a tenant that makes up models fills neither the usage of the platform nor its own, and every sum stays right', async () => {
	const root = await admin()
	await providerAt(root, 'platform', 'sold', { 'for-sale': { multiplier: 1 } })
	const [one, other] = [await runner(), await runner()]
	const before = await modelsOf('platform')
	await one.report(names(0, 100).map((model) => one.run({ model, total_cost_usd: 0.001 })))
	for (const models of [names(100, 200), names(150, 250), ['made-up-7', 'for-sale', 'made-up-7']])
		expect((await one.report(models.map((model) => one.run({ model, total_cost_usd: 0.001 })))).status).toBe(200)
	await other.report(['made-up-120', 'its-own'].map((model) => other.run({ model })))

	const own = await modelsOf(one.org_id)
	expect(own.size).toBe(102)
	expect([own.get('(other)'), own.get('made-up-7'), own.get('for-sale')]).toEqual([200, 3, 1])
	const all = await modelsOf('platform')
	expect([...all.keys()].filter((model) => !before.has(model))).toHaveLength(104)
	expect([all.get('(other)'), all.get('made-up-120'), all.get('its-own')]).toEqual([200, 1, 1])

	const base = `/v1/orgs/${one.org_id}/usage`
	const listed = (await root.get(`${base}/by-model?start=${TODAY}&end=${TODAY}`)).body
	expect(listed[0]).toEqual({ model: '(other)', input_tokens: 0, output_tokens: 0, run_count: 200, cost_usd: 0.2 })
	expect(await one.usage()).toMatchObject({ run_count: 303, total_cost_usd: 0.303 })
	expect((await verifyUsage(systemContext(env).var.db, TODAY)).differences).toEqual([])
})
