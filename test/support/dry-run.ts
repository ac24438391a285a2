import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { EventType } from '../../src/worker/webhooks/endpoints/event-names.ts'
import type { Reply } from './api.ts'
import { everything } from './dump.ts'

export { everything as dump }

/** A call that accepts more headers. */
export type Call = (headers: Record<string, string>) => Promise<Reply>

/** Makes a dry run and checks that it left nothing behind. */
export async function harmless(call: Call): Promise<Reply> {
	const before = await everything()
	const response = await call({ 'Dry-Run': 'true' })
	expect(await everything()).toEqual(before)
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
		// Without the rows of an operator's act in the logs of the user's orgs, whose ids have a number at the end.
		"SELECT target_type, target_id, before, after FROM audit_logs WHERE trace_id = ? AND id NOT GLOB '*_*_*' ORDER BY id",
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

/** The id of the newest event. */
export const newestEvent = () =>
	env.DB.prepare("SELECT coalesce(max(id), '') AS id FROM events").first<string>('id') as Promise<string>

/** The types of the events after this one. */
export async function eventsAfter(id: string): Promise<{ type: EventType; data: unknown }[]> {
	const { results } = await env.DB.prepare('SELECT type, data FROM events WHERE id > ? ORDER BY id')
		.bind(id)
		.all<{ type: EventType; data: string }>()
	return results.map(({ type, data }) => ({ type, data: JSON.parse(data) }))
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
