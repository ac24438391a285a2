import * as z from 'zod'
import { doc } from '#doc'
import { id, named, nonBlankText, reference, text, timestamp } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { ROLES } from '../../principal.ts'
import { keep_connections } from '../../sign-in/identities/confirm.ts'

export const Org = named('Org', {
	id: id('org'),
	name: z.string().meta(doc({ example: 'Analytical Engines' })),
	created_at: timestamp(),
})

export const ListedOrg = Org.extend({
	member_count: z.int().meta(doc({ example: 12 })),
	plan: z
		.object({
			id: id('plan'),
			name: z.string().meta(doc({ example: 'team' })),
			display_name: z.string().meta(doc({ example: 'Team' })),
		})
		.nullable()
		.meta(doc({ description: 'The plan that grants the org its entitlements now; null if there is none.' })),
}).meta(doc({ id: 'ListedOrg' }))

export const OrgWithMembers = Org.extend({
	deleted_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'When the org was deleted; null for any other.', example: null })),
	members: z.array(
		z.object({ user_id: id('usr'), login: z.string().meta(doc({ example: 'ada' })), role: z.enum(ROLES) }),
	),
}).meta(doc({ id: 'OrgWithMembers' }))

export const CreateOrg = named('CreateOrg', {
	name: nonBlankText(200)
		.trim()
		.meta(doc({ example: 'Analytical Engines' })),
	owner_user_id: reference('usr').optional(),
})

export const UpdateOrg = CreateOrg.pick({ name: true })
	.partial()
	.meta(doc({ id: 'UpdateOrg' }))

export const Membership = named('Membership', {
	org_id: id('org'),
	user_id: id('usr'),
	role: z.enum(ROLES),
	created_at: timestamp(),
})

export const PutMembership = named('PutMembership', { role: z.enum(ROLES), keep_connections })

export const OrgQuery = PageQuery.extend({
	q: z.optional(text(200)).meta(doc({ description: 'Part of the name.' })),
	without_owner: z.optional(z.enum(['true', 'false'])).meta(
		doc({
			description:
				'`true` lists only orgs without an owner. A page looks at 2,000 orgs and may be short; `Next-Cursor` continues.',
		}),
	),
})
