import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { choices, runsOf, seeds } from '../support/property.ts'
import { runner } from '../support/runs.ts'
import { admin, create, unique, user } from '../support/world.ts'

// Everything that moves credits, at random and concurrently. Afterwards every balance is the sum of its ledger, every entry
// follows the one before it, and every operation moved as many balances as it reported.

const all = async <T>(sql: string) => (await env.DB.prepare(sql).all<T>()).results

/** Checks that every balance is right, and that no entry of `orgs` is missing. */
async function expectBooksToBalance(orgs: string[]) {
	const wrong = await all(
		`SELECT a.org_id, a.balance, sum(l.amount) AS sum FROM credit_accounts a LEFT JOIN ledger_entries l ON l.org_id = a.org_id
		GROUP BY a.org_id HAVING a.balance <> coalesce(sum(l.amount), 0) OR a.balance < 0`,
	)
	expect(wrong).toEqual([])
	const chain = `SELECT *, sum(amount) OVER (PARTITION BY org_id ORDER BY seq) AS so_far,
		row_number() OVER (PARTITION BY org_id ORDER BY seq) AS place FROM ledger_entries`
	expect(await all(`SELECT org_id, seq FROM (${chain}) WHERE so_far <> balance_after`)).toEqual([])
	const mine = `(SELECT value FROM json_each('${JSON.stringify(orgs)}'))`
	const gaps = await all(
		`SELECT org_id, entry_count FROM credit_accounts a WHERE org_id IN ${mine}
			AND entry_count <> (SELECT count(*) FROM ledger_entries l WHERE l.org_id = a.org_id)
		UNION ALL SELECT org_id, seq FROM (${chain}) WHERE org_id IN ${mine} AND place <> seq`,
	)
	expect(gaps).toEqual([])
	expect((await (await admin()).post('/v1/admin/credits/verify')).body.differences).toEqual([])
}

test.each(seeds(1, 3))('the books balance after anything at once, seed %d', async (seed) => {
	const below = choices(seed)
	const root = await admin()
	const orgs = await Promise.all(Array.from({ length: 6 }, () => runner(below(50))))
	const members = await Promise.all([user(), user()])
	const plan = await create.plan({
		entitlements: [{ key: 'credits.monthly_grant', value: String(1 + below(30)), value_type: 'integer' }],
	})
	const affected = new Map<string, number>()
	const bulk = async (type: string, body: object) => {
		const note = unique('op')
		affected.set(note, (await root.post(`/v1/admin/credits/${type}`, { note, ...body })).body.affected)
	}
	const acts = Array.from({ length: runsOf(60, 120) }, () => {
		const org = orgs[below(orgs.length)] as (typeof orgs)[number]
		const { org_id, run, report } = org
		const amount = below(41) - 20 || 1
		const act = below(100)
		const cost = below(30) / 1000
		const member = members[below(members.length)] as (typeof members)[number]
		return async () => {
			if (act < 35) await root.post('/v1/admin/credits/adjust', { org_id, amount })
			else if (act < 65) await report(Array.from({ length: 1 + (act % 5) }, () => run({ total_cost_usd: cost })))
			else if (act < 75) await bulk('bulk-adjust', { amount })
			else if (act < 78) await bulk('reset-all', {})
			else if (act < 90)
				await member.post('/v1/me/redeem', { code: (await create.redemptionCode({ value: '7' })).code })
			else if (act < 95)
				await root.post('/v1/subscriptions', {
					org_id,
					plan_id: plan.id,
					current_period_start: '2026-01-01T00:00:00Z',
					current_period_end: '2126-01-01T00:00:00Z',
				})
			else await root.get(`/v1/admin/credits?org_id=${org_id}`)
		}
	})
	// Twelve at a time: every kind meets every other.
	const queue = acts.values()
	await Promise.all(
		Array.from({ length: 12 }, async () => {
			for (const act of queue) await act()
		}),
	)
	await expectBooksToBalance(orgs.map(({ org_id }) => org_id))
	expect(affected.size).toBeGreaterThan(runsOf(1, 3))
	const entries = await all<{ note: string; n: number }>(
		"SELECT note, count(*) AS n FROM ledger_entries WHERE reference_type = 'credit_operation' AND note IS NOT NULL GROUP BY note",
	)
	for (const [note, count] of affected) expect(entries.find((entry) => entry.note === note)?.n ?? 0).toBe(count)
	const { results } = await env.DB.prepare(
		`SELECT sum(credits_used - shortfall) AS taken, (SELECT -sum(amount) FROM ledger_entries WHERE type = 'consumption' AND org_id IN (SELECT value FROM json_each(?1))) AS booked
		FROM runs WHERE org_id IN (SELECT value FROM json_each(?1))`,
	)
		.bind(JSON.stringify(orgs.map(({ org_id }) => org_id)))
		.all<{ taken: number; booked: number }>()
	expect(results[0]?.taken).toBe(results[0]?.booked)
})
