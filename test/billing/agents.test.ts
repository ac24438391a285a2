import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { type Api, as } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { purgeAgentDays, systemContext } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { invalidField } from '../support/replies.ts'
import { count, first, rows } from '../support/rows.ts'
import { newOrg, runner } from '../support/runs.ts'
import { admin, unique, user, world } from '../support/world.ts'

const dayAt = (days_ago: number) => new Date(Date.now() - days_ago * 86_400_000).toISOString().slice(0, 10)
const at = (days_ago: number, time = '12:00:00.000') => `${dayAt(days_ago)}T${time}Z`

const PERIOD = `start=${dayAt(2)}&end=${dayAt(0)}`

/** The pages of a list. */
async function pagesOf(root: Pick<Api, 'get'>, path: string) {
	const pages: { org_id: string; agent_id: string | null; daily_run_count: number[] }[][] = []
	for (let cursor: string | null = ''; cursor !== null;) {
		const { status, body, headers } = await root.get(`${path}${cursor && `&cursor=${cursor}`}`)
		expect(status).toBe(200)
		pages.push(body)
		cursor = headers.get('Next-Cursor')
	}
	return pages
}

/** An org whose runs name agents, and its list. */
async function agents() {
	const { run, report, root, org_id, ...rest } = await runner()
	return {
		root,
		org_id,
		run,
		report,
		...rest,
		/** All pages of the list. */
		list: async (query = '') => (await pagesOf(root, `/v1/orgs/${org_id}/agents?${query}`)).flat(),
	}
}

test('each agent has its runs, costs, last run and last failure, day by day, for an org and for the platform', async () => {
	const { run, report, org_id, root, list } = await agents()
	const failed = run({ agent_id: 'triage', completed_at: at(1, '15:00:00.000'), status: 'failed', total_cost_usd: 0.1 })
	await report([
		run({ agent_id: 'triage', completed_at: at(2), total_cost_usd: 0.25 }),
		run({ agent_id: 'triage', completed_at: at(1, '16:00:00.000'), total_cost_usd: 0.5 }),
		failed,
		run({ agent_id: 'triage', completed_at: at(1, '14:00:00.000'), status: 'failed' }),
		run({ agent_id: 'research', completed_at: at(0, '00:00:00.000'), status: 'cancelled' }),
		run({ agent_id: 'open', status: 'running' }),
		run({ agent_id: 'too early', completed_at: at(3) }),
		run({ completed_at: at(1) }),
	])
	// It's reported later, and isn't the last failure.
	await report(run({ agent_id: 'triage', completed_at: at(1, '13:00:00.000'), status: 'failed' }))
	const triage = {
		org_id,
		agent_id: 'triage',
		run_count: 5,
		failed_run_count: 3,
		cost_usd: 0.85,
		credits_used: 850,
		last_run_at: at(1, '16:00:00.000'),
		last_failed_at: at(1, '15:00:00.000'),
		last_failed_run_id: failed.run_id,
		daily_run_count: [1, 4, 0],
		daily_cost_usd: [0.25, 0.6, 0],
	}
	const research = {
		org_id,
		agent_id: 'research',
		run_count: 1,
		failed_run_count: 0,
		cost_usd: 0,
		credits_used: 0,
		last_run_at: at(0, '00:00:00.000'),
		last_failed_at: null,
		last_failed_run_id: null,
		daily_run_count: [0, 0, 1],
		daily_cost_usd: [0, 0, 0],
	}
	expect(await list(PERIOD)).toEqual([research, triage])
	expect((await root.get(`/v1/admin/agents?org_id=${org_id}&${PERIOD}`)).body).toEqual([research, triage])
	expect(await list(`${PERIOD}&q=TRI`)).toEqual([triage])
	expect(await list(`${PERIOD}&agent_id=research`)).toEqual([research])
	expect(await list(`${PERIOD}&agent_id=resear`)).toEqual([])
	const month = await list()
	expect(month.map(({ agent_id }) => agent_id)).toEqual(['research', 'too early', 'triage'])
	expect(month[0]?.daily_run_count).toHaveLength(30)
})

