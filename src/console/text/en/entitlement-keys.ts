/** Texts of the entitlement keys that the platform itself reads. */
export const entitlementKeys = {
	zero: (meaning: string) => `0 or less: ${meaning}.`,
	misfit: 'ignored',
	misfit_hint: "This value has no effect, because it doesn't fit the key.",
} as const

/** Texts of a limit's value. */
export const unlimited = {
	label: 'Unlimited',
	typed_zero:
		'Must be 1 or more, because 0 would lift the limit. To stop an org, pause it. To lift the limit, tick Unlimited.',
} as const
