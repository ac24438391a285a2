import * as z from 'zod'
import { doc } from '#doc'
import { id, named, nonBlankText, reference, text, timestamp, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PERMISSIONS } from '../../principal.ts'
import { expiresAtInput, lastUsedAt, mode, replacedBy, rotatedFields, shownOnce } from '../api-keys/schema.ts'
import { SERVICE_ROLES } from './table.ts'

const createdBy = () => id('usr').meta(doc({ description: 'A user, or a service account.' }))

const permissions = () => z.array(z.enum(PERMISSIONS))

const role = () => z.enum(SERVICE_ROLES)

const scopes = () =>
	permissions()
		.max(PERMISSIONS.length)
		.transform((given) => [...new Set(given)])

const runtime = (orgs: z.ZodType<string[]>, platform_credentials: z.ZodType<boolean>) =>
	z.object({ orgs, platform_credentials }).nullable()

const MOST_ORGS = 500

const OF_RUNTIME = 'Which orgs it serves as their runtime. Null for its own org alone. Only platform admins write it.'

const orgsInput = () =>
	z
		.array(reference('org'))
		.min(1)
		.max(MOST_ORGS)
		.transform((orgs) => [...new Set(orgs)].toSorted())
		.refine((orgs) => orgs.length === 1 || !orgs.includes('*'), must.all_orgs_or_ids)
		.meta(doc({ description: 'The ids of the orgs, or `*` alone for all.', example: ['*'] }))

export const ServiceAccount = named('ServiceAccount', {
	id: id('svc'),
	org_id: id('org'),
	name: z.string().meta(doc({ example: 'Agent runtime' })),
	role: z.nullable(role()).meta(doc({ description: 'Null for an account with `scopes`.', example: null })),
	scopes: z
		.nullable(permissions())
		.meta(doc({ description: 'Null for an account with a `role`.', example: ['runtime.report'] })),
	permissions: permissions().meta(doc({ description: 'What it may do.', example: ['runtime.report'] })),
	is_active: z.boolean().meta(doc({ description: 'No key of a suspended account is valid.' })),
	runtime: runtime(
		z.array(z.string()),
		z.boolean().meta(doc({ description: "Whether it also gets the credentials of the platform's providers." })),
	).meta(doc({ description: OF_RUNTIME, example: { orgs: ['*'], platform_credentials: false } })),
	narrower_key_ids: z.array(id('sak')).meta(
		doc({
			description:
				'The keys that may do less than the account, because they were made before it got more. Rotate one to give it all.',
			example: [],
		}),
	),
	key_count: z.int().meta(doc({ description: "How many of its keys haven't ended.", example: 1 })),
	last_used_at: z.nullable(timestamp()).meta(doc({ description: 'The hour one of its keys was last used in.' })),
	created_by: createdBy(),
	created_at: timestamp(),
	updated_at: timestamp(),
})

const fields = {
	name: nonBlankText(200)
		.trim()
		.meta(doc({ example: 'Agent runtime' })),
	role: z.optional(role()).meta(doc({ description: 'Instead of `scopes`: the permissions of this role.' })),
	scopes: z.optional(scopes()).meta(doc({ description: 'Instead of `role`.', example: ['data.secrets'] })),
	runtime: z.optional(runtime(orgsInput(), withDefault(z.boolean(), false))).meta(
		doc({
			description: `${OF_RUNTIME} Changing the orgs revokes all of the account's keys.`,
			example: { orgs: ['*'], platform_credentials: false },
		}),
	),
}

type Either = { role?: unknown; scopes?: unknown }

const notBoth = ({ role, scopes }: Either) => role === undefined || scopes === undefined

const NOT_BOTH = { path: ['scopes'], message: must.not_with_role }

export const CreateServiceAccount = z
	.object(fields)
	.refine(notBoth, NOT_BOTH)
	.refine(({ role, scopes }) => role !== undefined || scopes !== undefined, {
		path: ['role'],
		message: must.role_or_scopes,
	})
	.meta(doc({ id: 'CreateServiceAccount', example: { name: 'Agent runtime', role: 'admin' } }))

export const UpdateServiceAccount = z
	.object({ ...fields, is_active: z.boolean() })
	.partial()
	.refine(notBoth, NOT_BOTH)
	.meta(doc({ id: 'UpdateServiceAccount', example: { scopes: ['data.secrets'], is_active: true } }))

export const ServiceAccountKey = named('ServiceAccountKey', {
	id: id('sak'),
	service_account_id: id('svc'),
	name: z.string().meta(doc({ example: 'Frankfurt' })),
	key_prefix: z.string().meta(doc({ example: 'al_9fK2' })),
	mode: mode(),
	expires_at: timestamp().nullable(),
	last_used_at: lastUsedAt(),
	replaced_by: replacedBy('sak'),
	created_by: createdBy(),
	maker_left_at: z.nullable(timestamp()).meta(
		doc({
			description:
				'Since when who made the key, and so has seen it, may no longer make one; null while they may. Rotate it or delete it.',
			example: null,
		}),
	),
	created_at: timestamp(),
})

export const CreatedServiceAccountKey = ServiceAccountKey.extend({ key: shownOnce() }).meta(
	doc({ id: 'CreatedServiceAccountKey' }),
)

export const RotatedServiceAccountKey = ServiceAccountKey.extend(rotatedFields('sak')).meta(
	doc({ id: 'RotatedServiceAccountKey' }),
)

export const CreateServiceAccountKey = named('CreateServiceAccountKey', {
	name: withDefault(text(200).trim(), '').meta(doc({ example: 'Frankfurt' })),
	mode: withDefault(mode(), 'act'),
	expires_at: expiresAtInput(),
})
