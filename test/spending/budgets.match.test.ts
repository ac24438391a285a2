import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { afterEach, expect, test } from 'vitest'
import { forgetPlatformBudgets, storedBudget, storedHold } from '../support/budgets.ts'
import { DAY_MS } from '../support/clock.ts'
import {
	SCOPES,
	UNITS,
	WINDOWS,
	appliesTo,
	boundedIn,
	heldOf,
	isOn,
	matchedOf,
	resetOf,
	STATE,
	takenBy,
	windowOf,
} from '../support/program.ts'
import { choices, seeds } from '../support/property.ts'
import { runner } from '../support/runs.ts'

// What a budget counts is said twice: by the triggers, and by the expressions that decide on a run. Both have to agree on any row.

const db = drizzle(env.DB)

// A budget of the platform counts the runs of every org, so none may stay.
afterEach(forgetPlatformBudgets)

const NAMES = ['a', 'b', 'c', null] as const

/** Random budgets of an org and of the platform, and random live runs of two orgs. */
async function someRows(seed: number) {
	const below = choices(seed)
	const one = <T>(list: readonly T[]) => list[below(list.length)] as T
	const [mine, other] = (await Promise.all([runner(), runner()])).map(({ org_id }) => org_id) as [string, string]
	const since = Date.now() - 70 * DAY_MS
	const at = () => new Date(since + below(80) * DAY_MS + below(DAY_MS)).toISOString()
	for (let index = 0; index < 25; index += 1) {
		const scope = one(SCOPES)
		const isRun = scope === 'run'
		const id = await storedBudget({
			org_id: one([mine, mine, null]),
			scope,
			subject: isRun || below(2) === 0 ? null : scope === 'org' ? one([mine, other]) : one(['a', 'b']),
			unit: one(UNITS),
			window: isRun ? 'total' : one(WINDOWS),
		})
		await env.DB.prepare('UPDATE budgets SET counts_since = ? WHERE id = ?').bind(at(), id).run()
	}
	for (let index = 0; index < 40; index += 1) {
		await storedHold({
			org_id: one([mine, other]),
			user_id: one(NAMES),
			agent_id: one(NAMES),
			api_key_id: one(NAMES),
			model: one(NAMES),
			run_created_at: at(),
			credits: below(3) * 10,
			tokens: below(3) * 10,
			spent_credits: below(20),
			spent_tokens: below(20),
			expires_at: one([at(), '9999-01-01T00:00:00.000Z', null]),
		})
	}
	// One that has lapsed for sure, and a budget as they were when names of models had several spellings.
	await storedBudget({ org_id: mine, window: 'total' })
	await storedBudget({ org_id: mine, scope: 'model', subject: 'A', window: 'total' })
	await storedHold({ org_id: mine, model: 'a', credits: 30, expires_at: '2020-01-01T00:00:00.000Z' })
	return [mine, other]
}

