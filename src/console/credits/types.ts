import type { Schema } from '../api.ts'
import { choice, day, texts } from '../search.ts'

type MovementType = Schema<'LedgerEntry'>['type']

/** Every kind of movement, the most frequent first. */
export const TYPES: readonly MovementType[] = [
	'consumption',
	'monthly_grant',
	'initial_grant',
	'redemption',
	'referral_reward',
	'invitee_reward',
	'admin_adjustment',
	'admin_bulk_adjustment',
	'admin_reset',
]

/** What the address of a ledger holds. */
export const LEDGER = {
	type: choice(...TYPES),
	...texts('reference_type', 'reference_id', 'cursor'),
	from: day,
	to: day,
}
