import { api, page } from '../api.ts'

const ROWS = 200
/** We don't add up more orgs than this: the API has no total, and each page is a request. */
export const MOST_ORGS = 5_000

export interface Totals {
	org_count: number
	before: number
	after: number
	/** How many orgs can't pay the full amount. */
	stopped: number
}

/**
 * Adds up all balances, current and after the change. Null sets them to 0. Undefined if there are too many.
 * `onCount` gets how many it has read.
 */
export async function totalsAfter(
	amount: number | null,
	onCount: (count: number) => void,
): Promise<Totals | undefined> {
	const totals: Totals = { org_count: 0, before: 0, after: 0, stopped: 0 }
	let cursor: string | undefined
	do {
		// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
		const { rows, next } = await page(
			api.GET('/v1/admin/credits/balances', { params: { query: { cursor, limit: ROWS } } }),
		)
		for (const { balance } of rows) {
			totals.before += balance
			totals.after += amount === null ? 0 : Math.max(0, balance + amount)
			if (amount !== null && balance + amount < 0) totals.stopped += 1
		}
		totals.org_count += rows.length
		onCount(totals.org_count)
		cursor = next
	} while (cursor && totals.org_count < MOST_ORGS)
	return cursor ? undefined : totals
}
