import { Invalid } from './errors.ts'

// What a caller gives is checked where it's given, and copied. What JSON can't say would become null or nothing on its way, and what
// the caller changes afterwards isn't what they said.

/** How deep lists and objects may be nested. Nobody means more, and a stack has an end. */
const MOST_LEVELS = 100
const ENDS = ['completed', 'failed', 'cancelled']

/** What must hold, in the words of an error, and whether it does. */
type Rule = readonly [must: string, holds: (value: unknown) => boolean]

const isText = (value: unknown): boolean => typeof value === 'string'
const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value)

const TEXT: Rule = ['must be a text', isText]
const NAME: Rule = ['must be a text that is not empty', (value) => isText(value) && value !== '']
const AMOUNT: Rule = ['must be a number from 0 up', (value) => typeof value === 'number' && value >= 0]
const COUNT: Rule = [
	'must be a whole number from 0 up',
	(value) => Number.isSafeInteger(value) && (value as number) >= 0,
]
const TRUTH: Rule = ['must be true or false', (value) => typeof value === 'boolean']
const TEXTS: Rule = ['must be a list of texts', (value) => Array.isArray(value) && value.every(isText)]
const OBJECT: Rule = ['must be an object', isObject]
const STATUS: Rule = [
	'must be queued, running, completed, failed or cancelled',
	(value) => ['queued', 'running', ...ENDS].includes(value as string),
]
const JSON_VALUE: Rule = ['must be a text, a finite number, true, false, null, a list or a plain object', () => true]

/** The fields of all calls by their paths. A name means the same in each, and what isn't here may be any JSON. */
const RULES: Record<string, Rule> = {
	run_id: NAME,
	group: NAME,
	key: NAME,
	org_id: TEXT,
	thread_id: TEXT,
	user_id: TEXT,
	agent_id: TEXT,
	persona_id: TEXT,
	selector: TEXT,
	accept: TEXT,
	model: TEXT,
	provider_kind: TEXT,
	credential_name: TEXT,
	persona_model: TEXT,
	model_id: TEXT,
	created_at: TEXT,
	completed_at: TEXT,
	status: STATUS,
	total_cost_usd: AMOUNT,
	total_input_tokens: COUNT,
	total_output_tokens: COUNT,
	total_cache_read_tokens: COUNT,
	total_cache_write_tokens: COUNT,
	duration_ms: COUNT,
	ttl_s: COUNT,
	mcp: TRUTH,
	tools: TEXTS,
	flags: TEXTS,
	entitlements: TEXTS,
	ids: TEXTS,
	context: OBJECT,
	hold: OBJECT,
	'hold.credits': COUNT,
	'hold.tokens': COUNT,
	wait_s: COUNT,
	ask: OBJECT,
	'ask.reason': NAME,
	'ask.credits': COUNT,
	'ask.tokens': COUNT,
	'ask.runs': COUNT,
	'ask.expires_in_s': COUNT,
}

/** What questions and reports can't do without. */
export const NEEDED = {
	model: ['org_id'],
	tool: ['org_id', 'group'],
	mcp: ['org_id'],
	flag: ['org_id', 'key'],
	entitlement: ['org_id', 'key'],
	report: ['run_id', 'status'],
} as const

/** A copy of what was given, without what's absent. Throws `Invalid` for what can't be sent. */
export function sendable<T extends object>(given: T, needed: readonly string[] = []): T {
	if (!isPlain(given)) throw new Invalid('', 'must be given as a plain object', given)
	const all = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
	const copy = Object.fromEntries(all.map(([name, value]) => [name, copied(value, name, [given])]))
	for (const name of needed) if ((copy[name] ?? '') === '') throw new Invalid(name, 'is missing')
	return copy as T
}

/** The same for the end of a run. */
export function sendableEnd<T extends object>(given: T): T {
	const copy = sendable(given, ['status']) as T & { status: string }
	if (!ENDS.includes(copy.status)) throw new Invalid('status', 'must be completed, failed or cancelled', copy.status)
	return copy
}

/** A copy of what JSON says as it is. */
function copied(value: unknown, path: string, above: readonly object[]): unknown {
	const [must, holds] = RULES[path] ?? JSON_VALUE
	if (value === null) return null
	if (!isJson(value) || !holds(value)) throw new Invalid(path, must, value)
	if (typeof value !== 'object') return value
	const [field = ''] = path.split('.')
	if (above.includes(value)) throw new Invalid(field, 'must not contain itself')
	if (above.length > MOST_LEVELS) throw new Invalid(field, `must not be nested deeper than ${MOST_LEVELS} levels`)
	const within = [...above, value]
	// Holes of a list are undefined, which `map` would leave out.
	if (Array.isArray(value))
		return Array.from(value as unknown[], (item, index) => copied(item, `${path}.${index}`, within))
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => {
			if (!name.isWellFormed()) throw new Invalid(path, 'must not have half a character in a name')
			return [name, copied(member, `${path}.${name}`, within)]
		}),
	)
}

function isJson(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value)
	// Half of a surrogate pair is no character, and has no bytes.
	if (typeof value === 'string') return value.isWellFormed()
	return typeof value === 'boolean' || Array.isArray(value) || isPlain(value)
}

/** Whether it's an object of members and nothing else, unlike a date or bytes. It may be of another realm. */
function isPlain(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
	const prototype: unknown = Object.getPrototypeOf(value)
	return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The larger total of two reports counts: they only grow, and what was said late or by mistake takes nothing back. */
export function grown<T extends object>(before: object | undefined, after: T): T {
	const all = { ...before, ...after } as Record<string, unknown>
	for (const name of TOTALS) {
		const known = (before as Record<string, unknown> | undefined)?.[name]
		if (typeof known === 'number' && known > Number(all[name])) all[name] = known
	}
	return all as T
}

/** The runs of an answer of which Plinth has larger totals than were sent, with those. */
export function keptBeyond(sent: readonly { run_id: string }[], body: unknown) {
	const { runs = [] } = (body ?? {}) as { runs?: ({ run_id: string } & Record<string, unknown>)[] }
	return runs.flatMap((run) => {
		const report = sent.find(({ run_id }) => run_id === run.run_id) as Record<string, unknown> | undefined
		// A cost that wasn't reported is none that Plinth has kept.
		const isReported = (run.cost_source ?? 'reported') === 'reported'
		const names = TOTALS.filter(
			(name) =>
				(isReported || name !== 'total_cost_usd') &&
				typeof run[name] === 'number' &&
				run[name] > Number(report?.[name]),
		)
		const totals = Object.fromEntries(names.map((name) => [name, Number(run[name])]))
		return names.length > 0 ? [{ run_id: run.run_id, totals }] : []
	})
}

const TOTALS = [
	'total_cost_usd',
	'total_input_tokens',
	'total_output_tokens',
	'total_cache_read_tokens',
	'total_cache_write_tokens',
	'duration_ms',
]
