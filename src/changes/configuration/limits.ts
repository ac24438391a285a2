import { sql } from 'drizzle-orm'
import type { ApiError } from '../../http/errors.ts'
import { entriesOf } from '../../http/json-input.ts'
import type { Configured, Limit } from '../../write/configured.ts'
import type { Caller, Change, Entries, Item } from '../../write/entry.ts'
import { ensure } from '../../write/guards.ts'
import { KINDS } from '../kinds.ts'

// How much an org may keep. An apply that creates something must stay within the limit. As with single calls, a limit that was
// lowered takes nothing away.

/** What is about to be applied, as far as limits are concerned. */
export interface Growth {
	owner: string
	changes: ReadonlyMap<string, Change[]>
	after: ReadonlyMap<string, Entries>
}

/** How many rows of the limited table an entry has. */
const countOf = ({ child }: Configured, { table }: Limit, item: Item | null) =>
	child?.table === table ? entriesOf(item?.[child.field]).length : item === null ? 0 : 1

/** The limits of what a change adds to. */
const growing = ({ changes }: Growth) =>
	KINDS.flatMap((kind) =>
		(kind.limits ?? []).flatMap((limit) => {
			const grows = ({ before, after }: Change) => countOf(kind, limit, after) > countOf(kind, limit, before)
			return changes.get(kind.name)?.some(grows) ? [{ kind, limit }] : []
		}),
	)

/** The guards of a batch, for behind its changes. */
export const withinLimits = (c: Caller, growth: Growth) =>
	growing(growth).map(({ limit }) => ensure(c, limit.holds(growth.owner, sql`0`)))

/** The 409 of an apply that passes a limit; undefined when it stays within all. `limits` are the effective ones. */
export async function limitRefusal(
	c: Caller,
	growth: Growth,
	limits: Record<string, number>,
): Promise<ApiError | undefined> {
	for (const { kind, limit } of growing(growth)) {
		const most = typeof limit.most === 'number' ? limit.most : limitAfter(growth, limit.most, limits[limit.most])
		const items = [...(growth.after.get(kind.name)?.values() ?? [])]
		const sum = items.reduce((count, item) => count + countOf(kind, limit, item), 0)
		if (most !== undefined && most > 0 && sum > most) return limit.refusal(c, growth.owner, most)
	}
	return undefined
}

/** The limit after the apply; undefined where the apply deletes what sets it and only the database knows what holds then. */
function limitAfter({ changes }: Growth, key: string, limit: number | undefined): number | undefined {
	for (const { name, limitOf } of KINDS) {
		const change = limitOf && changes.get(name)?.find((one) => one.key === key)
		if (change) return change.after === null ? undefined : limitOf(change.after)
	}
	return limit
}

/** The 409 of an apply that the guards of its batch refused; undefined when it creates nothing that has a limit. */
export async function guardRefusal(c: Caller, growth: Growth): Promise<ApiError | undefined> {
	const [first] = growing(growth)
	return first?.limit.refusal(c, growth.owner)
}
