import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../http/fields.ts'

export const SecretKey = named('SecretKey', {
	key_id: z.string().meta(doc({ example: '8ad42741aced' })),
	is_current: z.boolean().meta(doc({ description: 'Whether this key seals new secrets.' })),
	is_known: z.boolean().meta(
		doc({
			description: "Whether `SECRETS_KEYS` has this key. If it doesn't, the secrets that it sealed don't open.",
		}),
	),
	secret_count: z.int().meta(
		doc({
			description: 'The number of secrets that this key seals, including those replaced within the last 30 days.',
			example: 12,
		}),
	),
})

/** A credential that only the holder of a private key can open. */
export const Sealed = named('Sealed', {
	$sealed: z.nullable(z.string()).meta(
		doc({
			description:
				'A compact JWE (RFC 7516) for the key of the request. It holds `{ "value": …, "target": … }`. Null in a dry run.',
			example: 'eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00ifQ.…',
		}),
	),
})
