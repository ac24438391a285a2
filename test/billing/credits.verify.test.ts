import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { counted, sendingBy } from '../support/d1.ts'
import { instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { moved, newOrg } from '../support/ledger.ts'
import { compactLedger, systemContext, verifyBalances, verifyLedgers } from '../support/program.ts'
import { count, first, rows } from '../support/rows.ts'
import { unique } from '../support/world.ts'

const here = await instanceOn()

const context = () => systemContext(env)
const compact = () => compactLedger(context(), NO_PLACE)
const below = (limit: number) => Math.floor(Math.random() * limit)
const anOrg = async (count: number) => {
	const org_id = await newOrg(here)
	await moved(here, org_id, count)
	return org_id
}

type Options = Parameters<typeof verifyBalances>[1]

const verified = (options?: Options) => verifyBalances(context(), options)
const job = (options?: Options) => verifyLedgers(context(), NO_PLACE, options)

const markOf = (org_id: string) =>
	first<{ seq: number; ledger_sum: number }>('SELECT seq, ledger_sum FROM ledger_marks WHERE org_id = ?', org_id)
const accountOf = async (org_id: string) =>
	(await first('SELECT balance, entry_count FROM credit_accounts WHERE org_id = ?', org_id)) as {
		balance: number
		entry_count: number
	}

/** More than what `moved` takes at once: no entry becomes 0, which the database refuses. */
const MORE = 20

/** Changes an org's entries as nobody can, without the trigger that protects them. */
async function tamper(org_id: string, seq: number, by: number) {
	const keep = await here.db
		.prepare("SELECT sql FROM sqlite_master WHERE name = 'ledger_entries_keep'")
		.first<string>('sql')
	await here.db.batch([
		here.db.prepare('DROP TRIGGER ledger_entries_keep'),
		here.db.prepare('UPDATE ledger_entries SET amount = amount + ? WHERE org_id = ? AND seq = ?').bind(by, org_id, seq),
		here.db.prepare(keep as string),
	])
}

/** The most rows that one statement of `work` read. */
async function mostRead(work: () => Promise<unknown>): Promise<number> {
	let most = 0
	await sendingBy(
		(send) =>
			async function (...args) {
				const response = await send.apply(this, args)
				for (const { meta } of [response].flat() as { meta?: { rows_read: number } }[])
					most = Math.max(most, meta?.rows_read ?? 0)
				return response
			},
		work,
	)
	return most
}

const wholeSums = () =>
	rows(
		`SELECT a.org_id FROM credit_accounts a LEFT JOIN ledger_entries l ON l.org_id = a.org_id GROUP BY a.org_id
		HAVING a.balance <> coalesce(sum(l.amount), 0) OR a.entry_count <> coalesce(sum(l.folded_count), 0)`,
	)
const orgCount = () => count('orgs')

test('correct ledgers always verify, whatever happens meanwhile, and no statement reads more than its limit', async () => {
	const orgs = await Promise.all([1, 30, 90, 400, 900].map(anOrg))
	const report = (org_id: string) =>
		here.post('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed', total_cost_usd: 0.01 }, 200)
	const adjust = (org_id: string) => here.post('/v1/admin/credits/adjust', { org_id, amount: 1 + below(9) }, 200)
	for (let round = 0; round < 6; round += 1) {
		const anyOf = () => orgs[below(orgs.length)] as string
		const acts = Array.from({ length: 12 }, () => below(10)).map((act) => async () => {
			const options = { entries: 5 + below(60), mark_every: 1 + below(40) }
			if (act < 3) await report(anyOf())
			else if (act < 5) await adjust(anyOf())
			else if (act < 7) await job(options)
			else expect((await verified({ ...options, from_start: act === 9 })).differences).toEqual([])
		})
		await Promise.all([...acts.map((act) => act()), round === 2 ? compact() : undefined])
		expect(await wholeSums()).toEqual([])
		expect(await verified({ entries: 20 })).toEqual({
			org_count: await orgCount(),
			differences: [],
			continue_after: null,
		})
	}
	// For each account some rows are read to find its mark and its end.
	const [entries, others] = [50, 12 * (await orgCount())]
	expect(await mostRead(() => verified({ entries, from_start: true }))).toBeLessThan(2 * entries + others)
	expect(await mostRead(() => verified({ entries: 5_000, from_start: true }))).toBeGreaterThan(2 * entries + others)
})

test('the job moves the marks of busy orgs, and the next read starts there', async () => {
	const [much, little] = [await anOrg(700), await anOrg(20)]
	await job({ mark_every: 100 })
	const { balance, entry_count } = await accountOf(much)
	expect(await markOf(much)).toEqual({ seq: entry_count, ledger_sum: balance })
	expect(await markOf(little)).toBeNull()
	const [marked, whole] = [await counted(() => verified()), await counted(() => verified({ from_start: true }))]
	expect(whole.rows_read - marked.rows_read).toBeGreaterThan(690)
	expect(marked.rows_written).toBe(0)
	expect((await counted(() => job({ mark_every: 100 }))).rows_written).toBe(0)
	await here.post('/v1/admin/credits/adjust', { org_id: much, amount: 5 }, 200)
	expect((await verified()).differences).toEqual([])
	await job({ mark_every: 1 })
	expect(await markOf(much)).toEqual({ seq: entry_count + 1, ledger_sum: balance + 5 })
})

