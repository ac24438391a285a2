import { newCode } from '../../src/worker/billing/redemption-codes/code.ts'
import type { Accounts } from './accounts.ts'
import { daysAgo, idAt, later, timeBetween } from './insert.ts'

/** Ages in days, negative for the future. `redeemed` orgs redeemed a code, `shared` of them the same one. */
const BATCHES = [
	{ batch_id: 'launch-credits', type: 'credits', value: '2500', count: 40, made: 45, ends: -60, redeemed: 14 },
	{ batch_id: 'autumn-webinar', type: 'trial', value: 'team-monthly', count: 15, made: 35, ends: 8, redeemed: 6 },
	{
		batch_id: 'partners',
		type: 'feature',
		value: 'feature.deep_research',
		count: 20,
		made: 25,
		redeemed: 18,
		shared: 3,
	},
]

/** Redemption codes in three batches: credits, a trial that's over, and a feature that several orgs can share. */
export function redemptions({ orgs, memberships }: Accounts) {
	const ownerOf = (org_id: string) =>
		memberships.find((member) => member.org_id === org_id && member.role === 'owner')?.user_id
	const batches = BATCHES.map(({ count, made, ends, redeemed, shared = 1, ...common }, nth) => {
		const created_at = daysAgo(made)
		const expires_at = ends === undefined ? null : daysAgo(ends)
		const codes = Array.from({ length: count }, (_, index) => ({
			id: idAt('rcd', created_at),
			code: newCode(),
			...common,
			max_uses: shared === 1 ? 1 : 5,
			use_count: 0,
			expires_at,
			is_active: nth > 0 || index < 36,
			created_by_user_id: memberships[0]?.user_id,
			created_at,
		}))
		const last = ends !== undefined && ends > 0 ? daysAgo(ends) : daysAgo(0)
		const there = orgs.filter((org) => org.created_at < last)
		const uses = Array.from({ length: redeemed }, (_, index) => {
			const org = there[index * Math.floor(there.length / redeemed)] as (typeof orgs)[number]
			const code = codes[Math.floor(index / shared)] as (typeof codes)[number]
			code.use_count += 1
			const at = timeBetween(later(org.created_at, created_at), last)
			return { code_id: code.id, org_id: org.id, user_id: ownerOf(org.id) ?? '', created_at: at }
		})
		return { codes, uses }
	})
	return { redemption_codes: batches.flatMap(({ codes }) => codes), redemptions: batches.flatMap(({ uses }) => uses) }
}

export type Redemptions = ReturnType<typeof redemptions>
