import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import type { KeptEntry } from '../../src/worker/traffic/access-log/entry.ts'
import type { LogFilters } from '../../src/worker/traffic/access-log/schema.ts'
import { append, FILTERS, newRecentLog, passes, requestOf } from '../support/logged.ts'
import { LOG_ID, idAfter, pack } from '../support/program.ts'
import { runsOf } from '../support/property.ts'

// The recent log itself, called as the Worker calls it.

type RecentLog = ReturnType<typeof newRecentLog>

/** Appends `count` requests in chunks of different sizes; returns each with the id it got. */
async function fill(recent: RecentLog, count: number, from = 0): Promise<KeptEntry[]> {
	const entries: KeptEntry[] = []
	for (let start = from; start < from + count;) {
		const size = Math.min(1 + ((start * 7) % 200), from + count - start)
		const requests = Array.from({ length: size }, (_, index) => requestOf(start + index))
		const first_id = await append(recent, requests)
		entries.push(...requests.map((request, index) => ({ id: idAfter(first_id, index), ...request })))
		start += size
	}
	return entries
}

const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)

async function walkBack(recent: RecentLog, filters: LogFilters, limit: number, between: () => Promise<unknown>) {
	const seen: KeptEntry[] = []
	let before: string | undefined
	for (;;) {
		const page = await recent.read({ filters, before, limit })
		seen.push(...page.entries)
		before = page.entries.at(-1)?.id
		if (!page.has_more) return seen
		await between()
	}
}

async function walkOn(recent: RecentLog, filters: LogFilters, limit: number, between: () => Promise<unknown>) {
	const seen: KeptEntry[] = []
	let since = `log_${'0'.repeat(26)}`
	for (;;) {
		const page = await recent.read({ filters, since, limit, end: 'oldest' })
		seen.unshift(...page.entries)
		since = page.entries[0]?.id ?? since
		if (!page.has_more) return seen
		await between()
	}
}

test('paging through many requests shows each exactly once, in order, under any filter, while new ones arrive', async () => {
	const recent = newRecentLog()
	const [count, limit] = [runsOf(2_000, 20_000), runsOf(197, 977)]
	const old = await fill(recent, count)
	expect(new Set(idsOf(old)).size).toBe(count)
	expect(idsOf(old)).toEqual(idsOf(old).toSorted())
	expect(old.every(({ id }) => LOG_ID.test(id))).toBe(true)
	let arrived = count
	const all = [...old]
	const arrive = async () => {
		all.push(...(await fill(recent, 3, arrived)))
		arrived += 3
	}
	for (const filters of FILTERS) {
		const already = all.length
		const back = await walkBack(recent, filters, limit, arrive)
		expect(idsOf(back)).toEqual(
			idsOf(
				all
					.slice(0, already)
					.filter((entry) => passes(entry, filters))
					.toReversed(),
			),
		)
		const on = await walkOn(recent, filters, limit, arrive)
		expect(idsOf(on)).toEqual(idsOf(all.filter((entry) => passes(entry, filters)).toReversed()))
	}
	// JSON has no undefined members.
	expect(await walkBack(recent, {}, 5_000, () => Promise.resolve())).toEqual(
		JSON.parse(JSON.stringify(all.toReversed())),
	)
})

test('before and since are exclusive, and can be combined', async () => {
	const recent = newRecentLog()
	const ids = idsOf(await fill(recent, 500))
	const between = async (since: number | undefined, before: number | undefined, limit = 10) => {
		const at = (index: number | undefined) => (index === undefined ? undefined : ids[index])
		const page = await recent.read({ filters: {}, since: at(since), before: at(before), limit })
		return [idsOf(page.entries).map((id) => ids.indexOf(id)), page.has_more]
	}
	expect(await between(undefined, 3)).toEqual([[2, 1, 0], false])
	expect(await between(undefined, 0)).toEqual([[], false])
	expect(await between(496, undefined)).toEqual([[499, 498, 497], false])
	expect(await between(499, undefined)).toEqual([[], false])
	expect(await between(10, undefined, 3)).toEqual([[499, 498, 497], true])
	expect(await between(10, 20, 3)).toEqual([[19, 18, 17], true])
	expect(await between(10, 17, 6)).toEqual([[16, 15, 14, 13, 12, 11], false])
	expect(await between(20, 10)).toEqual([[], false])
	expect(await between(10, 11)).toEqual([[], false])
})

