import * as z from 'zod'
import { doc } from '#doc'
import { named, text } from '../../ground/http/fields.ts'
import { NewPassword } from '../../sign-in/passwords/schema.ts'
import { AccessToken } from '../../sign-in/sessions/schema.ts'
import { Email, Locale, Login, TimeZone, Username } from '../../tenancy/users/fields.ts'

export const Register = named('Register', {
	login: Login,
	password: NewPassword,
	email: Email,
	username: Username.optional(),
	locale: Locale.optional(),
	timezone: TimeZone.optional(),
	invite_code: z.optional(text(64)).meta(doc({ example: 'K7M2P9QX' })),
	invitation_token: z
		.optional(text(128))
		.meta(doc({ description: 'The token of an invitation into an org, which also opens a closed registration.' })),
})

export const Registered = AccessToken.extend({
	user_id: z.string().meta(doc({ example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	org_id: z.string().meta(doc({ example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
}).meta(doc({ id: 'Registered' }))