test('a repeated report, a late one and one of a run that ended count nothing twice', async () => {
	const { run, report, list } = await agents()
	const one = run({ agent_id: 'a', total_cost_usd: 0.01 })
	await report([one, one])
	await report([one])
	await report({ ...one, status: 'failed', total_cost_usd: 5 })
	await report({ ...one, agent_id: 'b' })
	expect(await list()).toMatchObject([{ agent_id: 'a', run_count: 1, failed_run_count: 0, cost_usd: 0.01 }])
})

test('a run counts for the agent that its beginning named, and only when it ends', async () => {
	const { run, report, root, org_id, list } = await agents()
	const one = run({ total_cost_usd: 0.02 })
	const { run_id } = one
	await root.post('/v1/runtime/runs/begin', { run_id, org_id, agent_id: 'first', hold: { tokens: 5 } })
	await root.post(`/v1/runtime/runs/${run_id}/progress`, { org_id, total_cost_usd: 0.01 })
	expect(await list()).toEqual([])
	expect(await count('agent_days WHERE org_id = ?', org_id)).toBe(0)
	await report({ ...one, agent_id: 'second' })
	expect(await list()).toMatchObject([{ agent_id: 'first', run_count: 1, cost_usd: 0.02 }])
})

test('of two reports that end one run at once, one counts, and ends of many runs at once all count', async () => {
	const { run, report, list } = await agents()
	const one = run({ agent_id: 'raced' })
	await Promise.all(Array.from({ length: 20 }, (_, i) => report({ ...one, status: i % 2 ? 'failed' : 'completed' })))
	await Promise.all(Array.from({ length: 20 }, () => report(run({ agent_id: 'raced', total_cost_usd: 0.001 }))))
	expect(await list()).toMatchObject([{ agent_id: 'raced', run_count: 21, cost_usd: 0.02 }])
})

test('the end of a run writes one row for its agent and day, and the row takes no call', async () => {
	const { run, report } = await agents()
	const hundred = (fields: (i: number) => object) =>
		counted(() => report(Array.from({ length: 100 }, (_, i) => run(fields(i)))))
	await report([run(), run({ completed_at: at(1) })])
	const none = await hundred(() => ({}))
	const few = await hundred((i) => ({ agent_id: `agent-${i % 5}` }))
	const again = await hundred((i) => ({ agent_id: `agent-${i % 5}` }))
	const more = await hundred((i) => ({ agent_id: `agent-${i % 5}`, completed_at: at(i % 2) }))
	expect([few.calls, again.calls, more.calls]).toEqual([none.calls, none.calls, none.calls])
	expect(few.rows_written - none.rows_written).toBe(5)
	expect(again.rows_written - none.rows_written).toBe(5)
	// The usage has rows of each day, too.
	const days = await hundred((i) => ({ completed_at: at(i % 2) }))
	expect(more.rows_written - days.rows_written).toBe(10)
})

