import { api, data, type Fields, pageAt, Refusal } from '../api.ts'
import { inTime } from '../change/in-time.ts'
import type { Me } from '../session/session.ts'
import { loaded } from '../ui/loading.ts'
import { idsIn } from './csv.ts'

/** The most rows in a file: fifty requests of the 600 that somebody has a minute. */
export const MOST = 10_000

/** The most rows that the API has on a page, and names in an answer. */
const AT_ONCE = 200

export interface Read {
	rows: Fields[]
	/** There are more, which the file doesn't have. */
	isCut: boolean
	/** Why there aren't more. */
	refusal?: Refusal
}

/** Reads the whole list of which a page came from this address, in its order. */
export async function readAll(source: string, onCount: (count: number) => void, signal: AbortSignal): Promise<Read> {
	const address = firstPageOf(source)
	const rows: Fields[] = []
	let next: string | undefined
	try {
		do {
			// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
			const found = await inTime(() => pageAt(address), signal)
			rows.push(...found.rows)
			next = found.next
			if (next) address.searchParams.set(cursorOf(address), next)
			onCount(rows.length)
		} while (next && rows.length < MOST && !signal.aborted)
	} catch (error) {
		if (!(error instanceof Refusal)) throw error
		return { rows, isCut: true, refusal: error }
	}
	return { rows: rows.slice(0, MOST), isCut: next !== undefined || rows.length > MOST }
}

/** The access log names the entry that a page ends before, which is also how it ends at a time. */
const cursorOf = ({ pathname }: URL) => (pathname.endsWith('/access-log') ? 'before' : 'cursor')

function firstPageOf(source: string): URL {
	const address = new URL(source)
	address.searchParams.delete('cursor')
	// A list without pages has no limit either.
	if (address.searchParams.has('limit')) address.searchParams.set('limit', String(AT_ONCE))
	return address
}

/** What the rows refer to, by name. Operators read all names; everybody else knows the people of their org. */
export async function namesIn(rows: Fields[], me: Me, signal: AbortSignal): Promise<Map<string, string>> {
	const ids = idsIn(rows)
	const names = new Map(me.orgs.map(({ org_id, name }) => [org_id, name]))
	if (ids.length === 0) return names
	if (!me.permissions.includes('platform.read')) {
		const { everybodyIn } = await loaded(() => import('../names/members.ts'))
		for (const { user_id, username } of await everybodyIn(me.org_id)) names.set(user_id, username)
		return names
	}
	for (let from = 0; from < ids.length && !signal.aborted; from += AT_ONCE) {
		const part = ids.slice(from, from + AT_ONCE)
		// oxlint-disable-next-line no-await-in-loop -- all at once would be a burst of fifty
		const answer = await inTime(() => data(api.POST('/v1/admin/names', { body: { ids: part } })), signal)
		if ('names' in answer) for (const [id, thing] of Object.entries(answer.names)) if (thing) names.set(id, thing.name)
	}
	return names
}

/** `deliveries whe_01J…, status failed, 2026-11-23.csv`: the list, its filter and the day. */
export function fileNameOf(source: string): string {
	const { pathname, searchParams } = new URL(source)
	const parts = pathname.replace(/^\/v1\/(admin\/)?/, '').split('/')
	const filter = [...searchParams].filter(([name]) => name !== 'cursor' && name !== 'limit')
	const list = [parts.at(-1), ...parts.slice(0, -1)].join(' ')
	const day = new Date().toISOString().slice(0, 10)
	return `${[list, ...filter.map((pair) => pair.join(' ')), day]
		.join(', ')
		.replaceAll(/[^\w .,@+-]/g, '-')
		.slice(0, 200)}.csv`
}
