import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { afterEach, expect, test } from 'vitest'
import type { Paused } from '../../src/worker/traffic/pauses/applies.ts'
import { PAUSE_SCOPES, pausesOf, widestPause } from '../support/program.ts'

// The fragment that the statements of begin and progress carry.

const db = drizzle(env.DB)
const AT = '2030-01-01T00:00:00.000Z'
const RUN = {
	org_id: 'org_a',
	user_id: 'u',
	agent_id: 'a',
	model: 'x/m',
	model_key: 'x/m',
	provider_names: '["p","kind"]',
	api_key_id: 'k',
}
const NOBODY = {
	org_id: 'org_a',
	user_id: null,
	agent_id: null,
	model: null,
	model_key: null,
	provider_names: null,
	api_key_id: null,
}

type Values = Record<keyof Paused, string | null>

const expressions = (values: Values) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sql`${value}`])) as Record<keyof Paused, SQL>

const pause = (owner: string, scope: string, subject: string, until: string | null = null) =>
	env.DB.prepare(
		"INSERT INTO pauses (owner, scope, subject, reason, until, set_by_user_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'usr', ?, ?)",
	)
		.bind(owner, scope, subject, `${owner} paused`, until, AT, AT)
		.run()

const applying = async (values: Values) => {
	const rows = await db.all<{ scope: string; subject: string; reason: string }>(
		sql`SELECT * FROM ${pausesOf(expressions(values), sql`${AT}`)}`,
	)
	return rows.map(({ scope, subject, reason }) => `${scope} ${subject}, ${reason}`)
}

const widest = async (values: Values) => {
	const [row] = await db.all<{ pause: string | null }>(
		sql`SELECT ${widestPause(expressions(values), sql`${AT}`)} AS pause`,
	)
	return row?.pause == null ? null : JSON.parse(row.pause)
}

afterEach(() => env.DB.exec('DELETE FROM pauses'))

test('every scope applies to the run that belongs to it, and the widest comes first', async () => {
	const subjects: Record<string, string> = {
		platform: 'all',
		org: 'org_a',
		user: 'u',
		agent: 'a',
		model: 'x/m',
		provider: 'p',
		api_key: 'k',
	}
	for (const scope of PAUSE_SCOPES.toReversed()) await pause('platform', scope, subjects[scope] as string)
	expect(await applying(RUN)).toEqual(PAUSE_SCOPES.map((scope) => `${scope} ${subjects[scope]}, platform paused`))
	expect(await applying(NOBODY)).toEqual(['platform all, platform paused', 'org org_a, platform paused'])
	expect(await widest(RUN)).toEqual({ scope: 'platform', subject: 'all', reason: 'platform paused', until: null })
})

test("of two that are equally wide, the platform's comes before the org's, and a wider one of the org before both", async () => {
	await pause('org_a', 'user', 'u')
	await pause('platform', 'user', 'u')
	expect(await applying(RUN)).toEqual(['user u, platform paused', 'user u, org_a paused'])
	await pause('org_a', 'org', 'org_a')
	expect(await widest(RUN)).toMatchObject({ scope: 'org', reason: 'org_a paused' })
})

test("another org's pauses, those of other subjects and those that are over don't apply", async () => {
	await pause('org_b', 'user', 'u')
	await pause('org_b', 'org', 'org_a')
	await pause('platform', 'agent', 'u')
	await pause('platform', 'org', 'org_b')
	await pause('org_a', 'model', 'x/m', AT)
	expect(await applying(RUN)).toEqual([])
	expect(await widest(RUN)).toBeNull()
	await pause('org_a', 'agent', 'a', '2030-01-01T00:00:00.001Z')
	expect(await widest(RUN)).toEqual({
		scope: 'agent',
		subject: 'a',
		reason: 'org_a paused',
		until: '2030-01-01T00:00:00.001Z',
	})
})

test("the expressions may be another row's columns, and each pause is looked up by the key", async () => {
	await pause('org_a', 'agent', 'a')
	const columns = Object.fromEntries(Object.keys(RUN).map((name) => [name, sql.raw(`h.${name}`)])) as Record<
		keyof Paused,
		SQL
	>
	const rows = sql`(SELECT 'org_a' AS org_id, 'u' AS user_id, value AS agent_id, NULL AS model, NULL AS model_key, NULL AS provider_names, NULL AS api_key_id FROM json_each('["a","b"]'))`
	const query = sql`SELECT h.agent_id, ${widestPause(columns, sql`${AT}`)} AS pause FROM ${rows} AS h ORDER BY 1`
	const found = await db.all<{ pause: string | null }>(query)
	expect(found.map(({ pause: text }) => text !== null)).toEqual([true, false])
	const plan = await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`)
	expect(plan.map(({ detail }) => detail)).toContain('SEARCH p USING PRIMARY KEY (owner=? AND scope=? AND subject=?)')
})
