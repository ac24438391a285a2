import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { noChange } from '../../ground/db/state.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { hasMoved } from '../../ground/write/unchanged.ts'
import { write } from '../../ground/write/write.ts'
import { forgetTerms } from '../../plans/entitlement-keys/remembered.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { emit } from '../../webhooks/events/emit.ts'
import { grantMonthly } from '../credits/monthly-grant.ts'
import { asOfNow, isLive, jsonAsOfNow, lapseOf } from './expire.ts'
import { changeRefusal, creationRefusal, ended } from './refusals.ts'
import type { CreateSubscription, UpdateSubscription } from './schema.ts'

/**
 * Starts a subscription, now or later, and grants its credits for this month. The same batch ends the org's previous subscriptions
 * whose period is over. Errors: 409 while the org has an active one that overlaps, 400 for an unknown plan, and for an unknown or a deleted org.
 */
export async function subscribe(c: WorkContext, wanted: z.infer<typeof CreateSubscription>) {
	const { db } = c.var
	const row = { id: newId('sub'), ...wanted, status: 'active' as const, cancelled_at: null, created_at: now() }
	const starts = row.current_period_start > row.created_at ? ('later' as const) : ('now' as const)
	const subscription = { ...row, starts }
	const { org_id } = row
	await write(
		c,
		{
			org: ensureExists(c, orgs, isOpen(org_id)),
			lapsed: lapseOf(db, org_id),
			insert: db.insert(subscriptions).values(row),
			grant: grantMonthly(db, sql`SELECT ${org_id}`),
			event: emit(db, { org_id, type: 'subscription.created', data: subscription }),
		},
		{
			audit: { action: 'subscriptions.create', target: subscriptions, target_id: row.id, org_id, isNew: true },
			response: { status: 201, body: subscription },
			otherwise: () => creationRefusal(db, row),
		},
	)
	forgetTerms(c)
	return subscription
}

const orgOf = (id: string) =>
	sql`(SELECT ${subscriptions.org_id} FROM ${subscriptions} WHERE ${eq(subscriptions.id, id)})`

const eventData = (id: string) => sql`(SELECT ${jsonAsOfNow()} FROM ${subscriptions} WHERE ${eq(subscriptions.id, id)})`

/**
 * Changes the plan or the end of an active subscription, grants what the month's grant grew by, and returns it. Errors: 404 for an
 * unknown ID, 400 for an unknown plan or an end before the start, 409 for one that has ended, or that would overlap another.
 */
export async function change(c: WorkContext, id: string, wanted: z.infer<typeof UpdateSubscription>) {
	const { db } = c.var
	const target = eq(subscriptions.id, id)
	const isAfterStart =
		wanted.current_period_end && sql`${subscriptions.current_period_start} < ${wanted.current_period_end}`
	const org_id = orgOf(id)
	const audit = {
		id: newId('aud'),
		action: 'subscriptions.update' as const,
		target: subscriptions,
		target_id: id,
		org_id,
	}
	const { changed } = await write(
		c,
		{
			change: db
				.update(subscriptions)
				.set({ ...noChange(subscriptions.created_at), ...wanted })
				.where(and(target, isLive(), isAfterStart || undefined)),
			isActive: ensureChanged(c),
			grant: grantMonthly(db, org_id),
			event: emit(db, { org_id, type: 'subscription.updated', data: eventData(id), when: hasMoved(audit.id, audit) }),
			changed: db.select(asOfNow()).from(subscriptions).where(target),
		},
		{ audit, otherwise: () => changeRefusal(db, id, wanted) },
	)
	forgetTerms(c)
	return changed[0]
}

/**
 * Cancels an active subscription immediately and returns it. A cancelled one stays as it is, and leaves no second audit row. Errors:
 * 404 for an unknown ID, 409 for an expired one.
 */
export async function cancel(c: WorkContext, id: string) {
	const { db } = c.var
	const target = eq(subscriptions.id, id)
	const org_id = orgOf(id)
	const read = () => db.select(asOfNow()).from(subscriptions).where(target)
	const isAlready = new Error('The subscription is cancelled already')
	let found: Awaited<ReturnType<typeof read>>[number] | undefined
	try {
		const { cancelled } = await write(
			c,
			{
				cancel: db.update(subscriptions).set({ status: 'cancelled', cancelled_at: now() }).where(and(target, isLive())),
				isActive: ensureChanged(c),
				event: emit(db, { org_id, type: 'subscription.cancelled', data: eventData(id) }),
				cancelled: read(),
			},
			{
				audit: { action: 'subscriptions.cancel', target: subscriptions, target_id: id, org_id },
				otherwise: async () => {
					;[found] = await read()
					return found?.status === 'cancelled' ? isAlready : ended(found)
				},
			},
		)
		forgetTerms(c)
		return cancelled[0]
	} catch (error) {
		if (error !== isAlready) throw error
		return found
	}
}
