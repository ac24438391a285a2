import * as z from 'zod'
import { ROLES } from '../../context.ts'
import { id, nonBlankText, reference, text, timestamp } from '../../http/fields.ts'
import { PageQuery } from '../../http/page.ts'

export const Org = z
	.object({ id: id('org'), name: z.string().meta({ example: 'Analytical Engines' }), created_at: timestamp() })
	.meta({ id: 'Org' })

export const ListedOrg = Org.extend({
	member_count: z.int().meta({ example: 12 }),
	plan: z
		.object({
			id: id('plan'),
			name: z.string().meta({ example: 'team' }),
			display_name: z.string().meta({ example: 'Team' }),
		})
		.nullable()
		.meta({ description: 'The plan that grants the org its entitlements now; null without one.' }),
}).meta({ id: 'ListedOrg' })

export const OrgWithMembers = Org.extend({
	members: z.array(z.object({ user_id: id('usr'), login: z.string().meta({ example: 'ada' }), role: z.enum(ROLES) })),
}).meta({ id: 'OrgWithMembers' })

export const CreateOrg = z
	.object({
		name: nonBlankText(200).meta({ example: 'Analytical Engines' }),
		owner_user_id: reference('usr').optional(),
	})
	.meta({ id: 'CreateOrg' })

export const UpdateOrg = CreateOrg.pick({ name: true }).partial().meta({ id: 'UpdateOrg' })

export const Membership = z
	.object({ org_id: id('org'), user_id: id('usr'), role: z.enum(ROLES), created_at: timestamp() })
	.meta({ id: 'Membership' })

export const PutMembership = z.object({ role: z.enum(ROLES) }).meta({ id: 'PutMembership' })

export const OrgQuery = PageQuery.extend({ q: text(200).optional().meta({ description: 'Part of the name.' }) })
