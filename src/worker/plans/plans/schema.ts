import * as z from 'zod'
import { doc } from '#doc'
import { issueOf } from '../../ground/http/field-codes.ts'
import {
	id,
	named,
	nonBlankText,
	reference,
	text,
	timestamp,
	withDefault,
	withoutRepeats,
} from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { VALUE_TYPES } from '../entitlement-keys/catalogue.ts'
import { inOneSpelling, misfitOf, type Value } from '../entitlement-keys/fit.ts'

const KEY = /^[^\p{Cc}\p{Cs}]{1,128}$/u

/** A key with its value, not yet held to each other: `fitting` does that. */
export const EntitlementInput = named('EntitlementInput', {
	key: z
		.string()
		.regex(KEY, must.plan_name)
		.meta(
			doc({
				description:
					'Any text. A key of `GET /v1/entitlement-keys` takes only values of its type and within its bounds.',
				example: 'credits.monthly_grant',
			}),
		),
	value: text(1024).meta(doc({ example: '5000' })),
	value_type: z.enum(VALUE_TYPES),
})

/** The schema of an entitlement whose value must fit its type and its key. The value comes out in the spelling that's stored. */
export const fitting = <Schema extends z.ZodType<Value>>(schema: Schema) =>
	schema.superRefine((entitlement, context) => {
		const misfit = misfitOf(entitlement)
		if (misfit) context.addIssue({ ...issueOf(misfit), path: [misfit.path] })
		context.value = inOneSpelling(entitlement)
	})

export const Entitlement = named('Entitlement', {
	id: id('ent'),
	key: z.string().meta(doc({ example: 'credits.monthly_grant' })),
	value: z.string().meta(doc({ example: '5000' })),
	value_type: z.enum(VALUE_TYPES),
	is_valid: z.boolean().meta(
		doc({
			description:
				"False for a value that an earlier version stored and that its key doesn't take. It counts as absent. Any value of a key outside `GET /v1/entitlement-keys` is valid.",
			example: true,
		}),
	),
})

export const Plan = named('Plan', {
	id: id('plan'),
	name: z.string().meta(doc({ example: 'team' })),
	display_name: z.string().meta(doc({ example: 'Team' })),
	created_at: timestamp(),
	entitlements: z.array(Entitlement),
})

const DisplayName = nonBlankText(256)
	.trim()
	.meta(doc({ example: 'Team' }))

const Entitlements = z
	.array(fitting(EntitlementInput))
	.max(200)
	.superRefine(withoutRepeats(({ key }) => key, ['key'], must.repeated_key))

export const CreatePlan = named('CreatePlan', {
	name: nonBlankText(128)
		.trim()
		.meta(doc({ example: 'team' })),
	display_name: DisplayName,
	entitlements: withDefault(Entitlements, []),
})

export const UpdatePlan = z
	.object({
		display_name: DisplayName,
		entitlements: Entitlements.meta(
			doc({ description: 'The whole list. The plan no longer grants keys that are left out.' }),
		),
	})
	.partial()
	.meta(doc({ id: 'UpdatePlan' }))

export const SubscriberCount = named('SubscriberCount', {
	plan_id: id('plan'),
	subscriber_count: z.int().meta(doc({ description: 'Active subscriptions that have started.', example: 12 })),
	later_count: z.int().meta(doc({ description: 'Active subscriptions whose period starts later.', example: 1 })),
})

export const SubscriberCountQuery = PageQuery.extend({
	plan_id: z.optional(reference('plan')).meta(doc({ description: 'Only this plan.' })),
})
