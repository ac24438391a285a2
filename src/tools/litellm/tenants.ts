import { createHash } from 'node:crypto'
import { type Fields, type Lists, type Note, textIn } from './state.ts'

// The teams, keys and budgets of a LiteLLM proxy as calls: orgs, invitations, service accounts, budgets and pauses.

/** A call, whose path and subject may name what an earlier one made, in braces: `{org:team-1}`. */
export interface Call {
	method: 'POST' | 'PUT'
	path: string
	body: Fields
	/** The name under which later calls know the id that it makes. */
	makes?: string
	/** What the response shows once, and whose it is. */
	shows?: { field: 'key' | 'token'; of: string }
}

interface PlannedTenants {
	calls: Call[]
	notes: Note[]
}

const SCOPES = ['runtime.report', 'runtime.resolve']
const BLOCKED = { reason: 'Blocked at LiteLLM' }

/** The windows of budgets in seconds. A month is that of LiteLLM, which has 30 days unless it's written as months. */
const WINDOWS = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 }
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, mo: 2_592_000 }

export function tenantsOf({ teams, keys, budgets }: Lists, per_usd: number): PlannedTenants {
	const planned: PlannedTenants = { calls: [], notes: [] }
	const context = { planned, budgets, per_usd, used: new Set<string>() }
	const names = new Map<unknown, string>()
	for (const team of teams) {
		const id = textIn(team.team_id)
		const why = id === '' ? 'It has no ID.' : 'A team with its ID was read before.'
		if (id === '' || names.has(id)) planned.notes.push({ what: `team ${teamNameOf(team)}`, why })
		else addTeam(context, team)
		if (id !== '' && !names.has(id)) names.set(id, teamNameOf(team))
	}
	for (const key of keys) {
		const team = names.get(key.team_id)
		if (team !== undefined) addKey(context, key, team)
		else
			planned.notes.push({
				what: `key ${nameOf(key)}`,
				why: 'It belongs to no team that was read, and a service account belongs to an org.',
			})
	}
	for (const { budget_id } of budgets)
		if (!context.used.has(textIn(budget_id)))
			planned.notes.push({ what: `budget ${textIn(budget_id)}`, why: 'No team or key that was read has it.' })
	return planned
}

interface Context {
	planned: PlannedTenants
	budgets: Fields[]
	per_usd: number
	used: Set<string>
}

/** The first of the texts that says something, as long as a name may be. Half of a character isn't sent. */
const nameIn = (length: number, ...values: unknown[]) =>
	(values.map(textIn).find((text) => text.trim() !== '') ?? '').slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** What names a key in calls. Its hash isn't told, because the key itself may stand there. */
const idOf = ({ token, key_alias, key_name }: Fields) =>
	createHash('sha256')
		.update(JSON.stringify(token ?? [key_alias, key_name]))
		.digest('hex')
		.slice(0, 12)

const nameOf = (key: Fields) => nameIn(200, key.key_alias, key.key_name, `key ${idOf(key)}`)

const teamNameOf = ({ team_alias, team_id }: Fields) => nameIn(200, team_alias, team_id)

/** A time as the proxy writes it, which is UTC where it says nothing. Undefined where there's none, null where it can't be read. */
function timeIn(value: unknown): Date | null | undefined {
	if (value === null || value === undefined) return undefined
	const text = textIn(value)
	const time = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
	return Number.isNaN(time.getTime()) ? null : time
}

function addTeam(context: Context, team: Fields) {
	const { calls, notes } = context.planned
	const id = encodeURIComponent(textIn(team.team_id).toWellFormed())
	const name = teamNameOf(team)
	const org = `{org:${id}}`
	const what = `team ${name}`
	calls.push({ method: 'POST', path: '/v1/admin/orgs', body: { name }, makes: `org:${id}` })
	const members = Array.isArray(team.members_with_roles) ? (team.members_with_roles as unknown[]) : []
	for (const member of members.map((one) => Object(one) as Fields)) {
		const email = [member.user_email, member.user_id].find((one) => typeof one === 'string' && one.includes('@'))
		const role = member.role === 'admin' ? 'admin' : 'member'
		const path = `/v1/orgs/${org}/invitations`
		if (email === undefined)
			notes.push({ what: `${what}: ${textIn(member.user_id)}`, why: 'No address is known, so nobody can be invited.' })
		else
			calls.push({
				method: 'POST',
				path,
				body: { email, role },
				shows: { field: 'token', of: `${name}: ${email as string}` },
			})
	}
	addBudget(context, team, { what, path: `/v1/orgs/${org}/budgets`, scope: 'org', subject: null })
	if (team.blocked === true) calls.push({ method: 'PUT', path: `/v1/admin/pauses/org/${org}`, body: BLOCKED })
	noteOthers(notes, what, team)
}

