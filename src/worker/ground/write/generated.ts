import type { DryRunResult, Variables } from '../../context.ts'

/** The caller's request. Seeds have none. */
export type Making = { var: Pick<Variables, 'dry_run'> } | undefined

/** How many keys and codes each dry run has made up. */
const counts = new WeakMap<DryRunResult, number>()

/**
 * The random part of a new key or code: `length` characters. A dry run stores nothing, so its keys never work. They have the same
 * form and say so: `DRYRUN` and zeros, and from the second on their number at the end.
 */
export function randomPart(c: Making, length: number, random: () => string): string {
	const dry_run = c?.var.dry_run
	if (!dry_run) return random()
	const count = (counts.get(dry_run) ?? 0) + 1
	counts.set(dry_run, count)
	const mark = 'DRYRUN'
	return mark + (count === 1 ? '' : String(count)).padStart(length - mark.length, '0')
}
