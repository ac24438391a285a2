import * as z from 'zod'
import { doc } from '#doc'
import { refusing, said } from '../../ground/http/field-codes.ts'
import { id, named, nonBlankText, text, timestamp, withDefault, withoutRepeats } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { secretInput } from '../../ground/secrets/input.ts'
import { PLATFORM_ROLES, ROLES } from '../../principal.ts'

const MAX_DOMAINS = 20
const MAX_MAPPED = 100
const DAY_HALF_S = 43_200

const Name = nonBlankText(100)
	.trim()
	.meta(doc({ description: 'What people see on the sign-in page.', example: 'Acme Okta' }))

const Issuer = text(2048).meta(
	doc({
		description: "The provider's issuer, exactly as its tokens spell it. An HTTPS URL.",
		example: 'https://acme.okta.com',
	}),
)

const ClientId = nonBlankText(200).meta(doc({ example: '0oa1b2c3d4' }))

const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, must.scope)

const Scopes = z
	.array(Scope)
	.max(20)
	.refine((scopes) => scopes.includes('openid'), must.openid)
	.meta(doc({ example: ['openid', 'email', 'profile'] }))

const Domain = z
	.string()
	.max(253)
	.transform((domain) => domain.toLowerCase())
	.refine(
		(domain) => /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(domain),
		must.domain,
	)
	.meta(doc({ example: 'example.com' }))

const Domains = z
	.array(Domain)
	.max(MAX_DOMAINS)
	.superRefine(withoutRepeats((domain) => domain, [], must.repeated_domain))

const RoleClaim = z
	.nullable(text(200).min(1))
	.meta(doc({ description: "The claim that names somebody's roles.", example: 'groups' }))

const SessionMaxAge = z
	.int()
	.min(300)
	.max(DAY_HALF_S)
	.meta(doc({ description: 'How long a sign-in lasts, in seconds.', example: DAY_HALF_S }))

const IsRequired = z.boolean().meta(
	doc({
		description:
			'Whether members have to sign in through it to act in the org, or operators to act at all. Switching it on takes `Confirm-Within`, and a request of its own. Deactivating the connection switches it off.',
		example: false,
	}),
)

const roleMap = <R extends string>(role: z.ZodType<R>) =>
	z
		.record(text(200).min(1), role)
		.refine((map) => Object.keys(map).length <= MAX_MAPPED, refusing(said('entries_at_most', { most: MAX_MAPPED })))

const OrgRole = z.enum(ROLES)
const OperatorRole = z.enum(PLATFORM_ROLES)

/** The schemas of connections that give these roles. */
const inputs = <R extends string>(role: z.ZodType<R>, prefix: string) => {
	const fields = {
		name: Name,
		issuer: Issuer,
		client_id: ClientId,
		client_secret: secretInput(),
		scopes: Scopes,
		domains: Domains,
		role_claim: RoleClaim,
		role_map: roleMap(role),
		default_role: role.nullable(),
		session_max_age: SessionMaxAge,
		is_active: z.boolean(),
	}
	const { name, issuer, client_id, client_secret } = fields
	return {
		Create: z
			.object({
				name,
				issuer,
				client_id,
				client_secret,
				scopes: withDefault(Scopes, ['openid', 'email', 'profile']),
				domains: withDefault(Domains, []),
				role_claim: withDefault(fields.role_claim, null),
				role_map: withDefault(fields.role_map, {}),
				default_role: withDefault(fields.default_role, null),
				session_max_age: withDefault(SessionMaxAge, DAY_HALF_S),
				is_active: withDefault(fields.is_active, true),
			})
			.meta(doc({ id: `Create${prefix}OidcConnection` })),
		Update: z
			.object({ ...fields, is_required: IsRequired })
			.partial()
			// A change of `is_required` is a request of its own.
			.meta(doc({ id: `Update${prefix}OidcConnection`, example: { name: 'Okta', is_active: true } })),
	}
}

