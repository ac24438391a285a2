import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { doc } from '#doc'
import type { Caller } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { conflict } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Configured, Warning } from '../../ground/write/configured.ts'
import type { Change, Item } from '../../ground/write/entry.ts'
import { changedRows } from '../../ground/write/kept-rows.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { givesCredits } from '../entitlement-keys/catalogue.ts'
import { inOneSpelling, misfitOf, type Value } from '../entitlement-keys/fit.ts'
import { forgetTerms } from '../entitlement-keys/remembered.ts'
import { keyWarnings } from '../entitlement-keys/warnings.ts'
import { CreatePlan, Entitlement, EntitlementInput, Plan } from './schema.ts'
import { planEntitlements, plans } from './table.ts'
import { stateWithEntitlements } from './with-entitlements.ts'

/** An entitlement without its key. */
const EntitlementEntry = z
	.object({
		value: EntitlementInput.shape.value,
		value_type: EntitlementInput.shape.value_type,
	})
	.overwrite(inOneSpelling)

export const configuredPlans: Configured = {
	name: 'plans',
	called: ['Plan', 'display_name'],
	of: 'platform',
	writers: { platform: ['money.write'] },
	key: CreatePlan.shape.name,
	entry: () => z.object({ display_name: CreatePlan.shape.display_name }),
	document: {
		entry: z.object({
			display_name: Plan.shape.display_name,
			entitlements: z
				.record(z.string(), Entitlement.pick({ value: true, value_type: true }))
				.meta(doc({ description: 'By key.' })),
		}),
		by: 'By name.',
	},
	// The limit of the slice: 200 entitlements.
	settle: (after, named) =>
		[...named.keys()].flatMap((key) =>
			Object.keys(after.get(key)?.entitlements ?? {}).length > 200
				? [{ path: `plans.${key}.entitlements`, ...said('entries_at_most', { most: 200 }) }]
				: [],
		),
	rows: { table: plans },
	stored: (row: typeof plans.$inferSelect) => ({ key: row.name, item: { display_name: row.display_name } }),
	toRow: ({ key, item, stored, at }) => ({
		id: stored?.row.id ?? newId('plan'),
		name: key,
		display_name: item.display_name,
		created_at: stored?.row.created_at ?? at,
	}),
	child: {
		field: 'entitlements',
		key: EntitlementInput.shape.key,
		entry: EntitlementEntry,
		misfit: (key, item) => misfitOf({ key, ...item } as Value),
		table: planEntitlements,
		parent: planEntitlements.plan_id,
		stored: (row: typeof planEntitlements.$inferSelect) => ({
			key: row.key,
			item: inOneSpelling({ value: row.value, value_type: row.value_type }),
		}),
		toRow: (plan, key, item, stored) => ({ id: stored?.id ?? newId('ent'), plan_id: plan.id, key, ...item }),
		forget: [forgetTerms],
	},
	affects: ({ audit_id }) => {
		const changed = sql`SELECT ${plans.id} FROM ${changedRows(audit_id, plans)} UNION SELECT ${planEntitlements.plan_id} FROM ${changedRows(audit_id, planEntitlements)}`
		return { subscribers: { from: sql`subscriptions s WHERE s.plan_id IN (${changed}) AND ${isCurrent(now())}` } }
	},
	warnings: async (c, changes) => [...(await subscribedIn(c, changes)), ...changes.flatMap(newKeysIn)],
	proof: ({ before, after }) => (grantsIn(before) === grantsIn(after) ? undefined : 'value'),
	audited: ({ target_id }) => ({ target: plans, state: stateWithEntitlements(target_id) }),
}

/** What a plan's audited state gives in credits. */
const grantsIn = (state: Record<string, unknown> | null) =>
	JSON.stringify(
		((state?.entitlements ?? []) as Value[]).filter(({ key }) => givesCredits(key)).map(({ value }) => value),
	)

const entitlementsOf = (item: Item | null) => entriesOf(item?.entitlements) as [string, Omit<Value, 'key'>][]

/** Warnings about the entitlements that a change adds or alters. */
function newKeysIn({ key, before, after }: Change): Warning[] {
	const known = new Map(entitlementsOf(before))
	const altered = entitlementsOf(after).filter(([name, one]) => JSON.stringify(one) !== JSON.stringify(known.get(name)))
	return keyWarnings(
		key,
		altered.map(([name, one]) => ({ key: name, ...one })),
	)
}

/** Whether a subscription `s` gives its org the plan at a time. */
const isCurrent = (at: string) =>
	sql`(s.status = 'active' AND s.current_period_start <= ${at} AND s.current_period_end > ${at} AND ${isOrgOpen(sql`s.org_id`)})`

const regrants = ({ before, after }: Change) =>
	JSON.stringify(before?.entitlements) !== JSON.stringify(after?.entitlements)

/**
 * Warns of each plan that orgs have now and whose entitlements change. Throws 409 for a deleted plan with any. One D1 call.
 */
async function subscribedIn({ var: { db } }: Caller, changes: Change[]): Promise<Warning[]> {
	const ids = changes.flatMap(({ stored }) => (stored ? [stored.row.id] : []))
	if (ids.length === 0) return []
	const at = now()
	const rows = await db.all<{ name: string; active: number }>(
		sql`SELECT p.name AS name, sum(${isCurrent(at)}) AS active
		FROM subscriptions s JOIN plans p ON p.id = s.plan_id WHERE s.plan_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY p.id`,
	)
	const use = new Map(rows.map(({ name, active }) => [name, active]))
	const used = changes.filter(({ action, key }) => action === 'delete' && use.has(key)).map(({ key }) => key)
	if (used.length > 0)
		throw conflict('configuration.plan_in_use', {
			plans: used,
		})
	return changes.flatMap((change): Warning[] => {
		const { action, key } = change
		const active = use.get(key) ?? 0
		if (action !== 'update' || active === 0 || !regrants(change)) return []
		const [noun, has, get] = active === 1 ? ['subscription', 'has', 'gets'] : ['subscriptions', 'have', 'get']
		return [
			{
				reason: 'subscription',
				key,
				message: `${active} active ${noun} ${has} the plan ${key} and ${get} its new entitlements at once.`,
			},
		]
	})
}
