import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { exists, noChange } from '../../ground/db/state.ts'
import { conflict, notFound, taken } from '../../ground/http/errors.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { withValidity } from '../entitlement-keys/fit.ts'
import { configuredPlans } from './configured.ts'
import type { CreatePlan, Plan, UpdatePlan } from './schema.ts'
import { planEntitlements, plans, subscriptions } from './table.ts'
import { insertEntitlements, planWithEntitlements, rowsOfPlan, stateWithEntitlements } from './with-entitlements.ts'

/** Creates a plan with its entitlements and returns it. Throws 409 when the name is taken. */
export async function createPlan(
	c: WorkContext,
	{ entitlements: wanted, ...names }: z.infer<typeof CreatePlan>,
): Promise<z.infer<typeof Plan>> {
	const { db } = c.var
	const plan = { id: newId('plan'), ...names, created_at: now() }
	const granted = wanted
		.map((entitlement) => ({ id: newId('ent'), ...entitlement }))
		.sort((a, b) => (a.key < b.key ? -1 : 1))
	const response = { ...plan, entitlements: granted.map(withValidity) }
	await write(
		c,
		{ plan: db.insert(plans).values(plan), entitlements: insertEntitlements(db, plan.id, granted) },
		{
			audit: { ...auditOf('create', plan.id), isNew: true },
			response: { status: 201, body: response },
			duplicate: () => taken('A plan with this name already exists', 'name'),
		},
	)
	return response
}

/**
 * Changes a plan's display name or entitlements, and returns the plan. A list of entitlements replaces the current one, and
 * keys that are in both keep their ids. Throws 404 for an unknown plan.
 */
export async function changePlan(c: WorkContext, id: string, { entitlements, ...names }: z.infer<typeof UpdatePlan>) {
	const { db } = c.var
	const where = eq(plans.id, id)
	const granted = entitlements?.map((entitlement) => ({ id: newId('ent'), ...entitlement }))
	const isDropped = sql`${planEntitlements.key} NOT IN (SELECT value ->> 'key' FROM json_each(${JSON.stringify(granted)}))`
	const { changed } = await write(
		c,
		{
			plan: db
				.update(plans)
				.set({ ...noChange(plans.created_at), ...names })
				.where(where),
			found: ensureChanged(c),
			dropped: granted && db.delete(planEntitlements).where(and(eq(planEntitlements.plan_id, id), isDropped)),
			granted:
				granted &&
				insertEntitlements(db, id, granted).onConflictDoUpdate({
					target: [planEntitlements.plan_id, planEntitlements.key],
					set: { value: sql`excluded.value`, value_type: sql`excluded.value_type` },
				}),
			changed: db.select(planWithEntitlements).from(plans).where(where),
		},
		{ audit: auditOf('update', id), otherwise: notFound('Plan') },
	)
	return changed[0]
}

/** Deletes a plan that never had a subscription. Throws 404 for an unknown plan, and 409 for one with subscriptions. */
export async function deletePlan(c: WorkContext, id: string): Promise<void> {
	const { db } = c.var
	const isUsed = exists(subscriptions, eq(subscriptions.plan_id, id))
	await write(
		c,
		{
			isUnused: ensure(c, sql`NOT ${isUsed}`),
			entitlements: db.delete(planEntitlements).where(eq(planEntitlements.plan_id, id)),
			plan: db.delete(plans).where(eq(plans.id, id)),
			found: ensureChanged(c),
		},
		{ audit: auditOf('delete', id), otherwise: () => deletionRefusal(c, id) },
	)
}

async function deletionRefusal({ var: { db } }: WorkContext, id: string) {
	const [plan] = await db.select({ id: plans.id }).from(plans).where(eq(plans.id, id)).limit(1)
	if (!plan) return notFound('Plan')
	return conflict('plans.subscribed')
}

const auditOf = (verb: VerbOf<'plans'>, id: string) => ({
	action: `plans.${verb}` as const,
	target: plans,
	target_id: id,
	state: stateWithEntitlements(id),
	undo: rowsOfPlan(id),
	kinds: [{ kind: configuredPlans }],
})
