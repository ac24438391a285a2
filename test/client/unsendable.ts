import type { Case, Step } from './cases.ts'

// What can't be sent: each field of each call with each value that it can't have. Both clients have to refuse it where it's given, by the
// name of the field, and without sending or keeping anything.

/** The drivers make these of their names. */
const NO_JSON = 'nan infinity -infinity date bytes big decimal set function half name undefined cycle deep'
	.split(' ')
	.map((name) => `!${name}`)

/** What a field of that kind can't have, although JSON can say it. */
const WRONG = {
	amount: [-1, '1', true, [1], { usd: 1 }],
	count: [-1, 1.5, '1', true, [1], { tokens: 1 }],
	text: [1, false, ['a'], { a: 'a' }],
	name: ['', 1, false, ['a'], { a: 'a' }],
	needed: ['', null, 1, false, ['a'], { a: 'a' }],
	status: ['done', '', null, 1, true, ['completed'], { is: 'completed' }],
	truth: [1, 'true', ['a'], {}],
	texts: ['a', 1, true, [1], ['a', null], {}],
	object: ['a', 1, true, ['a']],
	json: [],
}

type Kind = keyof typeof WRONG

interface Place {
	call: string
	args: Record<string, unknown>
	/** The fields by their paths, as the error names them. */
	fields: Record<string, Kind>
}

const of_org = { org_id: '$org' }

const PLACES: Place[] = [
	{
		call: 'end',
		args: { run_id: '$run-1', status: 'completed' },
		fields: {
			status: 'status',
			total_cost_usd: 'amount',
			total_input_tokens: 'count',
			total_output_tokens: 'count',
			duration_ms: 'count',
			model: 'text',
			completed_at: 'text',
			metadata: 'json',
			'metadata.of.0.depth': 'json',
		},
	},
	{
		call: 'report',
		args: { run_id: '$run-2', org_id: '$org', status: 'running' },
		fields: {
			run_id: 'needed',
			status: 'status',
			org_id: 'text',
			total_cost_usd: 'amount',
			total_output_tokens: 'count',
			thread_id: 'text',
			created_at: 'text',
			metadata: 'json',
			'metadata.0': 'json',
		},
	},
	{
		call: 'progress',
		args: { run_id: '$run-1' },
		fields: {
			total_cost_usd: 'amount',
			total_input_tokens: 'count',
			total_output_tokens: 'count',
			hold: 'object',
			'hold.credits': 'count',
			'hold.tokens': 'count',
			ttl_s: 'count',
		},
	},
	{
		call: 'begin',
		args: { run_id: '$run-3', org_id: '$org' },
		fields: {
			run_id: 'name',
			org_id: 'text',
			agent_id: 'text',
			user_id: 'text',
			persona_id: 'text',
			selector: 'text',
			context: 'object',
			'context.task.0': 'json',
			tools: 'texts',
			mcp: 'truth',
			flags: 'texts',
			entitlements: 'texts',
			'hold.credits': 'count',
			ttl_s: 'count',
		},
	},
	{
		call: 'resolve_model',
		args: of_org,
		fields: { org_id: 'needed', selector: 'text', context: 'object', 'context.task': 'json' },
	},
	{ call: 'resolve_tool', args: { ...of_org, group: 'web_search' }, fields: { org_id: 'needed', group: 'needed' } },
	{ call: 'list_mcp', args: of_org, fields: { org_id: 'needed', ids: 'texts' } },
	{ call: 'flag', args: { ...of_org, key: 'case.flag' }, fields: { org_id: 'needed', key: 'needed' } },
	{ call: 'entitlement', args: { ...of_org, key: 'case.limit' }, fields: { org_id: 'needed', key: 'needed' } },
]

let probes = 0

/** A case for each call. By day a field has one value, and the values take turns. */
export const unsendable = (isNight: boolean): Case[] =>
	PLACES.map(({ call, args, fields }) => ({
		name: `${call} refuses what can't be sent, and keeps nothing of it`,
		promise: 4,
		only: 'fake',
		because: 'Nothing of it reaches the server',
		steps: [
			{ call: 'begin', args: { run_id: '$run-1', ...of_org, hold: { credits: 50 } } },
			...Object.entries(fields).flatMap(([path, kind]) => {
				const values: unknown[] = [...WRONG[kind], ...NO_JSON]
				probes += 1
				const some = isNight ? values : [values[(probes * 5) % values.length]]
				return some.map((value): Step => refused({ call, args, fields }, path, value))
			}),
			{ call: 'flush', expect: { calls: 0 } },
			{ call: 'progress', args: { run_id: '$run-1', total_cost_usd: 0.01 }, expect: { value: { is_local: false } } },
			{ call: 'end', args: { run_id: '$run-1', status: 'completed', total_cost_usd: 0.02 } },
			{ call: 'flush', expect: { calls: ['POST /v1/runtime/runs'] } },
		],
		ledger: { '$run-1': { status: 'completed', credits: 20 } },
	}))

function refused({ call, args, fields }: Place, path: string, value: unknown): Step {
	const [name = '', ...rest] = path.split('.')
	let given = value
	for (const member of rest.toReversed()) given = member === '0' ? [given] : { [member]: given }
	// Where JSON may be anything, it's the member that's wrong, or the whole that has no end.
	const inside = { '!undefined': `${path}.0`, '!cycle': name, '!deep': name }[String(value)]
	const reason = (fields[path] === 'json' && inside) || path
	return { call, args: { ...args, [name]: given }, expect: { error: 'Invalid', reason, calls: 0, events: [] } }
}
