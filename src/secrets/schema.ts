import * as z from 'zod'
import { doc } from '#doc'

export const SecretKey = z
	.object({
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
	.meta(doc({ id: 'SecretKey' }))
