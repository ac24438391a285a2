/** When a request ran, in milliseconds, and for which org. */
export interface Moment {
	org_id: string | null
	from: number
	to: number
}

/** The time spans that the moments cover. They don't overlap, so nothing is found twice. */
export function spansOf(moments: Moment[]): Omit<Moment, 'org_id'>[] {
	const spans: Omit<Moment, 'org_id'>[] = []
	for (const { from, to } of moments.toSorted((a, b) => a.from - b.from)) {
		const last = spans.at(-1)
		if (last && from <= last.to) last.to = Math.max(last.to, to)
		else spans.push({ from, to })
	}
	return spans
}