export const ofOrg = inputs(OrgRole, 'Org')
export const ofPlatform = inputs(OperatorRole, 'Platform')

export const OidcConnection = named('OidcConnection', {
	id: id('oic'),
	org_id: z.nullable(id('org')).meta(doc({ description: 'Null for a connection of the platform.' })),
	name: Name,
	issuer: Issuer,
	client_id: ClientId,
	scopes: Scopes,
	domains: z.array(
		z.object({
			domain: z.string().meta(doc({ description: 'In lower case and ASCII.', example: 'example.com' })),
			record: z.string().meta(doc({ description: 'Where the TXT record belongs.', example: '_plinth.example.com' })),
			value: z
				.string()
				.meta(doc({ description: 'What the TXT record has to say.', example: 'plinth-domain=Zm9vYmFy' })),
			proved_at: z
				.nullable(timestamp())
				.meta(doc({ description: 'Since when the domain is verified; null if it is not.' })),
			checked_at: z
				.nullable(timestamp())
				.meta(doc({ description: 'When the record was last looked for; null if it never was.' })),
		}),
	),
	role_claim: RoleClaim,
	role_map: z
		.record(z.string(), z.string())
		.meta(doc({ description: 'What a value of the claim gives.', example: { admins: 'admin' } })),
	default_role: z
		.nullable(z.string())
		.meta(
			doc({ description: 'The role of somebody whose claim gives none; null if they get none.', example: 'member' }),
		),
	session_max_age: SessionMaxAge,
	is_active: z.boolean(),
	is_required: IsRequired,
	redirect_uri: z.string().meta(
		doc({
			description: 'What the provider has to admit as the redirect URI.',
			example: 'https://plinth.example.com/v1/auth/oidc/oic_01JD6Z5W3T9V7K2M4N8P0Q1R2S/callback',
		}),
	),
	decided_by: id('usr').meta(
		doc({ description: 'The user who last changed the connection. It gives no roles that they may not give.' }),
	),
	waits_since: z.nullable(timestamp()).meta(
		doc({
			description:
				'Since when it waits to be confirmed, because `decided_by` may decide no longer; null if it does not wait. While it waits, it signs in only who is linked already, as `member` at most.',
			example: null,
		}),
	),
	scim_token_created_at: z
		.nullable(timestamp())
		.meta(doc({ description: 'When its SCIM token was made; null if it has none.', example: null })),
	scim_token_ends_at: z.nullable(timestamp()).meta(
		doc({
			description:
				'When its SCIM token expires, because the person who made it may no longer make one; null if it does not. Until then it only reads, and deactivates plain members whom the directory made.',
			example: null,
		}),
	),
	last_failure: z.nullable(z.string()).meta(
		doc({
			description:
				"What was wrong with the provider's answer at the last sign-in that failed for it; null if none did.",
			example: 'token: invalid_client',
		}),
	),
	last_failed_at: z.nullable(timestamp()).meta(doc({ description: 'When that was.' })),
	created_at: timestamp(),
	updated_at: timestamp(),
})

export const TestedConnection = OidcConnection.extend({
	provider: z
		.object({
			failure: z.nullable(z.string()).meta(
				doc({
					description: "Why the provider's own document can't be used; null if it can.",
					example: 'discovery: dns',
				}),
			),
			authorization_endpoint: z.nullable(z.string()).meta(
				doc({
					description: "Where it sends people to sign in; null if it doesn't say.",
					example: 'https://acme.okta.com/oauth2/v1/authorize',
				}),
			),
			scopes: z
				.nullable(z.array(z.string()))
				.meta(doc({ description: "The scopes that it knows, 50 at most; null if it doesn't say." })),
		})
		.meta(doc({ description: 'What the provider says about itself, read just now.' })),
}).meta(doc({ id: 'TestedOidcConnection' }))

export type CreateInput = z.infer<typeof ofOrg.Create> | z.infer<typeof ofPlatform.Create>
export type UpdateInput = z.infer<typeof ofOrg.Update> | z.infer<typeof ofPlatform.Update>
