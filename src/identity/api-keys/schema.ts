import * as z from 'zod'
import { doc } from '#doc'
import { PERMISSIONS } from '../../context.ts'
import { id, nonBlankText, timestamp, timestampInput, withDefault } from '../../http/fields.ts'

export const ApiKey = z
	.object({
		id: id('key'),
		org_id: id('org'),
		user_id: id('usr'),
		name: z.string().meta(doc({ example: 'Nightly import' })),
		key_prefix: z.string().meta(doc({ example: 'al_9fK2' })),
		scopes: z.array(z.enum(PERMISSIONS)),
		expires_at: timestamp().nullable(),
		last_used_at: timestamp()
			.nullable()
			.meta(doc({ description: "The hour the key was last used in; null if it hasn't been used." })),
		created_at: timestamp(),
	})
	.meta(doc({ id: 'ApiKey' }))

export const CreatedApiKey = ApiKey.extend({
	// Left out of a replay under an idempotency key: we show the key once and store only its hash.
	key: z
		.string()
		.optional()
		.meta(doc({ example: 'al_9fK2…', description: 'The key itself. Only this response shows it.' })),
}).meta(doc({ id: 'CreatedApiKey' }))

export const CreateApiKey = z
	.object({
		name: nonBlankText(200).meta(doc({ example: 'Nightly import' })),
		scopes: withDefault(z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length), []),
		expires_at: timestampInput()
			.refine((value) => value > new Date().toISOString(), 'Must be in the future')
			.meta(doc({ example: '2126-11-21T07:00:00.000Z' }))
			.nullable()
			.default(null),
	})
	.meta(doc({ id: 'CreateApiKey' }))
