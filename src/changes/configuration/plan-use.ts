import { sql } from 'drizzle-orm'
import { conflict } from '../../http/errors.ts'
import type { Caller, Change } from './section.ts'

/** How many subscriptions a plan has, by its name. */
export type PlanUse = ReadonlyMap<string, { total: number; active: number }>

/** The subscriptions of the plans that an apply changes or deletes. One D1 call, and none without such plans. */
export async function planUse({ var: { db } }: Caller, changes: Change[]): Promise<PlanUse> {
	const ids = changes.flatMap(({ stored }) => (stored ? [stored.row.id] : []))
	if (ids.length === 0) return new Map()
	const rows = await db.all<{ name: string; total: number; active: number }>(
		sql`SELECT p.name AS name, count(*) AS total, sum(s.status = 'active') AS active FROM subscriptions s
		JOIN plans p ON p.id = s.plan_id WHERE s.plan_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY p.id`,
	)
	return new Map(rows.map(({ name, ...use }) => [name, use]))
}

/** Throws a 409 when an apply deletes a plan that a subscription refers to. */
export function requireUnused(use: PlanUse, changes: Change[]): void {
	const used = changes.filter(({ action, key }) => action === 'delete' && use.has(key)).map(({ key }) => key)
	if (used.length > 0) throw planInUse(used)
}

/** The 409 of plans that cannot be deleted. */
const planInUse = (plans: string[]) =>
	conflict('A plan that subscriptions refer to cannot be deleted. Keep it in the document.', {
		reason: 'configuration.plan_in_use',
		plans,
	})
