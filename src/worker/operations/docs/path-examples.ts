import * as z from 'zod'
import { doc } from '#doc'
import type { Operation } from '../../ground/http/operations.ts'

const ULID = '01JD6Z5W3T9V7K2M4N8P0Q1R2S'

/** Those that no response shows, by the parameter's name, with the noun in front of it if several things have a parameter of that name. */
const EXAMPLES: Record<string, string> = {
	'audit-logs/id': `aud_${ULID}`,
	'changes/id': `chg_${ULID}`,
	'invitations/token': 'join_h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1QWq2b1c',
	notification_id: `ntf_${ULID}_42`,
	kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
	scope: 'agent',
	group: 'web_search',
	provider: 'web_search.keyed',
	'ResourceTypes/id': 'User',
	'Schemas/id': 'urn:ietf:params:scim:schemas:core:2.0:User',
	'docs/page': 'changes',
	part: 'api',
	page: 'plans',
	number: '3',
}

/** Schemas have their examples at build time only. The document of the tests, which is the Worker's own, has none. */
const HAVE_EXAMPLES = (doc({}) as object | undefined) !== undefined

/** A path parameter's example. `noun` is the word in front of it. */
export type PathExamples = (noun: string, name: string) => string

/** Most parameters are the `id` of what the operation returns, or its field of that name, whose schema has an example. */
export function pathExamples(operations: Operation[]): PathExamples {
	const ids = new Map<string, string>()
	for (const { path, responses = [] } of operations) {
		const [, noun = '', name = ''] = /([\w-]+)\/:(\w+)$/.exec(path) ?? []
		for (const { schema } of responses) {
			const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
			const example = (shape[name] ?? shape.id)?.meta()?.example
			if (typeof example !== 'string') continue
			for (const key of [`${noun}/${name}`, name]) if (!ids.has(key)) ids.set(key, example)
		}
	}
	return (noun, name) => {
		const place = `${noun}/${name}`
		const example = EXAMPLES[place] ?? EXAMPLES[name] ?? ids.get(place) ?? ids.get(name)
		if (example === undefined && HAVE_EXAMPLES)
			throw new Error(
				`The parameter {${name}} after ${noun} has no example: give the \`id\` of its schema one, or add one here`,
			)
		return example ?? `${name}_${ULID}`
	}
}
