import { and, asc, eq, gt, lt, ne } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import { conflict, type FieldError, invalid, notFound } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { plans, subscriptions } from '../../plans/plans/table.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { asOfNow } from './expire.ts'
import type { UpdateSubscription } from './schema.ts'

// Why the database refused a subscription, or a change of one. It only says no, so these read the reason afterwards.

type Row = typeof subscriptions.$inferSelect
type Reader = Database['reader']
type Period = Pick<Row, 'id' | 'org_id' | 'current_period_start' | 'current_period_end'>

const UNKNOWN_PLAN = { path: 'plan_id', message: must.plan_id }

const planOf = (db: Reader, id: string) => db.select({ id: plans.id }).from(plans).where(eq(plans.id, id)).limit(1)

/** An active subscription of the org that overlaps the period. The triggers of this slice ask the same. */
const overlapping = (db: Reader, { id, org_id, current_period_start, current_period_end }: Period) =>
	db
		.select({
			subscription_id: subscriptions.id,
			current_period_start: subscriptions.current_period_start,
			current_period_end: subscriptions.current_period_end,
		})
		.from(subscriptions)
		.where(
			and(
				eq(subscriptions.org_id, org_id),
				eq(subscriptions.status, 'active'),
				ne(subscriptions.id, id),
				lt(subscriptions.current_period_start, current_period_end),
				gt(subscriptions.current_period_end, current_period_start),
			),
		)
		.orderBy(asc(subscriptions.current_period_start))
		.limit(1)

/** Why an org can't have a new subscription. */
export async function creationRefusal(db: Reader, wanted: Period & Pick<Row, 'plan_id'>) {
	const [[org], [plan], [other]] = await db.batch([
		openOrg(db, { org_id: wanted.org_id }),
		planOf(db, wanted.plan_id),
		overlapping(db, wanted),
	])
	const fields: FieldError[] = []
	if (!org) fields.push({ path: 'org_id', message: must.org_id })
	if (!plan) fields.push(UNKNOWN_PLAN)
	return fields.length > 0 ? invalid(fields) : conflict('subscriptions.overlap', { ...other })
}

/** Why a subscription can't be changed like this. */
export async function changeRefusal(db: Reader, id: string, wanted: z.infer<typeof UpdateSubscription>) {
	const [found] = await db.select(asOfNow()).from(subscriptions).where(eq(subscriptions.id, id)).limit(1)
	if (found?.status !== 'active') return ended(found)
	const next = {
		...found,
		plan_id: wanted.plan_id ?? found.plan_id,
		current_period_end: wanted.current_period_end ?? found.current_period_end,
	}
	const [[plan], [other]] = await db.batch([planOf(db, next.plan_id), overlapping(db, next)])
	const fields: FieldError[] = []
	if (!plan) fields.push(UNKNOWN_PLAN)
	if (next.current_period_end <= next.current_period_start)
		fields.push({ path: 'current_period_end', message: must.after_start })
	return fields.length > 0 ? invalid(fields) : conflict('subscriptions.overlap', { ...other })
}

/** Why one that isn't active can't be changed or cancelled. */
export function ended(found: { status: Row['status'] } | undefined) {
	if (!found) return notFound('Subscription')
	if (found.status === 'cancelled') return conflict('subscription.cancelled')
	return conflict('subscription.expired')
}
