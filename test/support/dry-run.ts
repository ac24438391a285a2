import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Reply } from './api.ts'

/** How many rows of a table are compared: the newest ones, which include whatever a call writes. */
const SHOWN = 250

/** What changes in the background of other tests: rounds of deliveries, and published tool groups. */
const MOVING =
	/"(attempt_count|success_count|failing_since|last_failure|due_at|next_attempt_at|claim|status|published_generation)":("(\\.|[^"\\])*"|[^,}]*),?/g
const MOVED = ['webhook_deliveries', 'webhook_endpoints', 'tool_groups']

/** The tables with their rows, and the schema. `search_characters` is large and never changes. */
export async function dump(): Promise<Record<string, string>> {
	const { results: schema } = await env.DB.prepare("SELECT * FROM sqlite_master WHERE name NOT GLOB '_cf*'").all<{
		type: string
		name: string
		sql: string
	}>()
	const tables = schema.filter(
		({ type, name }) => type === 'table' && !['search_characters', 'webhook_attempts'].includes(name),
	)
	const responses = await env.DB.batch(
		tables.flatMap(({ name, sql }) => [
			env.DB.prepare(`SELECT count(*) AS rows FROM "${name}"`),
			env.DB.prepare(
				`SELECT * FROM "${name}" ORDER BY ${/WITHOUT ROWID/i.test(sql) ? 1 : 'rowid'} DESC LIMIT ${SHOWN}`,
			),
		]),
	)
	return {
		schema: JSON.stringify(schema),
		...Object.fromEntries(
			tables.map(({ name }, index) => [
				name,
				still(name, JSON.stringify([responses[2 * index]?.results, responses[2 * index + 1]?.results])),
			]),
		),
	}
}

const still = (table: string, rows: string) => (MOVED.includes(table) ? rows.replaceAll(MOVING, '') : rows)

/** A call that accepts more headers. */
export type Call = (headers: Record<string, string>) => Promise<Reply>

/** Makes a dry run and checks that it left nothing behind. */
export async function harmless(call: Call): Promise<Reply> {
	const before = await dump()
	const response = await call({ 'Dry-Run': 'true' })
	expect(await dump()).toEqual(before)
	return response
}

/** Bindings that record every call to something other than the database. */
export function watched() {
	const touched: string[] = []
	const note = (name: string) => () => {
		touched.push(name)
		return Promise.resolve()
	}
	const queue = (name: string) => ({ send: note(name), sendBatch: note(name) })
	const kv = {
		get: env.KV.get.bind(env.KV),
		put: note('KV'),
		delete: note('KV'),
	}
	const variables = {
		BROADCAST_QUEUE: queue('BROADCAST_QUEUE'),
		WEBHOOK_QUEUE: queue('WEBHOOK_QUEUE'),
		KV: kv,
		TOOL_GROUP: { getByName: () => ({ announce: note('announce'), publish: note('publish') }) },
		CONFIRMATION: { getByName: () => ({ arm: note('arm') }) },
	} as unknown as Partial<Env>
	return { env: variables, touched }
}

/** The changes that the audit log recorded for a call. */
export async function recorded({ headers }: Reply) {
	const { results } = await env.DB.prepare(
		'SELECT target_type, target_id, before, after FROM audit_logs WHERE trace_id = ? ORDER BY id',
	)
		.bind(headers.get('X-Trace-Id'))
		.all<Record<'target_type' | 'target_id', string> & Record<'before' | 'after', string | null>>()
	return results.map(({ before, after, ...row }) => ({
		...row,
		before: before === null ? null : JSON.parse(before),
		after: after === null ? null : JSON.parse(after),
	}))
}

/** How a call moved balances, in the order of the amounts. */
export async function moved({ headers }: Reply) {
	const { results } = await env.DB.prepare(
		'SELECT org_id, amount, balance_after, type FROM ledger_entries WHERE trace_id = ?',
	)
		.bind(headers.get('X-Trace-Id'))
		.all<Moved>()
	return byAmount(results)
}

interface Moved {
	org_id: string
	amount: number
	balance_after: number
	type: string
}

export const byAmount = (movements: Moved[]) => movements.toSorted((a, b) => a.amount - b.amount)

/** The ids of all events, as JSON. A test of another file may have moved the clock, so the newest id says nothing. */
export const eventIds = () =>
	env.DB.prepare('SELECT json_group_array(id) AS ids FROM events').first<string>('ids') as Promise<string>

/** The types of the events that are not among these. */
export async function eventsBeyond(ids: string): Promise<string[]> {
	const { results } = await env.DB.prepare(
		'SELECT type FROM events WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY id',
	)
		.bind(ids)
		.all<{ type: string }>()
	return results.map(({ type }) => type)
}

const ID = /\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const blank = (text: string) => text.replaceAll(ID, 'id').replaceAll(TIME, 'time')

/** Where two values differ, apart from ids and times, and texts in fields with the given names. */
export function differences(one: unknown, other: unknown, generated: string[], path = ''): string[] {
	if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
		const names = new Set([...Object.keys(one), ...Object.keys(other)])
		return [...names].flatMap((name) =>
			differences(one[name as never], other[name as never], generated, path === '' ? name : `${path}.${name}`),
		)
	}
	if (typeof one === 'string' && typeof other === 'string') {
		if (generated.includes(path.split('.').at(-1) as string)) return []
		if (blank(one) === blank(other)) return []
	}
	return one === other ? [] : [`${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`]
}
