import type { WorkContext } from '../../context.ts'
import { errorName, logError } from '../http/log.ts'

/**
 * Does `work` for each item. One that fails is logged with its `key` and delays no other. The first error is thrown at the end, so the
 * job shows as failing. Items that `work` adds to the list have their turn too.
 */
export async function eachOf<T>(
	{ var: { trace_id } }: WorkContext,
	items: Iterable<T> | AsyncIterable<T>,
	key: keyof T,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const errors: unknown[] = []
	for await (const item of items)
		try {
			await work(item)
		} catch (error) {
			logError({ item: item[key], trace_id, error: errorName(error) })
			errors.push(error)
		}
	if (errors.length > 0) throw errors[0]
}

/** Does each part of a job, by its name, as `eachOf` does. Returns whether one left work. */
export async function eachPart(c: WorkContext, parts: Record<string, () => Promise<boolean | void>>): Promise<boolean> {
	let isBehind = false
	await eachOf(c, Object.entries(parts), 0, async ([, part]) => {
		if (await part()) isBehind = true
	})
	return isBehind
}