test.each([100, 10_000])('a difference after the mark is found, with %d entries in a read', async (entries) => {
	const org_id = await anOrg(300)
	await job({ mark_every: 100 })
	await here.post('/v1/admin/credits/adjust', { org_id, amount: 7 }, 200)
	const { balance, entry_count } = await accountOf(org_id)
	await tamper(org_id, entry_count, MORE)
	const difference = { org_id, balance, ledger_sum: balance + MORE, entry_count, ledger_count: entry_count }
	expect((await verified({ entries })).differences).toEqual([difference])
	await expect(job({ entries, mark_every: 1 })).rejects.toMatchObject({ name: `credits.differs:${org_id}` })
	expect((await markOf(org_id))?.seq).toBe(entry_count - 1)
	await tamper(org_id, entry_count, -MORE)
	await rows('UPDATE credit_accounts SET balance = balance + 1 WHERE org_id = ?', org_id)
	expect((await verified({ entries })).differences).toEqual([
		{ ...difference, balance: balance + 1, ledger_sum: balance },
	])
	await rows('UPDATE credit_accounts SET balance = balance - 1 WHERE org_id = ?', org_id)
	expect((await verified({ entries })).differences).toEqual([])
})

test('a difference before the mark is found from the start, over the API', async () => {
	const org_id = await anOrg(300)
	await job({ mark_every: 100 })
	await tamper(org_id, 100, MORE)
	const verify = async (body?: object) => (await here.post('/v1/admin/credits/verify', body, 200)).body.differences
	expect(await verify()).toEqual([])
	expect(await verify({ from_start: false })).toEqual([])
	const { balance, entry_count } = await accountOf(org_id)
	const difference = { org_id, balance, ledger_sum: balance + MORE, entry_count, ledger_count: entry_count }
	expect(await verify({ from_start: true })).toEqual([difference])
	await tamper(org_id, 100, -MORE)
	expect(await verify({ from_start: true })).toEqual([])
	expect((await here.post('/v1/admin/credits/verify', { from_start: 'x' }, 400)).body.details.fields).toMatchObject([
		{ path: 'from_start' },
	])
})

test("a wrong mark doesn't accuse a correct ledger, and the job fixes the mark", async () => {
	const org_id = await anOrg(300)
	await job({ mark_every: 100 })
	await rows('UPDATE ledger_marks SET ledger_sum = ledger_sum + 5 WHERE org_id = ?', org_id)
	for (const entries of [30, 10_000]) expect((await verified({ entries })).differences).toEqual([])
	await job({ mark_every: 100 })
	const { balance, entry_count } = await accountOf(org_id)
	expect(await markOf(org_id)).toEqual({ seq: entry_count, ledger_sum: balance })
	await rows('UPDATE ledger_marks SET seq = 1000000 WHERE org_id = ?', org_id)
	expect((await verified()).differences).toEqual([])
})

test('verification finds lost and duplicated entries', async () => {
	const org_id = await anOrg(300)
	const { entry_count } = await accountOf(org_id)
	await rows('UPDATE credit_accounts SET entry_count = 10 WHERE org_id = ?', org_id)
	for (const entries of [50, 10_000])
		expect((await verified({ entries })).differences).toMatchObject([
			{ org_id, entry_count: 10, ledger_count: entry_count },
		])
	await expect(job()).rejects.toMatchObject({ name: `credits.differs:${org_id}` })
	expect(await markOf(org_id)).toBeNull()
	await rows('UPDATE credit_accounts SET entry_count = ? WHERE org_id = ?', entry_count, org_id)
})

test('compaction between two reads removes the checkpoint of the second, and nothing is counted twice', async () => {
	const org_id = await anOrg(600)
	const { entry_count } = await accountOf(org_id)
	let reads = 0
	const { differences, org_count } = await sendingBy(
		(send) =>
			async function (...args) {
				const [, text, params] = args as [string, string, unknown[]]
				// The third of its reads, after some of the first days were added up.
				if (text.includes('AS holds') && params.includes(org_id)) {
					reads += 1
					if (reads === 3) await compact()
				}
				return send.apply(this, args)
			},
		() => verified({ entries: 50, from_start: true }),
	)
	expect({ differences, org_count }).toEqual({ differences: [], org_count: await orgCount() })
	expect(reads).toBeGreaterThan(3)
	expect(await count('ledger_entries WHERE org_id = ?', org_id)).toBeLessThan(entry_count / 2)
})

test('a mark whose entry was compacted is ignored until the job moves it', async () => {
	const org_id = await anOrg(300)
	await job({ mark_every: 100 })
	// A mark in the middle of an old day.
	const day = await first(
		`SELECT seq, (SELECT sum(amount) FROM ledger_entries s WHERE s.org_id = l.org_id AND s.seq <= l.seq) AS ledger_sum FROM ledger_entries l
			WHERE org_id = ? AND type = 'consumption' AND seq > 20 AND EXISTS (SELECT 1 FROM ledger_entries n WHERE n.org_id = l.org_id AND n.seq = l.seq + 1
				AND n.type = 'consumption' AND substr(n.created_at, 1, 10) = substr(l.created_at, 1, 10)) LIMIT 1`,
		org_id,
	)
	await rows('UPDATE ledger_marks SET seq = ?, ledger_sum = ? WHERE org_id = ?', day?.seq, day?.ledger_sum, org_id)
	expect((await verified()).differences).toEqual([])
	await compact()
	expect((await verified()).differences).toEqual([])
	await job({ mark_every: 100 })
	const { balance, entry_count } = await accountOf(org_id)
	expect(await markOf(org_id)).toEqual({ seq: entry_count, ledger_sum: balance })
})
