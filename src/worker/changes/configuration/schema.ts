import * as z from 'zod'
import { doc } from '#doc'
import { PLATFORM } from '../../ground/db/columns.ts'
import { ConfirmQuery, id, named, queryInteger, timestamp } from '../../ground/http/fields.ts'
import { isObject } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'
import { WARNINGS } from '../../ground/write/configured.ts'
import { kindsOf } from '../kinds.ts'
import { REVISION_KINDS } from './table.ts'

/** The shape of an owner's document: a section for each kind. */
const documentOf = (owner: string) =>
	z.object({
		version: z.literal(1),
		...Object.fromEntries(
			kindsOf(owner).map(({ name, isSingle, document: { entry, by, lackedBy = [] } }) => {
				const section = isSingle ? entry : z.record(z.string(), entry).meta(doc({ description: by ?? '' }))
				return [name, lackedBy.includes(owner === PLATFORM ? PLATFORM : 'org') ? section.optional() : section]
			}),
		),
	})

export const PlatformConfiguration = documentOf(PLATFORM).meta(doc({ id: 'PlatformConfiguration' }))

export const OrgConfiguration = documentOf('org').meta(doc({ id: 'OrgConfiguration' }))

/** The body of a plan and of an apply. The example is valid for the platform and for an org. */
export const ConfigurationRequest = named('ConfigurationRequest', {
	document: z.custom<Record<string, unknown>>(isObject, must.document).meta(
		doc({
			type: 'object',
			description:
				'A document in the form of GET. A section that is left out stays as it is. An entry is whole: a field that is left out has its default, and a secret that is left out stays.',
			example: {
				version: 1,
				tool_providers: { 'web_search.selfhosted': { is_active: true, base_url: 'https://search.example.com' } },
			},
		}),
	),
	mode: z
		.enum(['merge', 'exact'])
		.default('merge')
		.meta(
			doc({
				description:
					'`merge` deletes nothing. `exact` deletes, in the sections that it applies, what the document does not name.',
			}),
		),
	sections: z
		.optional(z.array(z.string().meta(doc({ example: 'tool_providers' }))))
		.meta(doc({ description: 'The sections to apply: all that the document has when absent.' })),
})

const Entry = z
	.nullable(z.record(z.string(), z.unknown()))
	.meta(doc({ example: { description: '', default_value: true } }))

const ConfigurationChange = named('ConfigurationChange', {
	action: z.enum(['create', 'update', 'delete']),
	section: z.string().meta(doc({ example: 'feature_flags' })),
	key: z.string().meta(doc({ example: 'research.deep_mode' })),
	before: Entry,
	after: Entry,
})

const ConfigurationWarning = named('ConfigurationWarning', {
	reason: z.enum(WARNINGS),
	section: z.string().meta(doc({ example: 'plans' })),
	key: z.nullable(z.string()).meta(doc({ example: 'team' })),
	message: z
		.string()
		.meta(doc({ example: '12 active subscriptions have the plan team and get its new entitlements at once.' })),
})

const hash = () =>
	z
		.string()
		.meta(
			doc({ description: 'Names a document by its content.', example: 'p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg' }),
		)

export const ConfigurationPlan = named('ConfigurationPlan', {
	changes: z.array(ConfigurationChange).meta(doc({ description: 'What an apply does, in its order.' })),
	warnings: z.array(ConfigurationWarning),
	base: z.string().meta(
		doc({
			description: 'The state that the plan was made from. Send it as `If-Match` of the apply.',
			example: '"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg"',
		}),
	),
	hash: hash().meta(doc({ description: 'The hash of the document after the apply.' })),
})

export const AppliedConfiguration = ConfigurationPlan.extend({
	revision: z.nullable(z.int()).meta(
		doc({
			description: 'The number of the new revision. When nothing changed, that of the newest, or null.',
			example: 7,
		}),
	),
}).meta(doc({ id: 'AppliedConfiguration' }))

export const ApplyQuery = ConfirmQuery.extend({
	allow_deletes: queryInteger(0, 999_999_999)
		.default(0)
		.meta(doc({ description: 'How many entries may be deleted. Up to 20 may always be.', default: 0 })),
})

const revisionFields = {
	number: z.int().meta(doc({ example: 7 })),
	kind: z.enum(REVISION_KINDS).meta(
		doc({
			description: '`found` is a state that single calls had made, kept because the next revision replaced it.',
		}),
	),
	hash: hash(),
	change_count: z.nullable(z.int()).meta(doc({ description: 'Null for a state that was found.', example: 3 })),
	restored_from: z.nullable(z.int()).meta(doc({ description: 'The revision that was restored.', example: null })),
	actor_user_id: id('usr').nullable(),
	actor_api_key_id: z.nullable(id('key')).meta(doc({ example: null })),
	created_at: timestamp(),
}

export const ConfigurationRevision = named('ConfigurationRevision', revisionFields)

export const PlatformRevision = named('PlatformRevision', { ...revisionFields, document: PlatformConfiguration })

export const OrgRevision = named('OrgRevision', { ...revisionFields, document: OrgConfiguration })
