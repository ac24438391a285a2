import * as z from 'zod'
import { reference, text } from '../../http/fields.ts'
import { Email, Locale, Login, TimeZone, Username } from '../users/fields.ts'

const PASSWORD_BYTES = { min: 8, max: 72 }

const NewPassword = z
	.string()
	.refine((password) => {
		const bytes = new TextEncoder().encode(password).length
		return bytes >= PASSWORD_BYTES.min && bytes <= PASSWORD_BYTES.max
	}, 'Must have 8 to 72 bytes')
	.refine((password) => /\p{L}/u.test(password) && /\p{N}/u.test(password), 'Must have a letter and a digit')
	.meta({ example: 'correct horse 1' })

export const Register = z
	.object({
		login: Login,
		password: NewPassword,
		email: Email,
		username: Username.optional(),
		locale: Locale.optional(),
		timezone: TimeZone.optional(),
		invite_code: text(64).optional(),
	})
	.meta({ id: 'Register' })

export const LogIn = z
	.object({
		login: z.string().min(1).max(254).meta({ description: 'The login or the e-mail address.', example: 'ada' }),
		password: z.string().min(1).max(1024).meta({ example: 'correct horse 1' }),
		org_id: reference('org')
			.optional()
			.meta({ description: 'The org to act in. By default that of the oldest membership.' }),
	})
	.meta({ id: 'LogIn' })

export const Refresh = z.object({ org_id: reference('org').optional() }).meta({ id: 'Refresh' })

export const AccessToken = z
	.object({
		access_token: z.string().meta({ example: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln' }),
		token_type: z.literal('bearer'),
		expires_in: z.int().meta({ description: 'How long the token is valid, in seconds.', example: 900 }),
	})
	.meta({ id: 'AccessToken' })

export const Registered = AccessToken.extend({
	user_id: z.string().meta({ example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }),
	org_id: z.string().meta({ example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }),
}).meta({ id: 'Registered' })

export const Jwks = z
	.object({
		keys: z.array(
			z.object({
				kty: z.literal('OKP'),
				crv: z.literal('Ed25519'),
				alg: z.literal('EdDSA'),
				use: z.literal('sig'),
				kid: z.string().meta({ example: '2026-11' }),
				x: z.string().meta({ example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }),
			}),
		),
	})
	.meta({ id: 'Jwks' })
