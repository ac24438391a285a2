import * as z from 'zod'
import { doc } from '#doc'
import { named, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { publicAddressOf, type Located } from '../../ground/http/public-url.ts'
import { spelled, USER } from './spelling.ts'

export const baseOf = (c: Located) => `${publicAddressOf(c)}/scim/v2`

// System for Cross-domain Identity Management (RFC 7643 and 7644): users only.

export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Microsoft Entra sends booleans as texts, in any case. */
const Active = z.union([
	z.boolean(),
	z
		.string()
		.regex(/^(true|false)$/i, must.boolean)
		.transform((text) => text.toLowerCase() === 'true'),
])

const Text = z.string().min(1).max(254)

const said = (description: string) => doc({ description })

const Schemas = z.array(z.string()).meta(said('The URNs of the shapes that the body has (RFC 7643).'))

const Email = z.preprocess(
	spelled('value', 'primary'),
	z.looseObject({
		value: Text.optional(),
		primary: Active.optional().meta(said('Whether it is their main address.')),
	}),
)

/** What clients send. They send much that we don't keep. */
export const ScimUserInput = z
	.preprocess(
		spelled('userName', 'externalId', 'active', 'emails'),
		z.looseObject({
			userName: Text.meta(said('Their address. If it is none, the first of `emails` counts.')),
			externalId: Text.nullish().meta(said('What your directory calls them.')),
			active: Active.optional().meta(
				said('Whether they belong to the org; on the platform, whether they can sign in.'),
			),
			emails: z
				.optional(z.array(Email).max(20))
				.meta(said('Their addresses, of which one counts if `userName` is none.')),
		}),
	)
	.meta(doc({ id: 'ScimUserInput', example: { schemas: [USER], userName: 'ada@acme.com', active: true } }))

export const ScimPatch = z
	.preprocess(
		spelled('Operations'),
		z.looseObject({
			Operations: z
				.array(
					z.preprocess(
						spelled('op', 'path', 'value'),
						z.looseObject({
							op: z
								.string()
								.regex(/^(add|replace|remove)$/i, must.scim_op)
								.meta(said('What to do with the attribute: `add`, `replace` or `remove`.')),
							path: z
								.optional(z.string().max(200))
								.meta(said('The attribute. Without one, `value` is an object of attributes.')),
							value: z.unknown().optional(),
						}),
					),
				)
				.min(1)
				.max(50)
				.meta(said('The changes, in their order. Attributes that we do not keep are left alone.')),
		}),
	)
	.meta(doc({ id: 'ScimPatch', example: { Operations: [{ op: 'replace', path: 'active', value: false }] } }))

export const ScimActive = Active

export const ScimUser = named('ScimUser', {
	schemas: Schemas,
	id: z.string().meta(doc({ description: "The user's id.", example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	externalId: z.optional(z.string()).meta(doc({ description: 'What the client calls the user.' })),
	userName: z.string().meta(doc({ description: "The user's address, or their login.", example: 'ada@acme.com' })),
	displayName: z.string(),
	active: z
		.boolean()
		.meta(doc({ description: 'Whether the user is a member of the org; on the platform, whether they can sign in.' })),
	emails: z
		.array(z.object({ value: z.string(), primary: z.boolean().meta(said('Whether it is their main address.')) }))
		.meta(said('Their address, if the connection has verified its domain.')),
	meta: z
		.object({
			resourceType: z.string().meta(said('Always `User`.')),
			created: timestamp().meta(said('When the account was made.')),
			location: z.string().meta(said('Where to read them.')),
		})
		.meta(said('What RFC 7643 says of every resource.')),
})

export const ScimUsers = named('ScimUsers', {
	schemas: Schemas,
	totalResults: z.int().meta(said('How many there are in all.')),
	startIndex: z.int().meta(said('The number of the first one here, counted from 1.')),
	itemsPerPage: z.int().meta(said('How many there are here.')),
	Resources: z.array(ScimUser).meta(said('The people, the oldest account first.')),
})

/** An empty parameter is an absent one. */
const given = (value: unknown) => (value === '' ? undefined : value)

export const ScimQuery = z.object({
	filter: z
		.optional(z.string().max(400))
		.meta(doc({ description: '`userName eq "…"` or `externalId eq "…"`.', example: 'userName eq "ada@acme.com"' })),
	startIndex: z
		.preprocess(given, z.coerce.number().int().optional())
		.meta(doc({ description: 'The first one to list, counted from 1.', example: 1 })),
	count: z
		.preprocess(given, z.coerce.number().int().optional())
		.meta(doc({ description: 'How many to list, 200 at most.', example: 100 })),
	attributes: z.optional(z.string().max(1000)).meta(doc({ description: 'Ignored. Responses have all attributes.' })),
	excludedAttributes: z
		.optional(z.string().max(1000))
		.meta(doc({ description: 'Ignored. Responses have all attributes.' })),
})

export const ScimToken = named('ScimToken', {
	token: z
		.string()
		.meta(
			doc({ description: 'What the client sends as a bearer token. It is shown only here.', example: 'scim_9yT…' }),
		),
	base_url: z
		.string()
		.meta(doc({ description: 'Where the client finds SCIM.', example: 'https://plinth.example.com/scim/v2' })),
	created_at: timestamp(),
})

/** A document about this service, of which RFC 7643 says the shape. */
export const ScimDocument = z.looseObject({ schemas: Schemas }).meta(doc({ id: 'ScimDocument' }))
