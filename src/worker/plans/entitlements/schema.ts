import * as z from 'zod'
import { doc } from '#doc'
import { id, reference, text, timestamp, timestampInput, withDefault } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { Entitlement, EntitlementInput, fitting } from '../plans/schema.ts'

export const EntitlementOverride = Entitlement.extend({
	id: id('ovr'),
	org_id: id('org'),
	reason: z.string().meta(doc({ example: 'Pilot until March' })),
	expires_at: timestamp().nullable(),
	created_by_user_id: id('usr').meta(doc({ description: 'A user, or a service account.' })),
	created_at: timestamp(),
}).meta(doc({ id: 'EntitlementOverride' }))

export const CreateEntitlementOverride = fitting(
	EntitlementInput.extend({
		org_id: reference('org'),
		reason: withDefault(text(1024), '').meta(doc({ example: 'Pilot until March' })),
		expires_at: timestampInput().nullable().default(null),
	}),
).meta(doc({ id: 'CreateEntitlementOverride' }))

export const OverrideQuery = z.object({ org_id: reference('org') })
export const OverrideListQuery = PageQuery.extend(OverrideQuery.shape)

export const EffectiveEntitlement = Entitlement.omit({ id: true })
	.extend({
		source: z.enum(['override', 'plan', 'default']),
		unlimited: z
			.boolean()
			.meta(
				doc({ description: 'True when there is no limit: for an integer of 0 or less under `quota.` or `limit.`.' }),
			),
	})
	.meta(doc({ id: 'EffectiveEntitlement' }))

const BENEATH = { key: 'credits.monthly_grant', value_type: 'integer', is_valid: true, unlimited: false }

export const ListedEntitlement = EffectiveEntitlement.extend({
	without_override: z.optional(EffectiveEntitlement.nullable()).meta(
		doc({
			description:
				'What the org gets once the override is deleted or expires; null if nothing else sets the key. Only a value that comes from an override has it.',
			example: { ...BENEATH, value: '1000', source: 'plan' },
		}),
	),
	without_plan: z.optional(EffectiveEntitlement.nullable()).meta(
		doc({
			description:
				'What the org gets once its subscription ends, or its plan no longer sets the key; null if nothing else does. Only a value that comes from the plan has it.',
			example: { ...BENEATH, value: '0', source: 'default' },
		}),
	),
}).meta(doc({ id: 'ListedEntitlement' }))
