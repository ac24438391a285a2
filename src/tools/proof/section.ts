import type { Proving } from './instance.ts'

/** What a section has seen: what holds, what doesn't, what this instance or this call can't show, and what to know of it. */
export interface Line {
	kind: 'held' | 'failed' | 'not shown' | 'note'
	text: string
}

export interface Section {
	/** What `--only` calls it. */
	name: string
	/** What it proves, in words. */
	title: string
	prove: (proving: Proving) => Promise<Line[]>
}

export const held = (text: string): Line => ({ kind: 'held', text })
export const failed = (text: string): Line => ({ kind: 'failed', text })
export const note = (text: string): Line => ({ kind: 'note', text })
export const notShown = (text: string): Line => ({ kind: 'not shown', text })

/** What was seen, and what it says where it doesn't hold. */
export const check = (holds: boolean, seen: string, must: string): Line =>
	holds ? held(seen) : failed(`${seen}. ${must}`)

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`

/** Works through `count` numbers in as many lanes, each with one call at a time. */
export async function inLanes<T>(lanes: number, count: number, work: (index: number) => Promise<T>): Promise<T[]> {
	const results: T[] = []
	let next = 0
	const lane = async () => {
		for (let index = next++; index < count; index = next++) results[index] = await work(index)
	}
	await Promise.all(Array.from({ length: lanes }, lane))
	return results
}
