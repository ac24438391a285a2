/** Texts of what the platform has for every org, beside what an org has of its own. */
export const layers = {
	of: { platform: 'Platform', org: 'Own' },
	sold: 'Sold with',
	everyone: 'Every org',
	no_plan: 'no plan yet',
	names: (names: readonly string[]) => names.join(', '),
	entitlement_hint: 'Only orgs whose plan or override grants it can use this. Leave it empty for every org.',
} as const
