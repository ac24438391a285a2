// What a proxy in front of an instance plants: each fault is one that a section of `npm run prove` has to see.

export interface Call {
	method: string
	path: string
	headers: Record<string, string>
}

export interface Answer {
	status: number
	text: string
}

export interface Fault {
	/** The section that has to see it, and what it says. */
	section: string
	says: RegExp
	/** What the proxy sends on; null answers 204 in place of the instance. */
	request?: (call: Call) => Call | null
	answer?: (call: Call, answer: Answer) => Answer
}

const isDryRun = ({ path, headers }: Call) => path === '/v1/plans' && headers['dry-run'] === 'true'
let turn = 0
/** Begins to count anew. */
export const restart = () => void (turn = 0)
const every = (n: number) => (turn += 1) % n === 0

export const FAULTS: Record<string, Fault> = {
	'a schema that is missing': {
		section: 'answers',
		says: /the database has the schema: 503/,
		answer: ({ path }, answer) => (path === '/readyz' ? { status: 503, text: '{}' } : answer),
	},
	'a dry run that D1 cut': {
		section: 'dry-runs',
		says: /1\.9 MB: the dry run answered 503 dry_run\.cut/,
		answer: (call, answer) =>
			isDryRun(call) && answer.text.length > 1_000_000
				? { status: 503, text: '{"error":"unavailable","details":{"reason":"dry_run.cut"}}' }
				: answer,
	},
	'a dry run that lost a piece': {
		section: 'dry-runs',
		says: /100 KB: the change lacks something/,
		answer: (call, { status, text }) => {
			if (!isDryRun(call)) return { status, text }
			const at = text.indexOf(String.raw`\u0001`, text.indexOf('"changes"'))
			return { status, text: text.slice(0, at) + text.slice(at + 6) }
		},
	},
	'a dry run that writes': {
		section: 'dry-runs',
		says: /the dry run answered 201/,
		request: (call) => (isDryRun(call) ? { ...call, headers: { ...call.headers, 'dry-run': '' } } : call),
	},
	'a dry run whose plan stays': {
		section: 'dry-runs',
		says: /The plan of a dry run is there: 200/,
		answer: ({ path }, answer) => (path.startsWith('/v1/plans/') ? { status: 200, text: '{}' } : answer),
	},
	'a beginning too many': {
		section: 'begins',
		says: /50\d began, 49\d were refused.*Exactly 500/,
		answer: ({ path }, answer) =>
			path.endsWith('/begin') && answer.status === 402 && every(100) ? { status: 201, text: '{}' } : answer,
	},
	'a budget that counts others': {
		section: 'begins',
		says: /the budget has 502 of 500 credits taken/,
		answer: ({ path }, { status, text }) => ({
			status,
			text: path.endsWith('/states') ? text.replace(/"held":(\d+)/, (_, held) => `"held":${Number(held) + 2}`) : text,
		}),
	},
	'two providers that are active': {
		section: 'activations',
		says: /[2-9] active after them\. It must be exactly one/,
		answer: ({ path }, { status, text }) => ({
			status,
			text: path === '/v1/tool-providers?scope=org' ? text.replaceAll('"is_active":false', '"is_active":true') : text,
		}),
	},
	'an activation that is lost': {
		section: 'activations',
		says: /active is web_search\.selfhosted/,
		request: (call) => (call.path.includes('/hosted/activate') ? null : call),
	},
	'a webhook that fails': {
		section: 'webhook',
		says: /It must answer 2xx/,
		answer: ({ path }, { status, text }) =>
			path.endsWith('/deliveries') ? { status, text: text.replaceAll('"delivered"', '"failed"') } : { status, text },
	},
	'a webhook that nobody sends': {
		section: 'webhook',
		says: /no attempt within 30 s/,
		answer: ({ path }, answer) => (path.endsWith('/deliveries') ? { status: 200, text: '[]' } : answer),
	},
	'reads that ask D1 too often': {
		section: 'd1',
		says: /3\.\d D1 calls a read/,
		answer: ({ path }, { status, text }) => ({
			status,
			text: path === '/metrics' ? text.replace(/(d1_call_duration_seconds_count\S+) (\d+)/, thrice) : text,
		}),
	},
	'a location with the old flag': {
		section: 'flag',
		says: /still gets the old value/,
		answer: ({ path }, { status, text }) =>
			path.endsWith('/evaluate') && every(20) ? { status, text: text.replace('true', 'false') } : { status, text },
	},
	'no answer after the pause': {
		section: 'idle',
		says: /503 after 1\.00 s/,
		answer: ({ path }, answer) => (path === '/v1/plans?limit=1' ? { status: 503, text: '{}' } : answer),
	},
	'an org that stays': {
		section: 'clean-up',
		says: /Deleting the org returned 500/,
		answer: ({ method }, answer) => (method === 'DELETE' ? { status: 500, text: '{}' } : answer),
	},
}

const thrice = (_: string, name: string, count: string) => `${name} ${3 * Number(count)}`
