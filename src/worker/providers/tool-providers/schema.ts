import * as z from 'zod'
import { doc } from '#doc'
import { named, text } from '../../ground/http/fields.ts'
import { secretInput } from '../../ground/secrets/input.ts'
import { GROUPS } from './catalogue.ts'

const GroupName = z.enum(GROUPS)
const ProviderName = z.string().meta(doc({ example: 'web_search.keyed' }))
const Missing = z.array(z.enum(['api_key', 'base_url']))

export const ToolProvider = named('ToolProvider', {
	group_name: GroupName,
	provider_name: ProviderName,
	is_active: z.boolean(),
	key_prefix: z
		.optional(z.string())
		.meta(doc({ example: 'sk-l****9a1f', description: 'Absent while no key is stored.' })),
	base_url: z
		.string()
		.nullable()
		.optional()
		.meta(
			doc({
				example: 'https://search.example.com',
				description: 'Absent when the provider does not need one and none is stored.',
			}),
		),
	requires_api_key: z.boolean(),
	requires_base_url: z.boolean(),
	configured: z.boolean().meta(doc({ description: 'Whether every required field is stored.' })),
})

export const ToolProviderGroups = named('ToolProviderGroups', {
	groups: z.array(z.object({ group_name: GroupName, providers: z.array(ToolProvider) })),
})

export const PutCredential = named('PutCredential', {
	api_key: secretInput().nullish(),
	base_url: text(2048)
		.nullish()
		.meta(doc({ example: 'https://search.example.com' })),
})

const Skipped = z.object({
	scope: z.enum(['org', 'platform', 'legacy']),
	provider_name: ProviderName,
	missing: Missing,
})

export const EffectiveToolProvider = named('EffectiveToolProvider', {
	group_name: GroupName,
	provider_name: ProviderName,
	scope: z.enum(['org', 'platform', 'legacy']),
	skipped: z
		.array(Skipped)
		.meta(doc({ description: 'Active providers that were skipped because they lack a required field.' })),
})
