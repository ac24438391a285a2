import * as z from 'zod'
import { newId } from '../../../db/columns.ts'
import { CreatePlan, EntitlementInput, VALUE_MISMATCH, valueMatchesType } from '../../../plans/plans/schema.ts'
import { planEntitlements, plans } from '../../../plans/plans/table.ts'
import type { Section } from '../section.ts'
import { byId } from './by-id.ts'

type Plan = typeof plans.$inferSelect
type Entitlement = typeof planEntitlements.$inferSelect

/** What an entitlement says under its key. */
const EntitlementEntry = z
	.object({ value: EntitlementInput.shape.value, value_type: EntitlementInput.shape.value_type })
	.refine((entry) => valueMatchesType({ key: '', ...entry }), VALUE_MISMATCH)

export const plansSection: Section = {
	name: 'plans',
	key: CreatePlan.shape.name,
	entry: () => z.object({ display_name: CreatePlan.shape.display_name }),
	child: { field: 'entitlements', key: EntitlementInput.shape.key, entry: EntitlementEntry },
	// The limit of the slice: 200 entitlements.
	settle: (after, named) =>
		[...named.keys()].flatMap((key) =>
			Object.keys(after.get(key)?.entitlements ?? {}).length > 200
				? [{ path: `plans.${key}.entitlements`, message: 'Must have at most 200 entries' }]
				: [],
		),
	tables: [
		byId(plans, plans.id, ['display_name']),
		byId(planEntitlements, planEntitlements.id, ['value', 'value_type']),
	],
	read: (db) => [db.select().from(plans), db.select().from(planEntitlements)],
	stored: ([rows, children]) => {
		const byPlan = Map.groupBy(children as Entitlement[], ({ plan_id }) => plan_id)
		return (rows as Plan[]).map((row) => ({
			key: row.name,
			item: { display_name: row.display_name },
			row,
			children: (byPlan.get(row.id) ?? []).map((child) => ({
				key: child.key,
				item: { value: child.value, value_type: child.value_type },
				row: child,
			})),
		}))
	},
	toRow: ({ key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('plan'),
		name: key,
		display_name: item.display_name,
		created_at: stored?.row.created_at ?? at,
	}),
	toChildRow: (plan, key, item, stored) => ({ id: stored?.id ?? newId('ent'), plan_id: plan.id, key, ...item }),
}
