import { sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { ApiError } from '../../ground/http/errors.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Configured, Limit } from '../../ground/write/configured.ts'
import type { Change, Entries, Item } from '../../ground/write/entry.ts'
import { ensure } from '../../ground/write/guards.ts'
import { KINDS } from '../kinds.ts'

// How many entries an org can have. An apply that creates something must stay within the limit. As with single calls, lowering
// a limit deletes nothing.

/** The part of an apply that matters for limits. */
export interface Growth {
	owner: string
	changes: ReadonlyMap<string, Change[]>
	after: ReadonlyMap<string, Entries>
}

/** How many rows an entry has in the limited table, or how much of what is limited. */
function countOf({ child }: Configured, { table, sizeOf }: Limit, key: string, item: Item | null): number {
	if (item === null) return 0
	if (sizeOf) return sizeOf(key, item)
	return child?.table === table ? entriesOf(item[child.field]).length : 1
}

/** The limits on the kinds that a change adds to. */
const growing = ({ changes }: Growth) =>
	KINDS.flatMap((kind) =>
		(kind.limits ?? []).flatMap((limit) => {
			const grows = ({ key, before, after }: Change) =>
				countOf(kind, limit, key, after) > countOf(kind, limit, key, before)
			return changes.get(kind.name)?.some(grows) ? [{ kind, limit }] : []
		}),
	)

/** The guards of a batch, which run after its changes. */
export const withinLimits = (c: Caller, growth: Growth) =>
	growing(growth).map(({ limit }) => ensure(c, limit.holds(growth.owner, sql`0`)))

/** The 409 of an apply that exceeds a limit. Undefined when it stays within all of them. `limits` are the effective ones. */
export async function limitRefusal(
	c: Caller,
	growth: Growth,
	limits: Record<string, number>,
): Promise<ApiError | undefined> {
	for (const { kind, limit } of growing(growth)) {
		const most = mostOf(growth, limit, limits)
		const sum = sharing(kind, limit).reduce((total, [one, shared]) => total + totalOf(growth, one, shared), 0)
		if (most !== undefined && most > 0 && sum > most) return limit.refusal(c, growth.owner, most)
	}
	return undefined
}

function mostOf(growth: Growth, { most, ofPlatform }: Limit, limits: Record<string, number>): number | undefined {
	if (growth.owner === PLATFORM && ofPlatform !== undefined) return ofPlatform
	return typeof most === 'number' ? most : limitAfter(growth, most, limits[most])
}

const sharing = (kind: Configured, limit: Limit): (readonly [Configured, Limit])[] =>
	limit.name === undefined
		? [[kind, limit]]
		: KINDS.flatMap((one) => {
				const shared = one.limits?.find(({ name }) => name === limit.name)
				return shared ? [[one, shared] as const] : []
			})

const totalOf = ({ after }: Growth, kind: Configured, limit: Limit): number =>
	[...(after.get(kind.name) ?? [])].reduce((sum, [key, item]) => sum + countOf(kind, limit, key, item), 0)

/** The limit after the apply. Undefined when the apply deletes what sets it: then only the database knows. */
function limitAfter({ changes }: Growth, key: string, limit: number | undefined): number | undefined {
	for (const { name, limitOf } of KINDS) {
		const change = limitOf && changes.get(name)?.find((one) => one.key === key)
		if (change) return change.after === null ? undefined : limitOf(key, change.after)
	}
	return limit
}

/** The 409 of an apply that its batch's guards refused. Undefined when it creates nothing that has a limit. */
export async function guardRefusal(c: Caller, growth: Growth): Promise<ApiError | undefined> {
	const [first] = growing(growth)
	return first?.limit.refusal(c, growth.owner)
}
