import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { PLATFORM_ROLES } from '../../principal.ts'
import { keep_connections } from '../../sign-in/identities/confirm.ts'
import { User } from '../users/schema.ts'

const PlatformRoles = z.array(z.enum(PLATFORM_ROLES)).meta(
	doc({
		description:
			'`admin` may do everything. The others read everything; `support` also writes people, `billing` money, `operations` the running platform, and `auditor` nothing.',
		example: ['support', 'billing'],
	}),
)

const Granted = z.array(
	z.object({
		role: z.enum(PLATFORM_ROLES),
		created_at: timestamp(),
		granted_by: z
			.nullable(id('usr'))
			.meta(doc({ description: 'Null for the first platform admin, and where nobody recorded it.' })),
	}),
)

export const UserRoles = named('UserRoles', { user_id: id('usr'), roles: PlatformRoles, granted: Granted })

const count = (of: string) =>
	z
		.int()
		.min(0)
		.meta(doc({ description: `How many ${of} ended.`, example: 0 }))

export const SetRoles = UserRoles.extend({
	ended: z
		.object({
			sessions: count('sessions'),
			one_time_tokens: count('one-time tokens'),
			was_reached: z
				.boolean()
				.meta(
					doc({ description: 'Whether an operator had reached the account. Then all that was made since ended too.' }),
				),
			password: z.boolean(),
			passkeys: count('passkeys'),
			totp: z.boolean().meta(doc({ description: 'Whether an authenticator app ended.' })),
			recovery_codes: count('recovery codes'),
			identities: count('providers of sign-ins'),
			api_keys: count('API keys'),
		})
		.nullable()
		.meta(
			doc({ description: 'What the first platform role ended. Null for a user who held one already.', example: null }),
		),
	has_way_in: z.boolean().meta(
		doc({
			description: "Whether the user can sign in. If they can't, make a password reset for them.",
			example: true,
		}),
	),
}).meta(doc({ id: 'SetRoles' }))

export const PutRoles = named('PutRoles', {
	roles: PlatformRoles.max(PLATFORM_ROLES.length).overwrite((roles) => [...new Set(roles)]),
	keep_connections,
})

export const Operator = User.pick({ login: true, username: true, status: true, last_login_at: true })
	.extend(UserRoles.shape)
	.meta(doc({ id: 'Operator' }))
