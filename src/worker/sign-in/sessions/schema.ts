import * as z from 'zod'
import { doc } from '#doc'
import { id, named, reference, timestamp } from '../../ground/http/fields.ts'

export const GivenLogin = z
	.string()
	.trim()
	.min(1)
	.max(254)
	.meta(doc({ description: 'The login or the e-mail address.', example: 'ada' }))

export const LogIn = named('LogIn', {
	login: GivenLogin,
	password: z
		.string()
		.min(1)
		.max(1024)
		.meta(doc({ example: 'correct horse 1' })),
	org_id: z.optional(reference('org')).meta(
		doc({
			description: "The org to act in. Defaults to the oldest membership's. A platform admin can name any org.",
		}),
	),
})

export const Refresh = named('Refresh', {
	org_id: z.optional(reference('org')).meta(
		doc({
			description:
				'The org to act in from now on. Without it, the session stays in its org. A platform admin can name any org.',
		}),
	),
})

export const AccessToken = named('AccessToken', {
	access_token: z.string().meta(doc({ example: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln' })),
	token_type: z.literal('bearer'),
	expires_in: z.int().meta(doc({ description: 'How long the token is valid, in seconds.', example: 900 })),
})

export const Session = named('Session', {
	id: id('ses'),
	org_id: id('org').meta(doc({ description: 'The org this session acts in.' })),
	client_address: z.nullable(z.string()).meta(
		doc({
			description: "Where the session began; null if it's too old to have been recorded.",
			example: '203.0.113.7',
		}),
	),
	user_agent: z.nullable(z.string()).meta(doc({ example: 'Mozilla/5.0' })),
	created_at: timestamp(),
	last_used_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'When the session was last refreshed; null until then.' })),
	expires_at: timestamp(),
})

export const MySession = Session.extend({
	is_current: z.boolean().meta(doc({ description: 'Whether this request uses the session.' })),
}).meta(doc({ id: 'MySession' }))

export const Jwks = named('Jwks', {
	keys: z.array(
		z.object({
			kty: z.literal('OKP'),
			crv: z.literal('Ed25519'),
			alg: z.literal('EdDSA'),
			use: z.literal('sig'),
			kid: z.string().meta(doc({ example: '2026-11' })),
			x: z.string().meta(doc({ example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })),
		}),
	),
})
