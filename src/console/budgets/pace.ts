import type { Budget, State } from './read.ts'

/** Less says nothing of how fast a budget is used. */
const LEAST_MS = 600_000

/** A year ahead nobody knows. */
const FAR_MS = 365 * 86_400_000

/** When a budget is used up if it's used as fast as in its window so far, as ISO text. Undefined if that's not before it resets. */
export function usedUpAt(
	{ counts_since }: Pick<Budget, 'counts_since'>,
	{ used, remaining, window_start, resets_at }: Pick<State, 'used' | 'remaining' | 'window_start' | 'resets_at'>,
	now = Date.now(),
): string | undefined {
	const passed = now - Math.max(Date.parse(counts_since), window_start === null ? 0 : Date.parse(window_start))
	if (used <= 0 || remaining <= 0 || passed < LEAST_MS) return undefined
	const at = now + (remaining * passed) / used
	if (at >= (resets_at === null ? now + FAR_MS : Date.parse(resets_at))) return undefined
	return new Date(at).toISOString()
}
