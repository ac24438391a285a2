import * as z from 'zod'
import { doc } from '#doc'
import { id, named } from '../../ground/http/fields.ts'
import { ServiceAccount } from '../../keys/service-accounts/schema.ts'
import { PERMISSIONS } from '../../principal.ts'
import { CurrentPassword } from '../../sign-in/recovery/schema.ts'
import { Pause } from '../../spending/pauses/schema.ts'
import { UserRoles } from '../operators/schema.ts'
import { UpdateUser, UserWithOrgs } from '../users/schema.ts'

export const Me = UserWithOrgs.extend({
	kind: z.literal('user'),
	org_id: id('org').meta(doc({ description: 'The org this token acts in.' })),
	permissions: z.array(z.enum(PERMISSIONS)),
	roles: UserRoles.shape.roles,
	paused: Pause.pick({ scope: true, subject: true, reason: true, until: true })
		.nullable()
		.meta(doc({ description: 'Why no runs begin: the pause of the platform, or else of the org this token acts in.' })),
}).meta(doc({ id: 'Me' }))

export const MeAsService = ServiceAccount.pick({ id: true, name: true, org_id: true, role: true })
	.extend({ kind: z.literal('service'), ...Me.pick({ permissions: true, paused: true }).shape })
	.meta(doc({ id: 'MeAsService' }))

const { username, locale, timezone, email } = UpdateUser.shape

export const UpdateMe = named('UpdateMe', {
	username,
	locale,
	timezone,
	email: email.meta(
		doc({ description: 'Takes `password`, or a recent proof of who you are. A new address is unverified.' }),
	),
	password_sign_in: z.optional(z.boolean()).meta(
		doc({
			description:
				'Whether your password signs you in. Takes two passkeys to switch off, or one and unused recovery codes.',
			example: false,
		}),
	),
	password: CurrentPassword.optional().meta(doc({ description: 'Your current password, for a change of `email`.' })),
})