describe('names beyond the first thousand', () => {
	/** Gives the org so many names, each with one run on a day. */
	const fill = (org_id: string, names: number, days_ago = 1, prefix = 'n') =>
		rows(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${names})
			INSERT INTO agent_days SELECT ?, '${prefix}' || i, ?, 1, 0, 0, 0, ?, NULL, NULL FROM n`,
			org_id,
			dayAt(days_ago),
			at(days_ago),
		)

	test('count together, in one report and in several, and a name that is known stays', async () => {
		const { run, report, org_id, list } = await agents()
		await fill(org_id, 999)
		const names = ['z3', 'n7', 'z1', 'z1']
		await report(names.map((agent_id) => run({ agent_id, total_cost_usd: 0.01 })))
		const today = `start=${dayAt(0)}&end=${dayAt(0)}`
		// The report that reaches the limit keeps its names.
		const kept = [
			{ agent_id: 'n7', run_count: 1 },
			{ agent_id: 'z1', run_count: 2 },
			{ agent_id: 'z3', run_count: 1 },
		]
		expect(await list(today)).toMatchObject(kept)
		await report(['x1', 'x2', 'x1'].map((agent_id) => run({ agent_id, total_cost_usd: 0.01 })))
		const later = await counted(() => report([run({ agent_id: 'x3', status: 'failed' }), run({ agent_id: 'z1' })]))
		// The names aren't counted again.
		expect(later.rows_read).toBeLessThan(300)
		kept[1] = { agent_id: 'z1', run_count: 3 }
		const others = { agent_id: null, run_count: 4, failed_run_count: 1, cost_usd: 0.03 }
		expect(await list(today)).toMatchObject([others, ...kept])
		const theirs = await agents()
		await theirs.report(theirs.run({ agent_id: 'z3' }))
		expect(await theirs.list()).toMatchObject([{ agent_id: 'z3' }])
		await fill(theirs.org_id, 999)
		await theirs.report(theirs.run({ agent_id: 'one more' }))
		expect(await theirs.list(today)).toMatchObject([{ agent_id: null }, { agent_id: 'z3' }])
	})

	test('have room again when the others had no run for thirty days, up to 1,500 names', async () => {
		const { run, report, org_id, list } = await agents()
		await fill(org_id, 1_000, 31)
		await report(run({ agent_id: 'new' }))
		expect(await list()).toMatchObject([{ agent_id: 'new' }])
		await fill(org_id, 500, 40, 'more')
		const { rows_read } = await counted(() => report(run({ agent_id: 'newest' })))
		expect(rows_read).toBeLessThan(5_000)
		expect(await list()).toMatchObject([{ agent_id: null }, { agent_id: 'new' }])
	})
})

describe('the list', () => {
	test('is in pages by name, and of the platform by org and name', async () => {
		const { run, report, org_id, root, list } = await agents()
		const names = Array.from({ length: 7 }, (_, i) => `agent ${i}`)
		await report(names.map((agent_id) => run({ agent_id })))
		const other = await agents()
		await other.report(other.run({ agent_id: 'agent 0' }))
		expect((await list()).map(({ agent_id }) => agent_id)).toEqual(names)
		for (const [path, limit] of [
			[`/v1/orgs/${org_id}/agents`, 3],
			['/v1/admin/agents', 5],
		] as const) {
			// The other tests of this file have agents, too.
			const period = `start=${dayAt(0)}&end=${dayAt(0)}`
			const pages = await pagesOf(root, `${path}?limit=${limit}&${period}`)
			expect(Math.max(...pages.map(({ length }) => length))).toBe(limit)
			const seen = pages.flat().map((one) => `${one.org_id} ${one.agent_id ?? ''}`)
			expect(seen).toEqual([...new Set(seen)].toSorted())
			expect(seen.filter((one) => one.startsWith(org_id))).toEqual(names.map((name) => `${org_id} ${name}`))
			expect(seen.includes(`${other.org_id} agent 0`)).toBe(path.includes('admin'))
		}
	})

	test('reads only the days of its page, with an index, and stops among names that it leaves out', async () => {
		const { org_id, root } = await agents()
		await rows(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59999)
			INSERT INTO agent_days SELECT ?, printf('a%04d', i / 60), date('now', '-' || (i % 60) || ' days'), 1, 0, 1, 1, '2026', NULL, NULL FROM n`,
			org_id,
		)
		const path = `/v1/orgs/${org_id}/agents`
		await root.get(path)
		for (const read of [path, `/v1/admin/agents?limit=50`, `/v1/admin/agents?org_id=${org_id}`]) {
			const { calls, rows_read } = await counted(() => root.get(read))
			expect(calls).toBe(1)
			expect(rows_read).toBeLessThanOrEqual(51 * 36)
		}
		const searched = await root.get(`${path}?q=a0999`)
		expect(searched.body).toEqual([])
		const next = await root.get(`${path}?q=a0999&cursor=${searched.headers.get('Next-Cursor')}`)
		expect(next.body).toMatchObject([{ agent_id: 'a0999', run_count: 30 }])
		expect((await counted(() => root.get(`${path}?q=a0999`))).rows_read).toBeLessThan(2_000)
		expect((await root.get(`${path}?start=${dayAt(89)}&end=${dayAt(0)}&limit=200`)).body).toHaveLength(26)
		const plans = await queryPlansOf(async () => {
			for (const one of [path, '/v1/admin/agents', `${path}?agent_id=x`]) await root.get(one)
		})
		const steps = plans.filter(({ sql }) => sql.includes('agent_days')).flatMap((plan) => plan.steps)
		const touching = steps.filter((step) => /agent_days|\bd\b/.test(step))
		expect(touching.length).toBeGreaterThan(5)
		for (const step of steps) expect(step).not.toMatch(/SCAN agent_days|TEMP B-TREE/)
	})

	test.each([
		['start=2026-11-01', 'end'],
		['end=2026-11-01', 'end'],
		['start=2026-11-02&end=2026-11-01', 'end'],
		['start=2026-01-01&end=2026-04-01', 'end'],
		['start=x&end=2026-11-01', 'start'],
		['limit=0', 'limit'],
		['cursor=x', 'cursor'],
	])('?%s is 400 and names %s', async (query, field) => {
		const root = await admin()
		const org_id = await newOrg()
		for (const path of ['/v1/admin/agents', `/v1/orgs/${org_id}/agents`])
			expect(await root.get(`${path}?${query}`)).toMatchObject(invalidField(field))
	})

	test("is its org's: its owners and admins read it, and nobody of another org", async () => {
		const { org_id, owner, member, stranger, admin: root } = await world()
		await root.post('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed', agent_id: 'ours' })
		const path = `/v1/orgs/${org_id}/agents`
		for (const { get } of [owner, root]) expect((await get(path)).body).toMatchObject([{ org_id, agent_id: 'ours' }])
		expect(await member.get(path)).toMatchObject({ status: 403, body: { details: { permission: 'org.settings' } } })
		expect((await stranger.get(path)).status).toBe(404)
		expect((await stranger.get('/v1/admin/agents')).status).toBe(403)
		const theirs = (await stranger.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body.key
		expect((await as(theirs).get(path)).status).toBe(404)
		expect((await root.get('/v1/orgs/org_none/agents')).status).toBe(404)
		const elsewhere = await user('elsewhere')
		expect((await elsewhere.get(`/v1/orgs/${elsewhere.org_id}/agents`)).body).toEqual([])
	})
})

test('days are deleted after 90 days, step by step, and the place is kept', async () => {
	const org_id = await newOrg()
	await rows('DELETE FROM agent_days')
	for (const name of ['a', 'b', 'c'])
		for (const days_ago of [0, 89, 90, 91, 200])
			await rows("INSERT INTO agent_days VALUES (?, ?, ?, 1, 0, 0, 0, '', NULL, NULL)", org_id, name, dayAt(days_ago))
	await rows("INSERT OR REPLACE INTO jobs (name, leased_until, next_run_at) VALUES ('purge-agent-days', '', '')")
	const c = systemContext(env)
	const places: (string | null)[] = []
	const isBehind = await purgeAgentDays(
		c,
		{
			at: null,
			move: (to) => {
				places.push(to as string | null)
				return undefined
			},
		},
		4,
	)
	expect(isBehind).toBe(false)
	expect(places.length).toBeGreaterThan(2)
	expect(places.at(-1)).toBe(null)
	expect(await count('agent_days')).toBe(9)
	expect(await first('SELECT min(day) AS day FROM agent_days')).toEqual({ day: dayAt(90) })
})
