import * as z from 'zod'
import { doc } from '#doc'
import { timestamp } from '../../http/fields.ts'

// System for Cross-domain Identity Management (RFC 7643 and 7644): users only.

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Microsoft Entra sends booleans as texts, in any case. */
const Active = z.union([
	z.boolean(),
	z
		.string()
		.regex(/^(true|false)$/i, 'Must be a boolean')
		.transform((text) => text.toLowerCase() === 'true'),
])

const Text = z.string().min(1).max(254)

const Email = z.looseObject({ value: Text.optional(), primary: Active.optional() })

/** What clients send. They send much that we don't keep. */
export const ScimUserInput = z
	.looseObject({
		userName: Text,
		externalId: Text.nullish(),
		active: Active.optional(),
		emails: z.array(Email).max(20).optional(),
	})
	.meta(doc({ id: 'ScimUserInput', example: { schemas: [USER], userName: 'ada@acme.com', active: true } }))

export const ScimPatch = z
	.looseObject({
		Operations: z
			.array(
				z.looseObject({
					op: z.string().regex(/^(add|replace|remove)$/i, 'Must be add, replace or remove'),
					path: z.string().max(200).optional(),
					value: z.unknown().optional(),
				}),
			)
			.min(1)
			.max(50),
	})
	.meta(doc({ id: 'ScimPatch', example: { Operations: [{ op: 'replace', path: 'active', value: false }] } }))

export const ScimActive = Active

export const ScimUser = z
	.object({
		schemas: z.array(z.string()),
		id: z.string().meta(doc({ description: "The user's id.", example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
		externalId: z
			.string()
			.optional()
			.meta(doc({ description: 'What the client calls the user.' })),
		userName: z.string().meta(doc({ description: "The user's address, or their login.", example: 'ada@acme.com' })),
		displayName: z.string(),
		active: z
			.boolean()
			.meta(
				doc({ description: 'Whether the user is a member of the org; on the platform, whether they can sign in.' }),
			),
		emails: z.array(z.object({ value: z.string(), primary: z.boolean() })),
		meta: z.object({ resourceType: z.string(), created: timestamp(), location: z.string() }),
	})
	.meta(doc({ id: 'ScimUser' }))

export const ScimUsers = z
	.object({
		schemas: z.array(z.string()),
		totalResults: z.int(),
		startIndex: z.int(),
		itemsPerPage: z.int(),
		Resources: z.array(ScimUser),
	})
	.meta(doc({ id: 'ScimUsers' }))

export const ScimQuery = z.object({
	filter: z
		.string()
		.max(400)
		.optional()
		.meta(doc({ description: '`userName eq "…"` or `externalId eq "…"`.', example: 'userName eq "ada@acme.com"' })),
	startIndex: z.coerce
		.number()
		.int()
		.optional()
		.meta(doc({ description: 'The first one to list, counted from 1.', example: 1 })),
	count: z.coerce
		.number()
		.int()
		.optional()
		.meta(doc({ description: 'How many to list, 200 at most.', example: 100 })),
	attributes: z
		.string()
		.max(1000)
		.optional()
		.meta(doc({ description: 'Ignored. Responses have all attributes.' })),
	excludedAttributes: z
		.string()
		.max(1000)
		.optional()
		.meta(doc({ description: 'Ignored. Responses have all attributes.' })),
})

export const ScimToken = z
	.object({
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
	.meta(doc({ id: 'ScimToken' }))

/** A document about this service, of which RFC 7643 says the shape. */
export const ScimDocument = z.looseObject({ schemas: z.array(z.string()) }).meta(doc({ id: 'ScimDocument' }))
