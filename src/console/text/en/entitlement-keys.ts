/** Texts of the entitlement keys that the platform itself reads. */
export const entitlementKeys = {
	zero: (meaning: string) => `0 or less: ${meaning}.`,
	misfit: 'ignored',
	misfit_hint: "This value has no effect, because it doesn't fit the key.",
} as const
