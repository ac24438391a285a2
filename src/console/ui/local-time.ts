// Fields for a time hold the reader's own time without a zone, as `2026-11-22T14:30`. The API takes and gives UTC.

/** The text of a field for a time. */
export function localOf(iso: string): string {
	const time = new Date(iso)
	return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The time of such a text; undefined for none. */
export function isoOf(local: string): string | undefined {
	const time = new Date(local)
	return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
