/** Texts of every list: its filters, and the boxes that select its rows. */
export const lists = {
	filters: {
		more: 'More filters',
		apply: 'Apply',
		remove: (filter: string) => `Remove filter: ${filter}`,
		clear: 'Clear all',
		nothing: 'No match',
	},
	select: {
		row: (name: string) => `Select ${name}`,
		all: 'Select all on this page',
		column: 'Selection',
	},
} as const
