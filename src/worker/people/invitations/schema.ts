import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { ROLES } from '../../principal.ts'
import { Email } from '../../tenancy/users/fields.ts'

export const CreateInvitation = named('CreateInvitation', {
	email: Email,
	role: z.enum(ROLES).meta(doc({ description: 'An admin can invite admins and members.', example: 'member' })),
})

export const Invitation = named('Invitation', {
	id: id('ivt'),
	org_id: id('org'),
	email: z.string().meta(doc({ example: 'grace@example.com' })),
	role: z.enum(ROLES).meta(doc({ example: 'member' })),
	state: z.enum(['open', 'accepted', 'expired', 'void']).meta(
		doc({
			description:
				'`void`: its sender can no longer grant this role. Sending it again makes it that of the new sender.',
			example: 'open',
		}),
	),
	inviter_user_id: id('usr'),
	inviter_name: z
		.string()
		.meta(doc({ description: 'The username of the person who sent it last.', example: 'Ada Lovelace' })),
	created_at: timestamp(),
	sent_at: timestamp(),
	mailed_at: z.nullable(timestamp()).meta(
		doc({
			description:
				"When the mail went out; null if there is none, because mail isn't configured or the server didn't accept it.",
		}),
	),
	expires_at: timestamp(),
	accepted_at: timestamp().nullable(),
	accepted_user_id: id('usr').nullable(),
})

export const SentInvitation = Invitation.extend({
	// Both are left out of a replay under an idempotency key.
	token: z
		.optional(z.string())
		.meta(
			doc({ description: 'Works once. Only this response shows it.', example: 'join_h0Zf4n0yXqk1v3m5p7r9t1w3y5A7…' }),
		),
	url: z.optional(z.string()).meta(
		doc({
			description: 'The link to pass on. It opens the console, and is there if the operator set `PUBLIC_URL`.',
			example: 'https://plinth.example.com/console/join#join_h0Zf4n0yXqk1v3m5p7r9t1w3y5A7…',
		}),
	),
}).meta(doc({ id: 'SentInvitation' }))