test.each(seeds(1, 40))('the triggers and the expressions agree on what counts where, seed %d', async (seed) => {
	const orgs = JSON.stringify(await someRows(seed))
	const run = matchedOf('h')
	const ofMine = sql`(SELECT value FROM json_each(${orgs}))`
	const of = (unit: string) =>
		sql.raw(`sum(CASE b.unit WHEN 'credits' THEN ${unit}_credits WHEN 'tokens' THEN ${unit}_tokens ELSE 0 END)`)
	const expected = await db.all<Record<string, unknown>>(sql`
		SELECT b.id, h.org_id, ${boundedIn(run)} AS subject, ${windowOf(run.created_at)} AS window_start,
			sum(b.unit = 'runs') AS used, ${of('h.counted')} AS held
		FROM budgets b JOIN holds h ON ${appliesTo(run)} WHERE h.org_id IN ${ofMine} AND b.scope <> 'run'
		GROUP BY 1, 2, 3, 4 HAVING used + held > 0 ORDER BY 1, 2, 3, 4`)
	const kept = await db.all<Record<string, unknown>>(sql`
		SELECT budget_id AS id, org_id, subject, window_start, used, held FROM budget_states WHERE org_id IN ${ofMine} ORDER BY 1, 2, 3, 4`)
	expect(kept).toEqual(expected)
	expect(kept.length).toBeGreaterThan(20)
	const viewed = await db.all<Record<string, unknown>>(sql`
		SELECT budget_id AS id, run_id, subject, window_start FROM budget_holds WHERE org_id IN ${ofMine} ORDER BY 1, 2`)
	const matched = await db.all<Record<string, unknown>>(sql`
		SELECT b.id, h.run_id, coalesce(${boundedIn(run)}, h.run_id) AS subject, ${windowOf(run.created_at)} AS window_start
		FROM budgets b JOIN holds h ON ${appliesTo(run)} WHERE h.org_id IN ${ofMine} ORDER BY 1, 2`)
	expect(viewed).toEqual(matched)
	expect(viewed.some(({ run_id, subject }) => run_id === subject)).toBe(true)
	// What has lapsed counts with what it has spent, although its row still has its amounts.
	const now = new Date().toISOString()
	const lapsed = (unit: string) => `CASE WHEN h.expires_at <= '${now}' THEN h.spent_${unit} ELSE h.counted_${unit} END`
	const live = await db.all<Record<string, unknown>>(sql`
		SELECT b.id, h.org_id, ${boundedIn(run)} AS subject, ${windowOf(run.created_at)} AS window_start,
			sum(CASE b.unit WHEN 'credits' THEN ${sql.raw(lapsed('credits'))} WHEN 'tokens' THEN ${sql.raw(lapsed('tokens'))} ELSE 0 END) AS held
		FROM budgets b JOIN holds h ON ${appliesTo(run)} WHERE h.org_id IN ${ofMine} AND b.scope <> 'run'
		GROUP BY 1, 2, 3, 4 HAVING sum(b.unit = 'runs') + ${of('h.counted')} > 0 ORDER BY 1, 2, 3, 4`)
	const shown = await db.all<Record<string, unknown>>(sql`
		SELECT s.budget_id AS id, s.org_id, s.subject, s.window_start, ${heldOf(STATE, now)} AS held
		FROM budget_states s WHERE s.org_id IN ${ofMine} ORDER BY 1, 2, 3, 4`)
	expect(shown).toEqual(live)
	expect(shown).not.toEqual(kept.map(({ used: _, ...state }) => state))
})

test('windows are in UTC, weeks begin on Monday, and each ends where the next begins', async () => {
	const at = '2026-03-01T23:59:59.999Z'
	const rows = await db.all<{ window: string; starts: string; resets: string | null }>(sql`
		SELECT b.window, ${windowOf(at)} AS starts, ${resetOf(windowOf(at))} AS resets
		FROM (SELECT value AS window FROM json_each(${JSON.stringify(WINDOWS)})) b`)
	expect(rows).toEqual([
		{ window: 'hour', starts: '2026-03-01T23:00:00.000Z', resets: '2026-03-02T00:00:00.000Z' },
		{ window: 'day', starts: '2026-03-01T00:00:00.000Z', resets: '2026-03-02T00:00:00.000Z' },
		{ window: 'week', starts: '2026-02-23T00:00:00.000Z', resets: '2026-03-02T00:00:00.000Z' },
		{ window: 'month', starts: '2026-03-01T00:00:00.000Z', resets: '2026-04-01T00:00:00.000Z' },
		{ window: 'total', starts: '', resets: null },
	])
})

test('a run of a budget of runs counts with its hold, after that has lapsed with what it has spent, and in runs as one', async () => {
	const { org_id } = await runner()
	for (const unit of UNITS) await storedBudget({ org_id, name: unit, scope: 'run', window: 'total', unit })
	await storedHold({
		org_id,
		credits: 50,
		spent_credits: 20,
		tokens: 5,
		spent_tokens: 9,
		expires_at: '2999-01-01T00:00:00.000Z',
	})
	const taken = (at: string) =>
		db.values(sql`SELECT b.name, ${takenBy('l', at)} FROM budget_holds l JOIN budgets b ON b.id = l.budget_id
			WHERE l.org_id = ${org_id} AND ${isOn(at)} ORDER BY 1`)
	expect(await taken('2998-01-01T00:00:00.000Z')).toEqual([
		['credits', 50],
		['runs', 1],
		['tokens', 9],
	])
	expect(await taken('2999-01-01T00:00:00.000Z')).toEqual([
		['credits', 20],
		['runs', 1],
		['tokens', 9],
	])
})
