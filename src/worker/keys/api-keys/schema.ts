import * as z from 'zod'
import { doc } from '#doc'
import { now } from '../../ground/db/columns.ts'
import { id, named, nonBlankText, timestamp, timestampInput, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { KEY_MODES, PERMISSIONS } from '../../principal.ts'

export const lastUsedAt = () =>
	z.nullable(timestamp()).meta(doc({ description: "The hour the key was last used in; null if it hasn't been used." }))

export const replacedBy = (prefix: string) =>
	z
		.nullable(id(prefix))
		.meta(doc({ description: 'The key that it was rotated to. It ends at `expires_at`.', example: null }))

// Left out of a replay under an idempotency key: we show the key once and store only its hash.
export const shownOnce = () =>
	z.optional(z.string()).meta(doc({ example: 'al_9fK2…', description: 'The key itself. Only this response shows it.' }))

export const expiresAtInput = () =>
	timestampInput()
		.refine((value) => value > now(), must.future)
		.meta(doc({ example: '2126-11-21T07:00:00.000Z' }))
		.nullable()
		.default(null)

export const mode = () =>
	z.enum(KEY_MODES).meta(
		doc({
			description:
				'What the key does with its permissions: `read` changes nothing, `propose` asks a person for each change, and `act` makes it.',
			example: 'act',
		}),
	)

export const UpdateKey = named('UpdateKey', { mode: mode().optional() })

export const ApiKey = named('ApiKey', {
	id: id('key'),
	org_id: id('org'),
	user_id: id('usr'),
	name: z.string().meta(doc({ example: 'Nightly import' })),
	key_prefix: z.string().meta(doc({ example: 'al_9fK2' })),
	scopes: z.array(z.enum(PERMISSIONS)),
	mode: mode(),
	expires_at: timestamp().nullable(),
	last_used_at: lastUsedAt(),
	connection_id: z.nullable(z.string()).meta(
		doc({
			description:
				'The OIDC connection that you had signed in through when you made the key. It works while the connection is active and you sign in through it at least every 30 days. Null for a sign-in of your own.',
			example: null,
		}),
	),
	created_at: timestamp(),
	replaced_by: replacedBy('key'),
})

export const CreatedApiKey = ApiKey.extend({
	key: shownOnce(),
}).meta(doc({ id: 'CreatedApiKey' }))

export const CreateApiKey = named('CreateApiKey', {
	name: nonBlankText(200)
		.trim()
		.meta(doc({ example: 'Nightly import' })),
	scopes: withDefault(z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length), []),
	mode: withDefault(mode(), 'act'),
	expires_at: expiresAtInput(),
})

/** How long the old key stays valid: a week at most, an hour by default. */
export const RotateKey = named('RotateKey', {
	overlap_s: withDefault(z.int().min(0).max(604_800), 3_600).meta(
		doc({ description: 'For how many seconds the old key stays valid.', example: 3_600 }),
	),
})

/** What a rotation adds to the record of the new key. */
export const rotatedFields = (prefix: string) => ({
	key: shownOnce(),
	replaces: z
		.object({ id: id(prefix), expires_at: timestamp() })
		.meta(doc({ description: 'The old key, and when it ends.' })),
})

export const RotatedApiKey = ApiKey.extend(rotatedFields('key')).meta(doc({ id: 'RotatedApiKey' }))
