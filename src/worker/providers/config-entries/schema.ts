import * as z from 'zod'
import { doc } from '#doc'
import { named, text } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'

export const ConfigEntry = named('ConfigEntry', {
	key: z.string().meta(doc({ example: 'web_search.provider' })),
	value: z.nullable(z.string()).meta(doc({ example: 'web_search.keyed', description: 'Null for a write-only entry.' })),
	is_set: z.boolean(),
	is_valid: z.boolean().meta(
		doc({
			description:
				"False for the default of an entitlement that an earlier version stored and that its key doesn't take. It counts as absent.",
			example: true,
		}),
	),
})

export const PutConfigEntry = named('PutConfigEntry', {
	value: text(4096)
		.refine((value) => value.trim() !== '', must.not_blank)
		.meta(doc({ example: 'web_search.keyed' })),
})
