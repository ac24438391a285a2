import * as z from 'zod'
import { id, reference, text, timestamp } from '../../http/fields.ts'
import { Email, Locale, Login, TimeZone, Username } from '../users/fields.ts'

const PASSWORD_BYTES = { min: 8, max: 72 }

export const NewPassword = z
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
		org_id: reference('org').optional().meta({
			description: 'The org to act in. By default that of the oldest membership. A platform admin may name any org.',
		}),
	})
	.meta({ id: 'LogIn' })

export const Refresh = z
	.object({
		org_id: reference('org').optional().meta({
			description:
				'The org to act in from now on. Without it the login stays in its org. A platform admin may name any org.',
		}),
	})
	.meta({ id: 'Refresh' })

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

/** A login that has not ended. */
export const Session = z
	.object({
		id: id('ses'),
		org_id: id('org').meta({ description: 'The org in which the login acts.' }),
		client_address: z
			.string()
			.nullable()
			.meta({ description: 'Where the login began; null for logins of before it was kept.', example: '203.0.113.7' }),
		user_agent: z.string().nullable().meta({ example: 'Mozilla/5.0' }),
		created_at: timestamp(),
		last_used_at: timestamp().nullable().meta({ description: 'When it was last refreshed; null until then.' }),
		expires_at: timestamp(),
	})
	.meta({ id: 'Session' })

export const MySession = Session.extend({
	is_current: z.boolean().meta({ description: 'Whether this request belongs to it.' }),
}).meta({ id: 'MySession' })

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
