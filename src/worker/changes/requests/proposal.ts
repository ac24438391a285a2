import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { App, DryRunResult, Proposed } from '../../context.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, open } from '../../ground/secrets/vault.ts'
import { bodyPlace } from '../../spending/requests/body.ts'
import { TABLES } from '../kinds.ts'

// A call that a key proposed: how it's kept, what a grant of it agrees to, and how it's made again.

/** What is kept of the call, but for its body, which the vault has. */
export type Call = {
	method: string
	path: string
	query: string
	if_match: string | null
	/** The names in the body, and its size. Its values are never shown. */
	body: { fields: string[]; bytes: number }
	/** Stands for the body in what a grant agrees to. Nobody can guess a body by it: it's made with a value that isn't kept. */
	digest: string
}

/** What is kept of a proposal: the call, and what its dry run found. */
export type Change = Call & Pick<DryRunResult, 'changes' | 'events'> & { effects: string[] }

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

export function callOf({ req }: Context<App>, body: string): Call {
	const { pathname: path, search: query } = new URL(req.url)
	const if_match = req.header('If-Match') ?? null
	return {
		method: req.method,
		path,
		query,
		if_match,
		body: { fields: fieldsIn(body), bytes: bytesIn(body) },
		digest: sha256(`${crypto.randomUUID()} ${body}`),
	}
}

export const bytesIn = (text: string) => new TextEncoder().encode(text).length

function fieldsIn(body: string): string[] {
	if (body.trim() === '') return []
	const [first] = [JSON.parse(body) as object | object[]].flat()
	return Object.keys(first ?? {}).slice(0, 100)
}

/** Columns that move without anybody changing the row. */
const MOVING = ['updated_at', 'version', 'last_used_at']

const movingIn = (table: string) => {
	const { moving = {}, loose = [] } = TABLES.get(table)?.rows ?? {}
	return new Set([...MOVING, ...Object.keys(moving), ...loose])
}

type State = [table: string, key: string | null, before: string | null]

/** The states of a batch without what moves by itself. */
function settled(states: string | null) {
	if (states === null) return null
	const [table, key, before, kept] = JSON.parse(states) as [...State, State[]]
	return [[table, key, before] as State, ...kept].map(([of, id, state]) => {
		const moving = movingIn(of)
		const values = Object.entries((JSON.parse(state ?? '{}') ?? {}) as object).filter(([name]) => !moving.has(name))
		return [of, id, state === null ? null : values]
	})
}

/**
 * What a grant agrees to: the call, the rows that it touches as they were when it was shown, and how it moves balances: what it gives may
 * depend on rows that it doesn't touch, such as those of a plan.
 */
export function hashOfCall(
	org_id: string | null,
	{ method, path, query, if_match, digest }: Call,
	states: string | null,
	{ count, amount }: DryRunResult['credits_total'],
) {
	const moved = count > 0 ? [count, amount] : []
	return sha256(JSON.stringify([org_id, method, path, query, if_match, digest, settled(states), ...moved]))
}

/** The body of a proposed call; undefined once it's gone. */
export async function openBody({ env, var: { db } }: Context, request_id: string): Promise<string | undefined> {
	const [row] = await db
		.select()
		.from(secrets)
		.where(at(bodyPlace(request_id)))
		.limit(1)
	return row && open(env, row)
}

/** What belongs to the call of the person who looks or grants, and not to the proposed one. */
const OF_THE_CALLER = [
	'Confirm-Within',
	'Content-Length',
	'Content-Type',
	'Dry-Run',
	'Idempotency-Key',
	'If-Match',
	'If-None-Match',
	// Judged when it was proposed.
	'Prefer',
]

/** Makes a proposed call in this process, as the caller of `c`. */
export function carryOut(
	c: Context,
	{ method, path, query, if_match, body: kept }: Call,
	body: string,
	proposed: Proposed,
) {
	const headers = new Headers(c.req.raw.headers)
	for (const name of OF_THE_CALLER) headers.delete(name)
	if (if_match !== null) headers.set('If-Match', if_match)
	headers.set('traceparent', `00-${c.var.trace_id as string}-0000000000000001-01`)
	// Without it, the limit of bodies would read another request than the marked one.
	headers.set('Content-Length', String(kept.bytes))
	const within = c.req.header('Confirm-Within')
	if (proposed.grant === undefined) headers.set('Dry-Run', 'true')
	else if (within !== undefined) headers.set('Confirm-Within', within)
	const request = new Request(new URL(path + query, c.req.url), { method, headers, ...(body !== '' && { body }) })
	return (c.var as App['Variables']).carry_out(request, proposed)
}
