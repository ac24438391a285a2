/** Texts below every list: its pages, and its file. */
export const listFoot = {
	pages: {
		label: 'Pagination',
		first: 'First page',
		previous: 'Previous page',
		next: 'Next page',
		rows: 'Rows per page',
		range: (first: string, last: string) => `${first}–${last}`,
		range_of: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
	},
	download: {
		action: 'Download CSV',
		title: 'Downloading the list',
		hint: (most: string) => `All rows of this filter, up to ${most}.`,
		label: 'Rows read',
		reading: (count: string) => `${count} rows so far`,
		naming: (count: string) => `${count} rows. Reading names…`,
		stop: 'Stop',
		stopped: (count: string) => `Stopped after ${count} rows`,
		stopped_hint: 'The file would end there.',
		discard: 'Discard',
		save: (count: string) => (count === '1' ? 'Download 1 row' : `Download ${count} rows`),
		done: (count: string) => `Downloaded ${count} rows.`,
		one: 'Downloaded 1 row.',
		cut: (count: string) =>
			`Downloaded the first ${count} rows, the most a file can have. Narrow the filter for the rest.`,
		failed: "Couldn't read the list.",
	},
} as const
