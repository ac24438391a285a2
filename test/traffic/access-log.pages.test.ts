import { expect, test } from 'vitest'
import { append, recentLog, requestOf, withAccessLog } from '../support/logged.ts'
import { admin, unique } from '../support/world.ts'

withAccessLog()

// How a client pages through the log.

interface Page {
	data: { id: string; trace_id: string }[]
	has_more: boolean
	next_before: string | null
}

const read = async (query: string): Promise<Page> => {
	const { status, body } = await (await admin()).get(`/v1/admin/access-log?${query}`)
	expect(status).toBe(200)
	return body
}

test('a cursor is an entry, so it also works under other filters', async () => {
	const user_id = unique('usr')
	await append(
		recentLog(),
		Array.from({ length: 40 }, (_, index) => requestOf(index, { user_id })),
	)
	const { next_before } = await read(`user_id=${user_id}&method=GET&limit=3`)
	const { data } = await read(`user_id=${user_id}&method=POST&before=${next_before}`)
	expect(data.map(({ trace_id }) => Number.parseInt(trace_id, 16))).toEqual([25, 21, 17, 13, 9, 5, 1])
	const { data: later } = await read(`user_id=${user_id}&since=${next_before}&limit=200`)
	expect(later).toHaveLength(11)
})

test('a client that remembers its first id and pages down from the newest entry misses none', async () => {
	const user_id = unique('usr')
	let made = 0
	const arrive = async (count: number) => {
		const requests = Array.from({ length: count }, () => requestOf((made += 1), { user_id }))
		await append(recentLog(), requests)
	}
	/** Everything after `since`, down from the newest page; more requests arrive after each page. */
	const walkDown = async (since: string) => {
		const ids: string[] = []
		let before = ''
		for (;;) {
			const page = await read(`user_id=${user_id}&since=${since}&limit=7${before}`)
			ids.push(...page.data.map(({ id }) => id))
			await arrive(2)
			if (!page.has_more) return { ids, next_before: page.next_before }
			before = `&before=${page.next_before}`
		}
	}
	await arrive(30)
	const [first = ''] = (await read(`user_id=${user_id}&limit=1`)).data.map(({ id }) => id)
	const seen: string[] = []
	let since = first
	for (const burst of [20, 1, 7, 14]) {
		await arrive(burst)
		const { ids, next_before } = await walkDown(since)
		expect(ids).toEqual(ids.toSorted().toReversed())
		expect(next_before).toBeNull()
		seen.unshift(...ids)
		since = ids[0] ?? since
	}
	const all = (await read(`user_id=${user_id}&limit=200`)).data.map(({ id }) => id)
	expect(seen).toEqual(all.filter((id) => id > first && id <= since))
	expect((await read(`user_id=${user_id}&since=${all[0]}`)).data).toEqual([])
})
