import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { sendingBy } from '../support/d1.ts'
import { instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { BEGIN, type Entry, ledgerOf, moved, newOrg } from '../support/ledger.ts'
import { compactLedger, systemContext } from '../support/program.ts'

const DAY_MS = 86_400_000

const here = await instanceOn()

const compact = () => compactLedger(systemContext(env), NO_PLACE)
const dayOf = ({ created_at }: Entry) => created_at.slice(0, 10)

/** What compaction mustn't change: the sum, the number and the last balance of each day and type. */
function sums(entries: Entry[]) {
	const found: Record<string, { amount: number; entries: number; balance: number; seq: number }> = {}
	for (const entry of entries) {
		const known = (found[`${dayOf(entry)} ${entry.type}`] ??= { amount: 0, entries: 0, balance: 0, seq: 0 })
		known.amount += entry.amount
		known.entries += entry.folded_count
		known.balance = entry.balance_after
		known.seq = entry.seq
	}
	return found
}

const isChain = (entries: Entry[]) =>
	entries.every(
		({ amount, balance_after }, index) => balance_after === (entries[index - 1]?.balance_after ?? 0) + amount,
	)

const differences = async () => (await here.post('/v1/admin/credits/verify')).body.differences

test('whatever is in the ledger, compaction keeps every sum, every other entry and the chain', async () => {
	const orgs = await Promise.all([40, 300, 4_500].map(async (count) => [await newOrg(here), count] as const))
	for (const [org_id, count] of orgs) await moved(here, org_id, count)
	expect(await differences()).toEqual([])
	const before = await Promise.all(orgs.map(([org_id]) => ledgerOf(here, org_id)))
	// Interrupted after each batch, and two at once.
	for (let calls = 1; calls < 12; calls += 1) {
		let left = calls
		await sendingBy(
			(send) =>
				function (...args) {
					left -= 1
					return left < 0 ? Promise.reject(new Error('killed')) : send.apply(this, args)
				},
			compact,
		).catch(() => undefined)
		expect(await differences()).toEqual([])
	}
	await Promise.all([compact(), compact()])
	await compact()
	expect(await differences()).toEqual([])
	const cutoff = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 30 * DAY_MS).toISOString()
	for (const [index, [org_id]] of orgs.entries()) {
		const [was, is] = [before[index] as Entry[], await ledgerOf(here, org_id)]
		expect(sums(is)).toEqual(sums(was))
		expect(isChain(is)).toBe(true)
		const others = (entries: Entry[]) =>
			entries.filter((entry) => entry.type !== 'consumption' || entry.created_at >= cutoff)
		expect(others(is)).toEqual(others(was))
		// No two neighbors of the same day are left.
		const pairs = is.filter((entry, at) => {
			const next = is[at + 1]
			return (
				next &&
				entry.type === 'consumption' &&
				next.type === 'consumption' &&
				next.created_at < cutoff &&
				dayOf(entry) === dayOf(next)
			)
		})
		expect(pairs).toEqual([])
		expect(is.length).toBeLessThan(was.length)
		// A list's period still starts and ends where it did.
		const from = new Date(BEGIN + 2 * DAY_MS).toISOString()
		const to = new Date(BEGIN + 4 * DAY_MS).toISOString()
		const listed = (await here.get(`/v1/admin/credits?org_id=${org_id}&limit=200&from=${from}&to=${to}`)).body
			.transactions
		const wanted = is.filter(({ created_at }) => created_at >= from && created_at < to).toReversed()
		expect(listed.map(({ balance_after }: Entry) => balance_after)).toEqual(
			wanted.slice(0, 200).map((entry) => entry.balance_after),
		)
	}
	const [[org_id]] = orgs as [readonly [string, number]]
	await here.post('/v1/admin/credits/adjust', { org_id, amount: 5 }, 200)
	expect(await differences()).toEqual([])
})

