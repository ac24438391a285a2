import * as z from 'zod'
import { doc } from '#doc'
import { named, nonBlankText, queryInteger } from '../../ground/http/fields.ts'
import { KINDS } from './kinds.ts'

export const SearchQuery = z.object({
	limit: queryInteger(1, 20)
		.default(20)
		.meta(doc({ description: 'The maximum number of results.', default: 20 })),
	q: nonBlankText(200)
		.trim()
		.meta(doc({ description: 'An id, a name, a login, an e-mail address or a code, or part of one.', example: 'ada' })),
})

export const Found = named('Found', {
	kind: z.enum([...KINDS, 'trace']),
	id: z.string().meta(doc({ example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	title: z
		.string()
		.meta(doc({ example: 'Ada Lovelace', description: 'What it is called. For a feature flag, its key.' })),
	subtitle: z.nullable(z.string()).meta(doc({ example: 'ada@example.com' })),
	org_id: z
		.nullable(z.string())
		.meta(doc({ example: null, description: 'The org that it belongs to; null if it belongs to the platform.' })),
})

export const NamesWanted = named('NamesWanted', {
	ids: z
		.array(z.string().max(128))
		.max(200)
		.meta(doc({ example: ['usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S'] })),
})

export const Names = named('Names', {
	names: z
		.record(
			z.string(),
			z
				.object({ kind: z.enum(KINDS), name: z.string() })
				.meta(doc({ id: 'Name', example: { kind: 'user', name: 'Ada Lovelace' } })),
		)
		.meta(
			doc({
				description: 'By id. Ids that name nothing are left out.',
				example: { usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S: { kind: 'user', name: 'Ada Lovelace' } },
			}),
		),
})
