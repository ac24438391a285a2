import * as z from 'zod'
import { doc } from '#doc'
import { id, JsonValue, named, reference, text, timestamp } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { PERIOD } from '../../ground/http/period.ts'

const State = z.nullable(z.record(z.string(), JsonValue)).meta(doc({ example: { default_value: false } }))

export const AuditLog = named('AuditLog', {
	id: id('aud'),
	action: z.string().meta(doc({ example: 'feature_flags.update' })),
	actor_user_id: z
		.nullable(id('usr'))
		.meta(doc({ description: 'The user who acted; `deployment` for `npm run admin-link`.' })),
	actor_api_key_id: id('key').nullable(),
	actor_service_account_id: z
		.nullable(id('svc'))
		.meta(doc({ description: 'The service account that acted. Then `actor_user_id` is null.', example: null })),
	org_id: id('org').nullable(),
	target_type: z.string().meta(doc({ example: 'feature_flags' })),
	target_id: z.string().meta(doc({ example: 'flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	before: State,
	after: State,
	client_address: z.string().meta(doc({ example: '203.0.113.7' })),
	trace_id: z.string().meta(doc({ example: '4bf92f3577b34da6a3ce929d0e0e4736' })),
	created_at: timestamp(),
	reverts: z.nullable(id('aud')).meta(doc({ description: 'The change that this one reverted.' })),
	reverted_by: z.nullable(id('aud')).meta(doc({ description: 'The newest change that reverted this one.' })),
	proposed_by: z.nullable(z.string()).meta(
		doc({
			description: 'The user or service account whose key proposed the change that the actor granted.',
			example: null,
		}),
	),
})

export const OrgAuditLog = AuditLog.extend({
	client_address: z.nullable(z.string()).meta(
		doc({
			description: 'Null unless a member of the org made the change: where operators work is not for tenants.',
			example: '203.0.113.7',
		}),
	),
}).meta(doc({ id: 'OrgAuditLog' }))

export const OrgLogQuery = PageQuery.extend({
	action: text(128).optional(),
	actor_user_id: reference('usr').optional(),
	actor_service_account_id: reference('svc').optional(),
	target_id: reference('plan').optional(),
	...PERIOD,
})

export const AuditLogQuery = OrgLogQuery.extend({ org_id: reference('org').optional() })