function addKey(context: Context, key: Fields, team: string) {
	const { calls, notes } = context.planned
	const id = idOf(key)
	const name = nameOf(key)
	const what = `key ${name}`
	const expires_at = timeIn(key.expires)
	if (expires_at === null) {
		notes.push({ what, why: `It expires at ${JSON.stringify(key.expires)}, which is no time.` })
		return
	}
	if (expires_at && expires_at.getTime() < Date.now()) {
		notes.push({ what, why: `It expired on ${expires_at.toISOString().slice(0, 10)}.` })
		return
	}
	const org = `/v1/orgs/{org:${encodeURIComponent(textIn(key.team_id).toWellFormed())}}`
	const account = `${org}/service-accounts`
	calls.push(
		{ method: 'POST', path: account, body: { name, scopes: SCOPES }, makes: `account:${id}` },
		{
			method: 'POST',
			path: `${account}/{account:${id}}/keys`,
			body: { name, ...(expires_at && { expires_at: expires_at.toISOString() }) },
			makes: `key:${id}`,
			shows: { field: 'key', of: `${team}: ${name}` },
		},
	)
	addBudget(context, key, { what, path: `${org}/budgets`, scope: 'api_key', subject: `{key:${id}}` })
	if (key.blocked === true) calls.push({ method: 'PUT', path: `${org}/pauses/api_key/{key:${id}}`, body: BLOCKED })
	noteOthers(notes, what, key)
}

/** The budget of a team or key: its own, or that of the list which it names. */
function addBudget(
	{ planned: { calls, notes }, budgets, per_usd, used }: Context,
	holder: Fields,
	{ what, path, scope, subject }: { what: string; path: string; scope: string; subject: string | null },
) {
	const named = budgets.find(({ budget_id }) => budget_id !== undefined && budget_id === holder.budget_id)
	if (named) used.add(textIn(named.budget_id))
	const { max_budget, budget_duration } = typeof holder.max_budget === 'number' ? holder : (named ?? {})
	if (typeof max_budget !== 'number') return
	// The product of two decimals may be a hair below an integer.
	const limit = Math.floor(Number((max_budget * per_usd).toFixed(6)))
	const { window, isSame } = windowOf(budget_duration)
	if (!isSame)
		notes.push({ what, why: `Its budget is for ${textIn(budget_duration)}. The nearest window is a ${window}.` })
	const body = { name: nameIn(128, what), scope, subject, unit: 'credits', limit, window }
	calls.push({ method: 'POST', path, body })
}

/** The window that is nearest to a duration such as `30d`. Without one a budget is never reset. */
export function windowOf(duration: unknown): { window: string; isSame: boolean } {
	if (duration === null || duration === undefined) return { window: 'total', isSame: true }
	const [, number, unit] = /^(\d+)(mo|[smhdw])$/.exec(textIn(duration)) ?? []
	const seconds = Number(number) * (UNITS[unit ?? ''] ?? Number.NaN)
	const far = (length: number) => Math.abs(Math.log(seconds / length))
	const nearest = Object.entries(WINDOWS).toSorted(([, a], [, b]) => far(a) - far(b))[0] as [string, number]
	const isSame = nearest[0] === 'month' ? duration === '1mo' : seconds === nearest[1]
	return { window: nearest[0], isSame }
}

const NOT_CARRIED: Record<string, string> = {
	models: 'Plinth sells models by entitlements, not by lists of a key or team',
	tpm_limit: 'Plinth limits what runs cost and use, not their tokens a minute',
	rpm_limit: 'Plinth limits its own calls, not those of models',
	max_parallel_requests: 'the entitlement limit.concurrent_runs is for an org',
	model_max_budget: 'budgets of single models are set by hand',
	soft_budget: 'alerts of a budget are set by hand',
	guardrails: 'Plinth sees no prompts',
}

const isSet = (value: unknown) =>
	value !== null && value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0)

function noteOthers(notes: Note[], what: string, fields: Fields) {
	for (const [name, why] of Object.entries(NOT_CARRIED))
		if (isSet(fields[name])) notes.push({ what: `${what}: ${name}`, why: `Not carried: ${why}.` })
}
