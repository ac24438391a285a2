import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { LogEntry } from '../../src/worker/traffic/access-log/entry.ts'
import { analyticsOf, entryAt } from '../support/archive.ts'
import { append, down, newRecentLog, requestOf } from '../support/logged.ts'
import { idAfter, readLog } from '../support/program.ts'

// One log out of two: what the recent log still has, and below that what only the archive has.

const HOUR = 3_600_000
const BEGINNING = `log_${'0'.repeat(26)}`

/** A log whose oldest entries are only in the archive, and whose newest are in both; returns every id in order. */
async function logOfBoth(old = 25, young = 30) {
	const recent = newRecentLog()
	const archived = Array.from({ length: old }, (_, index) => entryAt(Date.now() - (old - index) * HOUR))
	const requests = Array.from({ length: young }, (_, index) =>
		requestOf(index, { timestamp: new Date().toISOString() }),
	)
	const first_id = await append(recent, requests)
	const kept = requests.map((request, index): LogEntry => ({ ...request, id: idAfter(first_id, index) }))
	const all = [...archived, ...kept]
	const both = {
		...env,
		ACCESS_LOG_STREAM: { getByName: () => recent } as unknown as typeof env.ACCESS_LOG_STREAM,
		ANALYTICS_SQL: analyticsOf(all),
	}
	return { both, ids: all.map(({ id }) => id), archived: archived.length }
}

const page = async (from: Env, query: object, limit = 7) => {
	const { entries, has_more, source } = await readLog(from, { filters: {}, limit, ...query })
	return { ids: entries.map(({ id }) => id), has_more, source }
}

test('paging back crosses from the recent log into the archive, and shows each entry once', async () => {
	const { both, ids } = await logOfBoth()
	const seen: string[] = []
	const sources = new Set<string>()
	for (let before: string | undefined; ; before = seen.at(-1)) {
		const { ids: found, has_more, source } = await page(both, { before })
		seen.push(...found)
		sources.add(source)
		if (!has_more) break
	}
	expect(seen).toEqual(ids.toReversed())
	expect([...sources]).toEqual(['stream', 'stream, archive', 'archive'])
})

test('paging down to an entry crosses both logs, shows each entry after it once, and says when it is done', async () => {
	const { both, ids } = await logOfBoth()
	for (const [from, wanted] of [
		[BEGINNING, ids],
		[ids[10] as string, ids.slice(11)],
		[ids[23] as string, ids.slice(24)],
		[ids[30] as string, ids.slice(31)],
	] as const) {
		const seen: string[] = []
		let more = true
		for (let before: string | undefined; more; before = seen.at(-1)) {
			const { ids: found, has_more } = await page(both, { since: from, before })
			seen.push(...found)
			more = has_more
		}
		expect(seen).toEqual(wanted.toReversed())
	}
})

test('a page that ends where the recent log ends says whether the archive has more', async () => {
	const { both, ids } = await logOfBoth(1, 10)
	expect(await page(both, {}, 10)).toEqual({ ids: ids.slice(1).toReversed(), has_more: true, source: 'stream' })
	const { both: alone, ids: own } = await logOfBoth(0, 10)
	expect(await page(alone, {}, 10)).toEqual({ ids: own.toReversed(), has_more: false, source: 'stream' })
})

test('between two entries of the recent log, the archive is not read', async () => {
	const { both, ids, archived } = await logOfBoth()
	const query = vi.spyOn(both.ANALYTICS_SQL, 'query')
	const [since, before] = [ids[archived + 2], ids[archived + 6]]
	expect((await page(both, { since, before })).ids).toEqual(ids.slice(archived + 3, archived + 6).toReversed())
	expect((await page(both, { since })).ids).toHaveLength(7)
	expect(query).not.toHaveBeenCalled()
})

test('without the recent log, all entries come from the archive', async () => {
	const { both, ids } = await logOfBoth()
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	expect(await page({ ...both, ...down }, {})).toEqual({
		ids: ids.slice(-7).toReversed(),
		has_more: true,
		source: 'archive',
	})
	expect((await page({ ...both, ...down }, { since: ids[3] })).ids).toEqual(ids.slice(-7).toReversed())
})

test('without the archive, the recent log returns what it has, and older entries return 503', async () => {
	const { both, ids, archived } = await logOfBoth()
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const ANALYTICS_SQL = { query: () => Promise.reject(new Error('down')) } as unknown as AnalyticsSQLBinding
	const half = { ...both, ANALYTICS_SQL }
	expect(await page(half, {}, 40)).toEqual({
		ids: ids.slice(archived).toReversed(),
		has_more: true,
		source: 'stream',
	})
	await expect(page(half, { before: ids[archived] })).rejects.toMatchObject({ status: 503 })
	expect(await page(half, { since: BEGINNING }, 40)).toMatchObject({
		ids: ids.slice(archived).toReversed(),
		has_more: true,
	})
})
