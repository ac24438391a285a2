import * as z from 'zod'
import { doc } from '#doc'
import { named, nonBlankText, reference } from '../../ground/http/fields.ts'
import { ResolveModel } from '../../providers/llm-providers/resolved-schema.ts'
import { kid } from '../../spending/admission/schema.ts'

const MOST_SERVERS = 500

const of = () => ({
	org_id: reference('org').meta(doc({ description: 'The org that the runtime works for.' })),
	kid: kid(),
})

export const ToolQuestion = named('ToolQuestion', {
	...of(),
	group: nonBlankText(256).meta(doc({ example: 'web_search' })),
})

export const ModelQuestion = named('ModelQuestion', { ...of(), ...ResolveModel.shape })

export const McpQuestion = named('McpQuestion', {
	...of(),
	ids: z
		.array(reference('mcp'))
		.max(MOST_SERVERS)
		.nullish()
		.meta(doc({ description: 'The configs that you need, active or not. By default all.' })),
})
