import type { WorkContext } from '../../context.ts'
import type { Effect } from './effects.ts'

/**
 * Does what follows a write outside of D1: a mail, a queue message, a call to another server. Returns what `work` returns. A
 * dry run skips the work, returns undefined, and lists the `effect`.
 */
export async function afterwards<T>(
	c: Pick<WorkContext, 'var'>,
	effect: Effect | (() => Promise<Effect>),
	work: () => T | Promise<T>,
): Promise<T | undefined> {
	const { dry_run } = c.var
	if (!dry_run) return work()
	dry_run.effects.push(typeof effect === 'function' ? await effect() : effect)
	return undefined
}
