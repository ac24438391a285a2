import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { ROLES } from '../../principal.ts'
import { keep_connections } from '../../sign-in/identities/confirm.ts'
import { visible } from '../../tenancy/users/fields.ts'
import { CreateOrg, Membership, Org } from '../orgs/schema.ts'

/** The members of other orgs see it too, in invitations. */
const name = visible(CreateOrg.shape.name)

export const CreateOwnOrg = named('CreateOwnOrg', { name })

const second_factor_required = z.boolean().meta(
	doc({
		description:
			'Whether members need a second factor to act in the org. Switching it on takes `Confirm-Within`, and a request of its own.',
		example: false,
	}),
)

export const UpdateOwnOrg = CreateOwnOrg.extend({ second_factor_required })
	.partial()
	.meta(doc({ id: 'UpdateOwnOrg', example: { name: 'Acme' } }))

const member_count = z.int().meta(doc({ example: 3 }))

export const OwnOrg = Org.extend({
	member_count,
	second_factor_required,
	role: z
		.nullable(z.enum(ROLES))
		.meta(doc({ description: "Your role in the org; null if you aren't a member.", example: 'owner' })),
}).meta(doc({ id: 'OwnOrg' }))

export const MyOrg = named('MyOrg', {
	org_id: id('org'),
	name: z.string().meta(doc({ example: 'Analytical Engines' })),
	role: z.enum(ROLES),
	member_count,
	is_personal: z.boolean().meta(doc({ description: 'Whether the org was made for you when you registered.' })),
	joined_at: timestamp(),
})

export const OrgMember = Membership.pick({ user_id: true })
	.extend({
		login: z.string().meta(doc({ example: 'ada' })),
		username: z.string().meta(doc({ example: 'Ada Lovelace' })),
		role: z.enum(ROLES),
		created_at: timestamp().meta(doc({ description: 'When they became a member.' })),
	})
	.meta(doc({ id: 'OrgMember' }))

export const UpdateMember = named('UpdateMember', { role: z.enum(ROLES).optional(), keep_connections })
