import * as z from 'zod'
import { doc } from '#doc'
import { id, named, text, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { ROLES } from '../../principal.ts'
import { keep_connections } from '../../sign-in/identities/confirm.ts'
import { Email, Locale, TimeZone, Username } from '../../tenancy/users/fields.ts'
import { USER_STATUSES } from '../../tenancy/users/table.ts'

export const User = named('User', {
	id: id('usr'),
	login: z.string().meta(doc({ example: 'ada' })),
	username: z.string().meta(doc({ example: 'Ada Lovelace' })),
	email: z.nullable(z.string()).meta(doc({ example: 'ada@example.com' })),
	email_verified: z.boolean(),
	password_sign_in: z
		.boolean()
		.meta(doc({ description: 'Whether the password signs the user in. Only they switch it.', example: true })),
	status: z.enum(USER_STATUSES),
	avatar_url: z.nullable(z.string()).meta(doc({ example: null })),
	locale: z.string().meta(doc({ example: 'en' })),
	timezone: z.string().meta(doc({ example: 'UTC' })),
	last_login_at: timestamp().nullable(),
	created_at: timestamp(),
})

export const UserWithOrgs = User.extend({
	orgs: z.array(
		z.object({ org_id: id('org'), name: z.string().meta(doc({ example: 'Analytical Engines' })), role: z.enum(ROLES) }),
	),
}).meta(doc({ id: 'UserWithOrgs' }))

/** The statuses that an admin can see and set. Only DELETE makes a user `deleted`. */
const Status = z.enum(['active', 'suspended'])

export const NEEDS_ADDRESS = must.verified_without_address

export const UpdateUser = z
	.object({
		status: Status.optional().meta(
			doc({
				description:
					"Suspending a user ends their sessions and deletes their API keys. Reactivating the user doesn't bring them back.",
			}),
		),
		username: Username.optional(),
		email: Email.nullable().optional(),
		email_verified: z
			.optional(z.boolean())
			.meta(doc({ description: 'If you leave it out, a changed address becomes unverified.' })),
		locale: Locale.optional(),
		timezone: TimeZone.optional(),
		keep_connections,
	})
	.refine(({ email, email_verified }) => email !== null || !email_verified, {
		path: ['email_verified'],
		error: NEEDS_ADDRESS,
	})
	.meta(doc({ id: 'UpdateUser' }))

export const UserQuery = PageQuery.extend({
	q: z.optional(text(200)).meta(doc({ description: 'Part of the login, the username or the e-mail address.' })),
	status: z
		.optional(z.enum(USER_STATUSES))
		.meta(
			doc({ description: 'Deleted users are listed only by `deleted`, without their names. `q` finds none of them.' }),
		),
	shares_name: z.optional(z.enum(['true', 'false'])).meta(
		doc({
			description:
				'`true` lists only users with a login, username or address, or a name in a directory, that another user had first in another spelling. Nobody else gets such a name.',
		}),
	),
})