test('an id that no chunk has still works as a cursor', async () => {
	const recent = newRecentLog()
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const early = idsOf(await fill(recent, 5))
	const between = (early.at(-1) as string).replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z'))
	vi.setSystemTime(Date.now() + 3)
	const late = idsOf(await fill(recent, 5, 5))
	vi.useRealTimers()
	const read = async (query: object) => idsOf((await recent.read({ filters: {}, limit: 50, ...query })).entries)
	expect(await read({ before: between })).toEqual(early.filter((id) => id < between).toReversed())
	expect(await read({ since: between })).toEqual([...early, ...late].filter((id) => id > between).toReversed())
	expect(await read({ before: 'log_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' })).toEqual([...early, ...late].toReversed())
	expect(await read({ since: 'log_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' })).toEqual([])
})

test('the newest 50,000 entries are kept, and few more', async () => {
	const recent = newRecentLog()
	const requests = pack(Array.from({ length: 200 }, (_, index) => requestOf(index)))
	for (let call = 0; call < 26; call += 1) {
		await recent.append(Array.from({ length: 10 }, () => ({ requests, count: 200, max_risk: 1 })))
		if (call % 10 === 9) await evictDurableObject(recent)
	}
	const { count, chunks } = await runInDurableObject(recent, (_, { storage }) =>
		storage.sql
			.exec<{ count: number; chunks: number }>('SELECT sum(count) AS count, count(*) AS chunks FROM chunks')
			.one(),
	)
	expect(count).toBeGreaterThanOrEqual(50_000)
	expect(count).toBeLessThanOrEqual(51_200)
	expect(chunks).toBe(count / 200)
	const first = `log_${'0'.repeat(26)}`
	const { oldest_id, entries } = await recent.read({ filters: {}, since: first, limit: 1, end: 'oldest' })
	expect(entries.map(({ id }) => id)).toEqual([oldest_id])
})

test('an evicted recent log continues where it was, and ids never go backwards, even if the clock does', async () => {
	const recent = newRecentLog()
	const before = await fill(recent, 20)
	await runInDurableObject(recent, (_, state) => {
		const ahead = `log_7ZZZZZZZZZ${'0'.repeat(16)}`
		state.storage.sql.exec('INSERT INTO chunks VALUES (?, ?, 20, 1, 0, ?)', ahead, ahead, pack([requestOf(20)]))
	})
	await evictDurableObject(recent)
	const after = await fill(recent, 3, 21)
	const { entries } = await recent.read({ filters: {}, limit: 50 })
	expect(idsOf(entries)).toEqual(idsOf(entries).toSorted().toReversed())
	expect(entries.map(({ trace_id }) => Number.parseInt(trace_id, 16))).toEqual(
		Array.from({ length: 24 }, (_, index) => 23 - index),
	)
	expect(idsOf(entries.slice(0, 3))).toEqual(idsOf(after).toReversed())
	expect(idsOf(entries.slice(-20))).toEqual(idsOf(before).toReversed())
})

test('losses that senders report add up, even across an eviction', async () => {
	const recent = newRecentLog()
	await append(recent, [requestOf(1)], 7)
	await evictDurableObject(recent)
	await append(recent, [requestOf(2)])
	await append(recent, [requestOf(3)], 5)
	expect(await recent.read({ filters: {}, limit: 0 })).toMatchObject({ lost: 12, entries: [], has_more: true })
})

test('an empty recent log has an empty page', async () => {
	expect(await newRecentLog().read({ filters: { method: 'GET' }, limit: 5 })).toEqual({
		entries: [],
		has_more: false,
		oldest_id: null,
		newest_id: null,
		lost: 0,
	})
})
