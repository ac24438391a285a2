import type { Instance } from './instance.ts'
import { unique } from './world.ts'

const DAY_MS = 86_400_000

/** The day that a ledger of `moved` begins on. With the default `RUNS_HOT_DAYS`, six of its eight days are compacted. */
export const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS - 36 * DAY_MS

export const newOrg = async (here: Instance): Promise<string> =>
	(await here.post('/v1/admin/orgs', { name: unique('org') }, 201)).body.id

export interface Entry {
	seq: number
	amount: number
	balance_after: number
	type: string
	folded_count: number
	created_at: string
}

export const ledgerOf = async ({ db }: Instance, org_id: string) =>
	(
		await db
			.prepare('SELECT * FROM ledger_entries WHERE org_id = ? ORDER BY seq')
			.bind(org_id)
			.all<Entry & Record<string, unknown>>()
	).results

/** Random movements of a new org over eight days; the last ones aren't compacted. The ledger's trigger posts each. */
export async function moved({ db }: Instance, org_id: string, count: number): Promise<void> {
	let balance = 0
	const rows = Array.from({ length: count }, (_, index) => {
		const isGrant = index === 0 || Math.random() < 0.03
		const amount = isGrant
			? 1_000 + Math.floor(Math.random() * 10_000)
			: -Math.min(balance, 1 + Math.floor(Math.random() * 9))
		balance += amount
		const created_at = new Date(BEGIN + Math.floor((index / count) * 8 * DAY_MS)).toISOString()
		return { amount, balance_after: balance, type: isGrant ? 'admin_adjustment' : 'consumption', created_at }
	}).filter(({ amount }) => amount !== 0)
	await db
		.prepare(
			`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, reference_type, reference_id, created_at)
			SELECT ?, key + 1, value ->> 'amount', value ->> 'balance_after', value ->> 'type', 'run', key, value ->> 'created_at'
			FROM json_each(?)`,
		)
		.bind(org_id, JSON.stringify(rows))
		.run()
}
