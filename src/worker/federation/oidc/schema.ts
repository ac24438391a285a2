import * as z from 'zod'
import { doc } from '#doc'
import { id, named, text, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { LogIn } from '../../sign-in/sessions/schema.ts'

/** Whether a path leads to a page, once the browser has followed its dots. An operation is none: it could begin another sign-in. */
const isPage = (path: string) =>
	/^\/(?:(?:console|docs)(?:\/.*)?)?$/.test(URL.parse(path, 'https://plinth.invalid')?.pathname ?? '')

/** A path of ours. A browser reads `//host` and `/\host` as another site. */
const ReturnTo = text(2000)
	.regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/, must.path)
	.refine(isPage, must.page)
	.meta(doc({ description: 'Where the browser goes afterwards: a page of ours.', example: '/console/' }))

export const StartQuery = z.object({
	return_to: ReturnTo.default('/console/'),
	max_age: z.optional(z.coerce.number().int().min(0).max(43_200)).meta(
		doc({
			description:
				'The provider asks people again whose last sign-in there is older, in seconds. For a recent one it is 600.',
			example: 600,
		}),
	),
})

export const StartLink = named('StartLink', { return_to: ReturnTo.default('/console/account') })

export const LinkStarted = named('LinkStarted', {
	url: z.string().meta(
		doc({
			description: 'Where you sign in at the provider, in the same browser.',
			example: 'https://acme.okta.com/authorize?client_id=0oa1b2c3d4',
		}),
	),
})

const answer = (description: string, example: string) =>
	z.string().max(8192).optional().meta(doc({ description, example }))

/** What a provider appends: OpenID Connect Core 1.0, RFC 9207, and what the large ones add. `oauth4webapi` checks it. */
export const CallbackQuery = z.object({
	code: answer('What we exchange for tokens.', '4/0AX4XfWh'),
	state: answer('What we sent along.', 'chl_q6b2v0yJQm0m6m0rXh1Zb4mYzv5n3pYcG8t1y7T5cQkA'),
	error: answer('Why the provider refused.', 'access_denied'),
	error_description: answer('The same in words.', 'The user denied the request'),
	error_uri: answer('A page about it.', 'https://acme.okta.com/errors'),
	iss: answer('The issuer that responds.', 'https://acme.okta.com'),
	session_state: answer('Of session management, which we leave alone.', 'f5c1'),
	scope: answer('The scopes that were granted.', 'openid email'),
	authuser: answer("The number of the browser's account at Google.", '0'),
	hd: answer('The domain of a Google Workspace.', 'acme.com'),
	prompt: answer('What Google showed.', 'consent'),
})

export const OfferQuery = z.object({
	login: z
		.optional(z.string().trim().max(254))
		.meta(
			doc({ description: 'What the person typed. Only the domain of an address matters.', example: 'ada@acme.com' }),
		),
})

export const OfferedConnection = named('OfferedConnection', {
	id: z.string().meta(
		doc({
			description:
				'Where its sign-in begins: `GET /v1/auth/oidc/{id}/start`. `access` stands for `POST /v1/auth/access`.',
			example: 'oic_01J9Z8Q4W7H3N5R2T6V8X0Y1B3',
		}),
	),
	name: z.string().meta(doc({ example: 'Acme Okta' })),
	org_id: z.nullable(id('org')).meta(doc({ description: 'The org that it signs in to; null for the whole platform.' })),
})

export const Identity = named('Identity', {
	id: id('idn'),
	connection_id: z.string().meta(
		doc({
			description:
				'The connection that you last signed in through, or `access` for Cloudflare Access. It may be deleted by now.',
			example: 'oic_01J9Z8Q4W7H3N5R2T6V8X0Y1B3',
		}),
	),
	issuer: z.string().meta(doc({ example: 'https://acme.okta.com' })),
	subject: z.string().meta(doc({ description: 'Who you are at the provider.', example: '00u1a2b3c4' })),
	email: z.nullable(z.string()).meta(
		doc({
			description: 'The address that the provider last named; null if it named none.',
			example: 'ada@acme.com',
		}),
	),
	last_used_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'When you last signed in with it; null if you never did.' })),
	created_at: timestamp(),
})

export const LogInByAccess = named('LogInByAccess', { org_id: LogIn.shape.org_id })

export const WaysIn = named('WaysIn', {
	password: z.boolean().meta(doc({ description: 'Whether a password signs them in.', example: true })),
	passkeys: z.int().meta(doc({ description: 'How many passkeys they have.', example: 2 })),
	totp: z.boolean().meta(doc({ description: 'Whether they have an authenticator app.', example: false })),
	recovery_codes: z.int().meta(doc({ description: 'How many recovery codes they have left.', example: 9 })),
	identities: z.array(Identity).meta(doc({ description: 'Who they are at providers: the newest 100.' })),
})
