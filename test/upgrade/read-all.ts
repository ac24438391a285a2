import type { Filled } from './fill.ts'

// What callers read of an instance: every GET of its API document, with the ids that its lists have.

export interface Answer {
	caller: string
	path: string
	status: number
	body: unknown
}

/** They change with each request, or aren't about the database. */
const LEFT_OUT =
	/access-log|traces|available-models|\/tail|\/admin\/backups|\/admin\/names|\/me\/sessions|\/sessions|event-types/

/** Filters of lists, for the indexes behind them. */
const FILTERED = [
	'/v1/admin/users?q=ola',
	'/v1/admin/users?q=müll',
	'/v1/admin/users?status=suspended',
	'/v1/admin/orgs?q=acme',
	'/v1/admin/invite-codes?q=olaf',
	'/v1/admin/redemption-codes?q=spring',
	'/v1/admin/runs?status=completed&model=large',
	'/v1/admin/credits?org_id={org}',
	'/v1/admin/referrals/tree?user_id={user}',
	'/v1/admin/usage/daily?from=2026-11-01&to=2026-12-31',
	'/v1/entitlements?org_id={org}',
	'/v1/entitlement-overrides?org_id={org}',
	'/v1/orgs/{org}/usage/daily?from=2026-11-01&to=2026-12-31',
]

/** How many things of a list are read on their own. */
const OF_EACH = 3

/** Which item of a list a path names: `{key}` is its key, `{group}` its group. */
const nameOf = (item: Record<string, unknown>, parameter: string) =>
	item[parameter] ?? item[`${parameter}_name`] ?? item.id ?? item.key ?? item.number

export async function readAll(address: string, { tokens, entries, org_id, user_id }: Filled): Promise<Answer[]> {
	const read = async (caller: string, path: string): Promise<Answer> => {
		const response = await fetch(address + path, { headers: { Authorization: `Bearer ${tokens[caller]}` } })
		const text = await response.text()
		const { trace_id: _, ...body } = JSON.parse(text) as Record<string, unknown>
		return { caller, path, status: response.status, body: text.startsWith('[') ? JSON.parse(text) : body }
	}
	const document = (await (await fetch(`${address}/openapi.json`)).json()) as {
		paths: Record<string, { get?: object }>
	}
	const templates = Object.keys(document.paths).filter(
		(path) => document.paths[path]?.get && path.startsWith('/v1/') && !LEFT_OUT.test(path),
	)
	const listed = new Map<string, Record<string, unknown>[]>()
	const itemsOf = async (list: string) => {
		const path = list === '/v1/orgs' ? '/v1/admin/orgs' : list
		const { body } = listed.has(path) ? { body: listed.get(path) } : await read('root', path)
		const items = (Array.isArray(body) ? body : []) as Record<string, unknown>[]
		listed.set(path, items)
		return items
	}
	const expand = async (done: string, rest: string): Promise<string[]> => {
		const [before = '', parameter] = /^(.*?)\/\{(\w+)\}/.exec(rest)?.slice(1) ?? [rest]
		if (parameter === undefined) return [done + rest]
		const list = done + before
		const names =
			list === '/v1/admin/config-entries' ? entries : (await itemsOf(list)).map((item) => nameOf(item, parameter))
		const few = [...new Set(names)].slice(0, OF_EACH)
		const after = rest.slice(before.length + parameter.length + 3)
		return (await Promise.all(few.map((name) => expand(`${list}/${encodeURIComponent(String(name))}`, after)))).flat()
	}
	const paths = (await Promise.all(templates.map((template) => expand('', template)))).flat()
	const filtered = FILTERED.map((path) => path.replace('{org}', org_id).replace('{user}', user_id))
	const answers: Answer[] = []
	for (const caller of Object.keys(tokens))
		for (const path of [...paths, ...filtered]) {
			const answer = await read(caller, path)
			// The rest is read with parameters, or isn't for this caller.
			if (![400, 401, 403].includes(answer.status)) answers.push(answer)
		}
	return answers
}
