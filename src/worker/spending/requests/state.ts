import { eq, type SQL, sql } from 'drizzle-orm'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { requests } from './table.ts'

const { decision, decided_at, expires_at } = requests

export const STATES = ['open', 'granted', 'declined', 'lapsed'] as const
export type State = (typeof STATES)[number]

/** Whether no key of the line that proposed a change is left. Of a run the run decides. */
const isOrphan = (at: string | SQL): SQL => {
	const isLive = sql`coalesce(k.root_id, k.id) = ${requests.key_root_id} AND (k.expires_at IS NULL OR k.expires_at > ${at})`
	return sql`(${requests.kind} = 'change' AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.user_id = ${requests.asked_by_id} AND ${isLive})
		AND NOT EXISTS (SELECT 1 FROM service_account_keys k WHERE k.service_account_id = ${requests.asked_by_id} AND ${isLive}))`
}

/** The state of a request by the clock. */
export const stateAt = (at: string | SQL): SQL<State> =>
	sql`coalesce(${decision}, iif(${expires_at} <= ${at} OR ${isOrphan(at)}, 'lapsed', 'open'))`

/** Whether a request can still be decided. */
export const isOpenAt = (at: string | SQL): SQL =>
	sql`(${decided_at} IS NULL AND ${expires_at} > ${at} AND NOT ${isOrphan(at)})`

/** Whether a request that was read as open still waits. What ended it since then moved its end, maybe to after the time of a decision. */
export const stillWaits = (read: { expires_at: string }): SQL => eq(expires_at, read.expires_at)

/** Who asks, and by which key. A binding has none. */
export interface AskedBy {
	kind: 'user' | 'service_account' | 'binding'
	id: string | null
	key_id: string | null
	key_root_id: string | null
}

export const BINDING: AskedBy = { kind: 'binding', id: null, key_id: null, key_root_id: null }

/** The account that asks. All of its live keys may poll what one of them asked. */
export const askedByOf = (principal: Principal): AskedBy => ({
	kind: principal.kind === 'service' ? 'service_account' : 'user',
	id: actorOf(principal),
	key_id: principal.api_key_id,
	key_root_id: principal.key_root_id,
})

/** After how many seconds a runtime asks again: the longer it waits, the rarer. */
export function pollAfter(created_at: string): number {
	const waited_s = (Date.now() - Date.parse(created_at)) / 1_000
	return Math.min(30, Math.max(2, Math.round(waited_s / 10)))
}
