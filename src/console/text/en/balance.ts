// The first visit loads these, so they aren't among the other texts of the credits.

/** Texts of a balance as one figure. */
export const balance = {
	available: (credits: string) => `${credits} available`,
	unbounded: 'no limit for runs',
	held: (available: string, credits: string) => `${available}, ${credits} held`,
} as const

/** The types of a ledger entry. */
export const ledgerTypes = {
	admin_adjustment: 'Adjustment',
	admin_bulk_adjustment: 'Bulk adjustment',
	admin_reset: 'Bulk reset',
	consumption: 'Usage',
	monthly_grant: 'Monthly grant',
	redemption: 'Redeemed code',
	initial_grant: 'Initial grant',
	referral_reward: 'Referral reward',
	invitee_reward: 'Invitee reward',
} as const
