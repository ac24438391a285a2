import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import { conflict, type FieldError, invalid, notFound } from '../../http/errors.ts'
import { plans, subscriptions } from '../../plans/plans/table.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { emit } from '../../webhooks/events/emit.ts'
import { ensureExists } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { grantMonthly } from '../credits/monthly-grant.ts'
import { asOfNow, isLive, lapseOf } from './expire.ts'
import type { CreateSubscription } from './schema.ts'

type Wanted = z.infer<typeof CreateSubscription>

/**
 * Starts a subscription and grants its credits for this month. The same batch ends the org's previous subscription if its period
 * is over. Errors: 409 while the org has an active one, 400 for an unknown org or plan.
 */
export async function subscribe(c: WorkContext, wanted: Wanted) {
	const { db } = c.var
	const subscription = {
		id: newId('sub'),
		...wanted,
		status: 'active' as const,
		cancelled_at: null,
		created_at: now(),
	}
	const { org_id } = subscription
	await write(
		c,
		{
			lapsed: lapseOf(db, org_id),
			insert: db.insert(subscriptions).values(subscription),
			grant: grantMonthly(db, sql`SELECT ${org_id}`),
			event: emit(db, { org_id, type: 'subscription.created', data: subscription }),
		},
		{
			audit: { action: 'subscriptions.create', target: subscriptions, target_id: subscription.id, org_id, isNew: true },
			response: { status: 201, body: subscription },
			duplicate: 'This org already has an active subscription. Cancel it first.',
			otherwise: () => referenceRefusal(db, wanted),
		},
	)
	return subscription
}

/**
 * Cancels an active subscription immediately and returns it. A cancelled one stays as it is. Errors: 404 for an unknown ID, 409
 * for an expired one.
 */
export async function cancel(c: WorkContext, id: string) {
	const { db } = c.var
	const target = eq(subscriptions.id, id)
	const org_id = sql`(SELECT ${subscriptions.org_id} FROM ${subscriptions} WHERE ${target})`
	const results = await write(
		c,
		{
			cancel: db.update(subscriptions).set({ status: 'cancelled', cancelled_at: now() }).where(and(target, isLive())),
			event: emit(db, {
				org_id,
				type: 'subscription.cancelled',
				data: sql`(SELECT ${jsonObject(getTableColumns(subscriptions))} FROM ${subscriptions} WHERE ${target})`,
				when: sql`changes() > 0`,
			}),
			isCancelled: ensureExists(c, subscriptions, allOf(target, eq(subscriptions.status, 'cancelled'))),
			subscriptions: db.select(asOfNow()).from(subscriptions).where(target),
		},
		{
			audit: { action: 'subscriptions.cancel', target: subscriptions, target_id: id, org_id },
			otherwise: () => cancelRefusal(db, id),
		},
	)
	return results.subscriptions[0]
}

async function cancelRefusal(db: Database['reader'], id: string) {
	const [found] = await db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.id, id)).limit(1)
	return found
		? conflict("The subscription is expired, so there's nothing to cancel.", { reason: 'subscription.expired' })
		: notFound('Subscription')
}

async function referenceRefusal(db: Database['reader'], { org_id, plan_id }: Wanted) {
	const [[org], [plan]] = await db.batch([
		db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, org_id)).limit(1),
		db.select({ id: plans.id }).from(plans).where(eq(plans.id, plan_id)).limit(1),
	])
	const fields: FieldError[] = []
	if (!org) fields.push({ path: 'org_id', message: 'Must be the id of an org' })
	if (!plan) fields.push({ path: 'plan_id', message: 'Must be the id of a plan' })
	return invalid(fields)
}