test("out-of-order entries around midnight don't stop compaction", async () => {
	const org_id = await newOrg(here)
	const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS - 30 * DAY_MS
	const around = [-9, -8, -3, -2, 1, -1, 2, -0.5, 3, 4, -0.1, 5].map((seconds) =>
		new Date(midnight + seconds * 1_000).toISOString(),
	)
	await here.post('/v1/admin/credits/adjust', { org_id, amount: 100 }, 200)
	await here.db
		.prepare(
			`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, created_at)
			SELECT ?, key + 2, -1, 99 - key, 'consumption', value FROM json_each(?)`,
		)
		.bind(org_id, JSON.stringify(around))
		.run()
	// Its grant is from today, and nothing after a young entry is compacted.
	await compact()
	expect(await ledgerOf(here, org_id)).toHaveLength(13)
	for (const days of [31, 32]) {
		vi.useFakeTimers({ now: Date.now() + days * DAY_MS, toFake: ['Date'] })
		await compact()
		vi.useRealTimers()
	}
	const left = await ledgerOf(here, org_id)
	expect(isChain(left)).toBe(true)
	expect(left.reduce((sum, entry) => sum + entry.folded_count, 0)).toBe(13)
	expect(left.length).toBeLessThan(11)
	expect(await differences()).toEqual([])
})

test('a ledger that cannot be compacted holds up no other', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const orgs = (await Promise.all([newOrg(here), newOrg(here)])).toSorted()
	for (const org_id of orgs) await moved(here, org_id, 60)
	const lengths = () => Promise.all(orgs.map(async (org_id) => (await ledgerOf(here, org_id)).length))
	const [bad, good] = (await lengths()) as [number, number]
	const when = `BEFORE INSERT ON ledger_folds WHEN new.org_id = '${orgs[0]}'`
	await here.db.prepare(`CREATE TRIGGER refusing ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`).run()
	await expect(compact()).rejects.toThrow(/./)
	await here.db.prepare('DROP TRIGGER refusing').run()
	expect((await lengths())[0]).toBe(bad)
	expect((await lengths())[1]).toBeLessThan(good)
	await compact()
	expect((await lengths())[0]).toBeLessThan(bad)
})

test('only compacting one day of consumption can change the ledger', async () => {
	const org_id = await newOrg(here)
	await moved(here, org_id, 60)
	const before = await ledgerOf(here, org_id)
	const insert = here.db.prepare('INSERT INTO ledger_folds (org_id, first_seq, last_seq, day) VALUES (?, ?, ?, ?)')
	const day = dayOf(before[1] as Entry)
	// The first is a grant, the last one is of another day, and there are not so many.
	for (const [first, last] of [
		[1, 3],
		[2, before.length],
		[before.length + 5, before.length + 9],
	])
		await expect(insert.bind(org_id, first, last, day).run()).rejects.toThrow('can be folded')
	expect(await ledgerOf(here, org_id)).toEqual(before)
	expect(await here.db.prepare('SELECT count(*) AS ranges FROM ledger_folds').first()).toEqual({ ranges: 0 })
})

test('nothing is compacted without a bucket or during a backup', async () => {
	const org_id = await newOrg(here)
	await moved(here, org_id, 60)
	const before = await ledgerOf(here, org_id)
	await compactLedger(systemContext({ ...env, ARCHIVE: undefined } as unknown as Env), NO_PLACE)
	expect(await ledgerOf(here, org_id)).toEqual(before)
	await here.post('/v1/admin/backups', undefined, 202)
	await compact()
	expect(await ledgerOf(here, org_id)).toEqual(before)
	await here.db.prepare("UPDATE backups SET status = 'failed'").run()
	vi.useFakeTimers({ now: Date.now() + 40 * DAY_MS, toFake: ['Date'] })
	await compact()
	vi.useRealTimers()
	expect((await ledgerOf(here, org_id)).length).toBeLessThan(before.length)
	expect(await differences()).toEqual([])
})
