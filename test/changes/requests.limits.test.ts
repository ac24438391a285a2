import { encodeTime } from 'ulid'
import { expect, test } from 'vitest'
import { rowsOf } from '../support/admission.ts'
import { ASK, asking } from '../support/asks.ts'
import { storedBudget } from '../support/budgets.ts'
import { counted } from '../support/d1.ts'
import { runsOf } from '../support/property.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, unique } from '../support/world.ts'

// How many requests there are room for, what they cost, and runs that all ask at once.

const [RUNS, MORE] = [runsOf(40, 1_000), runsOf(15, 500)]

test('of runs that ask at once twenty get a request, and a grant of so many lets exactly so many begin', async () => {
	const org = await asking()
	const budget_id = await org.budget({ unit: 'runs', limit: 0, window: 'total' })
	const runs = Array.from({ length: RUNS }, () => unique('run'))
	const ask = { ...ASK, runs: MORE }
	const { root } = org
	const asked = await Promise.all(runs.map((run_id) => org.begin({ run_id, ask }, root)))
	expect(asked.every(({ status }) => status === 402)).toBe(true)
	const opened = asked.flatMap(({ body }) => body.details.request ?? [])
	expect([opened.length, new Set(opened.map(({ id }) => id)).size]).toEqual([20, 20])
	const { hash } = await org.read(opened[0].id)
	const until = new Date(Date.now() + 3_600_000).toISOString()
	expect((await org.grant(opened[0].id, { hash, for: 'window', until })).status).toBe(200)
	const begun = await Promise.all(runs.map((run_id) => org.begin({ run_id }, root)))
	expect(begun.filter(({ status }) => status === 201)).toHaveLength(MORE)
	expect(begun.filter(({ status }) => status === 402)).toHaveLength(RUNS - MORE)
	expect(await rowsOf('SELECT used, raised, beyond FROM budget_states WHERE budget_id = ?', budget_id)).toEqual([
		{ used: MORE, raised: MORE, beyond: 0 },
	])
})

test('an account has twenty open requests in an org, and an org a hundred; one that ends makes room', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const ids: string[] = []
	for (let count = 0; count < 20; count += 1) ids.push((await org.ask()).id)
	const { details } = (await org.begin({ ask: ASK })).body
	expect(details).toMatchObject({ request: null, no_request: { key: 'requests', limit: 20 } })
	const other = await serviceOf(await admin(), org.org_id, { scopes: ['runtime.report'] })
	expect(await org.ask({}, other)).toMatchObject({ state: 'open' })
	await org.decline(ids[0] ?? '')
	expect(await org.ask()).toMatchObject({ state: 'open' })
	expect(await org.ask()).toBeNull()
	await rowsOf(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 79)
		INSERT INTO requests (id, owner, org_id, kind, asked_by_kind, asked_by_id, created_at, expires_at, run_id, spend)
		SELECT 'req_' || ?1 || i, ?1, ?1, 'spend', 'service_account', 'svc_' || i, '2026', '2126', 'run_' || ?1 || i, '{}' FROM n`,
		org.org_id,
	)
	expect(await org.ask({}, other)).toBeNull()
})

test('the twenty of an account are counted in each org', async () => {
	const [one, other] = [await asking(), await asking()]
	const root = await admin()
	for (const { budget } of [one, other]) await budget({ limit: 0 })
	for (let count = 0; count < 20; count += 1) await one.ask({}, root)
	expect([await one.ask({}, root), await other.ask({}, root)]).toMatchObject([null, { state: 'open' }])
})

test('what one org has open at the platform leaves room for the others', async () => {
	const [full, org] = [await asking(), await asking()]
	const open = (org_id: string, count: number) =>
		rowsOf(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO requests (id, owner, org_id, kind, asked_by_kind, asked_by_id, created_at, expires_at, run_id, spend)
			SELECT 'req_' || ?1 || i, 'platform', ?1, 'spend', 'service_account', 'svc_' || i, '2026', '2126', 'run_' || ?1 || i, '{}' FROM n`,
			org_id,
			count,
		)
	await open(full.org_id, 100)
	for (const { org_id } of [full, org]) await storedBudget({ org_id, owner: 'platform', limit: 0 })
	expect(await full.ask()).toBeNull()
	expect(await org.ask()).toMatchObject({ state: 'open' })
	await open(org.org_id, 99)
	expect(await org.ask()).toBeNull()
})

test('the runs of an org open so many requests in a day; beyond it a run is told why, and nobody is notified', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const open = (from: number, to: number, owner: string) =>
		rowsOf(
			`WITH RECURSIVE n(i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
			INSERT INTO requests (id, owner, org_id, kind, asked_by_kind, asked_by_id, created_at, expires_at, run_id, spend, told_at, mailed_at)
			SELECT 'req_' || ?5 || printf('%016d', i), ?2, ?1, 'spend', 'service_account', 'svc_1', '2026', '2026', 'run_' || ?1 || i, '{}', '2026', '2026' FROM n`,
			org.org_id,
			owner,
			from,
			to,
			encodeTime(Date.now(), 10),
		)
	await open(1, 149, org.org_id)
	await open(150, 199, 'platform')
	const { id } = await org.ask()
	const run_id = unique('run')
	const refused = await org.begin({ run_id, ask: ASK })
	expect(refused.body.details).toMatchObject({ request: null, no_request: { key: 'requests_per_day', limit: 200 } })
	expect(refused.body.message).toContain("Nobody was asked: the org's runs have opened 200 requests in 24 hours.")
	expect(await rowsOf('SELECT id FROM requests WHERE run_id = ?', run_id)).toEqual([])
	expect(await org.read(id)).toMatchObject({ state: 'open' })
	const other = await asking()
	await other.budget({ limit: 0 })
	expect(await other.ask()).toMatchObject({ state: 'open' })
	await rowsOf('DELETE FROM requests WHERE id = (SELECT min(id) FROM requests WHERE org_id = ?)', org.org_id)
	expect((await org.begin({ run_id, ask: ASK })).body.details.request).toMatchObject({ state: 'open' })
})

test.each([
	['without an endpoint', false, 0],
	['with one that subscribes', true, 1],
] as const)(
	'opening a request %s writes so many rows more than the refusal, and a repeat none or one',
	async (_, isSubscribed, n) => {
		const org = await asking({ isSubscribed })
		await org.budget({ limit: 10 })
		const run_id = unique('run')
		const rows = async (fields: object) => {
			const { calls, rows_written } = await counted(() => org.begin({ run_id, hold: { credits: 20 }, ...fields }))
			expect(calls).toBe(1)
			return rows_written
		}
		await org.begin({ run_id, hold: { credits: 20 } })
		const without = await rows({})
		// The request with its three indexes and the event, and the delivery with its index.
		expect((await rows({ ask: ASK })) - without).toBe(6 + 2 * n)
		expect(await rows({ ask: ASK })).toBe(without)
		expect(await rows({ ask: { ...ASK, credits: 50 } })).toBe(without + 1)
		const deliveries =
			'SELECT count(*) AS n FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE e.org_id = ? AND e.type = ?'
		expect(await rowsOf(deliveries, org.org_id, 'request.opened')).toEqual([{ n }])
	},
)
