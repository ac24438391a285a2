import * as z from 'zod'
import { doc } from '#doc'
import { now } from '../../ground/db/columns.ts'
import { id, named, reference, timestamp, timestampInput } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { SUBSCRIPTION_STATUSES } from '../../plans/plans/table.ts'

const Starts = z.enum(['now', 'later'])

export const Subscription = named('Subscription', {
	id: id('sub'),
	org_id: id('org'),
	plan_id: id('plan'),
	status: z.enum(SUBSCRIPTION_STATUSES),
	starts: Starts.meta(doc({ description: '`later` while the start of the period lies ahead.' })),
	current_period_start: timestamp(),
	current_period_end: timestamp().meta(doc({ example: '2026-12-21T07:00:00.000Z' })),
	cancelled_at: z.nullable(timestamp()).meta(doc({ example: null })),
	created_at: timestamp(),
})

export const CreateSubscription = z
	.object({
		org_id: reference('org'),
		plan_id: reference('plan'),
		current_period_start: timestampInput(),
		current_period_end: timestampInput().meta(doc({ example: '2026-12-21T07:00:00.000Z' })),
	})
	.refine(({ current_period_start, current_period_end }) => current_period_end > current_period_start, {
		path: ['current_period_end'],
		error: must.after_start,
	})
	.meta(doc({ id: 'CreateSubscription' }))

export const UpdateSubscription = z
	.object({
		plan_id: reference('plan').meta(doc({ description: 'The org gets the entitlements of this plan at once.' })),
		current_period_end: timestampInput()
			.refine((end) => end > now(), must.future)
			.meta(doc({ example: '2027-01-21T07:00:00.000Z' })),
	})
	.partial()
	.meta(doc({ id: 'UpdateSubscription' }))

export const SubscriptionQuery = PageQuery.extend({
	org_id: reference('org').optional(),
	plan_id: reference('plan').optional(),
	status: z.enum(SUBSCRIPTION_STATUSES).optional(),
	starts: Starts.optional(),
})
