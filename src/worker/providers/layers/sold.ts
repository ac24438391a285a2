import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { PLATFORM } from '../../ground/db/columns.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { AfterCommitHook } from '../../ground/write/after-commit.ts'
import type { Warning } from '../../ground/write/configured.ts'
import { type Effect, effectText } from '../../ground/write/effects.ts'
import type { Change, Entries, Item } from '../../ground/write/entry.ts'
import type { Followed } from '../../ground/write/following.ts'
import { changedRows } from '../../ground/write/kept-rows.ts'

// Whether any plan sells what an entry of the platform needs. It may be a typo, or come before its plan, so it's said and not refused.

/** What a document's plan says of the entitlements that its new entries need: those that no plan has as a boolean. */
export function unsoldIn(changes: Change[], owner: string, after: ReadonlyMap<string, Entries>): Warning[] {
	if (owner !== PLATFORM) return []
	const plans = [...(after.get('plans')?.values() ?? [])].flatMap(({ entitlements }) => entriesOf(entitlements))
	const sold = new Set(plans.flatMap(([key, one]) => ((one as Item).value_type === 'boolean' ? [key] : [])))
	return changes.flatMap(({ key, before, after: item }): Warning[] => {
		const known = neededBy(before)
		return [...neededBy(item)]
			.filter((needed) => !known.has(needed) && !sold.has(needed))
			.map((needed) => ({ reason: 'entitlement_key', key, message: effectText(unsold(needed)) }))
	})
}

const neededBy = (item: Item | null): Set<string> =>
	new Set(
		[item, ...entriesOf(item?.models).map(([, model]) => model as Item)].flatMap((one) =>
			typeof one?.entitlement === 'string' ? [one.entitlement] : [],
		),
	)

const unsold = (entitlement: string) => ({ code: 'unsold_entitlement', values: { entitlement } }) as const

/** What a dry run says of them. */
export const unsoldBy = (change: Followed, table: SQLiteTable & { entitlement: SQLWrapper }) =>
	sayingOfFirst(
		change,
		table.entitlement,
		sql`${changedRows(change.audit_id, table)} AND ${table.entitlement} IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM plan_entitlements e WHERE e.key = ${table.entitlement} AND e.value_type = 'boolean')`,
		unsold,
	)

/** What a dry run of a change of the platform says of the first row that it finds, by one of its values. */
export const sayingOfFirst = (
	{ org_id }: Followed,
	value: SQLWrapper,
	from: SQL,
	effect: (value: string) => Effect,
): AfterCommitHook | undefined =>
	org_id === null
		? {
				read: ({ var: { db } }) => db.select({ value: sql<string>`${value}`.as('value') }).from(sql`${from} LIMIT 1`),
				after: () => undefined,
				effect: ([row]) => (row === undefined ? undefined : effect((row as { value: string }).value)),
			}
		: undefined
