import type { Question } from './known-good.ts'
import type { Report } from './types.ts'

/** What a client tells of its own accord. */
export type PlinthEvent =
	/** A question was answered from what was known. `since` is when Plinth gave that answer. */
	| { type: 'stale'; question: Question; since: string }
	| { type: 'stopped'; run_id: string; reason: string }
	/** A run began without Plinth. */
	| { type: 'local'; run_id: string }
	/** Reports couldn't be sent, and the next try is in so many milliseconds. */
	| { type: 'waiting'; count: number; reason: string; retry_ms: number }
	/** Plinth knows larger totals of the run than this report has, and keeps them. */
	| { type: 'kept'; run_id: string; totals: Record<string, number> }
	/** Plinth will never take this report. */
	| { type: 'rejected'; report: Report; problem: string }
	/** Our clock is so far ahead of Plinth's, or behind if negative. */
	| { type: 'skewed'; ahead_ms: number }

export type Emit = (event: PlinthEvent) => void
