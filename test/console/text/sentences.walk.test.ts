import { expect, test } from 'vitest'
import { describe } from '../../../src/console/change/sentences/describe.ts'
import type { Facts, Kind, Row } from '../../../src/console/change/sentences/kind.ts'
import { KINDS } from '../../../src/console/change/sentences/kinds.ts'
import { plain } from '../../../src/console/ui/said.tsx'
import openapi from '../../../src/worker/operations/docs/openapi.json' with { type: 'json' }

const ID = 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S'
const TIME = '2027-03-04T05:06:07.000Z'

/** Everything has a name here. What the fields are stays unread, so that only a row can say it. */
const FACTS: Facts = {
	name: (id) => (id === undefined || id === null ? '' : 'Acme'),
	connection: () => 'Acme',
	own_org: undefined,
	isPreview: true,
	touched: (kind, what) => ({
		kind,
		what,
		count: 11,
		has_more: false,
		names: [kind === 'budgets' ? 'Acme' : 'web_search.hosted'],
	}),
	entitlementsOf: () => [],
	planOf: () => undefined,
	defaultOf: () => undefined,
}

interface Schema {
	enum?: unknown[]
	const?: unknown
	items?: Schema
	anyOf?: Schema[]
	properties?: Record<string, Schema>
}

const SCHEMAS = Object.values(openapi.components.schemas as unknown as Record<string, Schema>)

const textsIn = ({ enum: values = [], const: value, items, anyOf = [] }: Schema): string[] => [
	...[...values, value].filter((one) => typeof one === 'string'),
	...[...anyOf, ...(items ? [items] : [])].flatMap(textsIn),
]

/** What a field can hold anywhere in the API, if that's one of a list. */
const choicesOf = (field: string) => [
	...new Set(SCHEMAS.flatMap(({ properties }) => (properties?.[field] ? textsIn(properties[field]) : []))),
]

const WORDS = [
	'name',
	'key',
	'flag_key',
	'code',
	'cidr',
	'model',
	'kid',
	'username',
	'login',
	'email',
	'title',
	'note',
	'display_name',
	'reason',
	'description',
]
const IDS = ['id', 'org_id', 'user_id', 'plan_id', 'provider_id', 'service_account_id', 'subject']
const TIMES = ['created_at', 'current_period_start', 'current_period_end', 'expires_at', 'until']

const BASE: Row = {
	...Object.fromEntries(WORDS.map((field) => [field, 'Acme'])),
	...Object.fromEntries(IDS.map((field) => [field, ID])),
	...Object.fromEntries(TIMES.map((field) => [field, TIME])),
	url: 'https://acme.test/hook',
	provider_name: 'Acme',
	group_name: 'web_search',
	value: '5',
	balance: 5,
	scope: 'org',
}

/** Rows that differ from `BASE` in one field, which has every value that it can have. */
const rowsOf = ({ fields = {} }: Kind): Row[] =>
	['status', 'role', 'type', 'scope', 'is_active', 'default_value', ...Object.keys(fields)]
		.filter((field) => field === 'scope' || !(field in BASE))
		.flatMap((field) =>
			[true, false, 5, ...choicesOf(field), choicesOf(field)].map((value) => ({ ...BASE, [field]: value })),
		)

const WRONG: Record<string, RegExp> = {
	'a raw ID': /[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}/,
	'snake case': /[a-z\d]_[a-z\d]/,
	'a bare time': /\d{4}-\d\d-\d\dT|\d\dZ/,
	'a missing value': /undefined|null|NaN|\[object/,
	'no end': /(^|\s|[^.。])$/,
}

test.for(Object.entries(KINDS))('no sentence about %s has an ID, snake_case or a bare time', ([target_type, kind]) => {
	const states = [
		...rowsOf(kind).flatMap((row) => [
			{ before: BASE, after: row },
			{ before: row, after: BASE },
			{ before: null, after: row },
		]),
		{ before: BASE, after: null },
	]
	const sentences = states.map(({ before, after }) =>
		plain(describe({ target_type, target_id: ID, before, after }, FACTS).join(' ')),
	)
	for (const [what, pattern] of Object.entries(WRONG))
		expect(
			sentences.filter((said) => pattern.test(said)),
			what,
		).toEqual([])
})
