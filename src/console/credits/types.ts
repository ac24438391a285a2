import type { Schema } from '../api.ts'

export type MovementType = Schema<'LedgerEntry'>['type']

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
