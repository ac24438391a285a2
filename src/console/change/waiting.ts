import { api, data, type Schema } from '../api.ts'
import type { ChangedRow } from './sentences/kind.ts'

// Changes that are rolled back unless somebody keeps them in time. The API decides; this list only feeds the banner.

export interface Waiting {
	id: string
	/** In milliseconds since 1970. */
	due_at: number
	/** Its audit row, which says what was done. Null until it's read. */
	row: ChangedRow | null
}

type Unconfirmed = Schema<'UnconfirmedChange'>
type Audited = Pick<Unconfirmed, 'audit_id' | 'target_type' | 'target_id' | 'org_id' | 'action'>

let waiting: Waiting[] = []
const listeners = new Set<() => void>()

export const waitingChanges = () => waiting

export function onWaiting(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** Offers to keep a change that was just made. It only asks the API for its name: the change may have locked out its author. */
export function waitFor(id: string, guard_s: number) {
	set([...waiting, { id, due_at: Date.now() + guard_s * 1000, row: null }])
	load((change) => change.id === id).catch(() => undefined)
}

/** Reads which changes a user still has to keep, for example after a reload. Only the author of a change can keep it. */
export const loadWaiting = (user_id: string) => load(({ maker_user_id }) => maker_user_id === user_id)

async function load(isWanted: (change: Unconfirmed) => boolean): Promise<void> {
	const found = (await newest('pending')).filter(isWanted)
	const ids = new Set(found.map(({ id }) => id))
	const rows = await Promise.all(found.map(rowOf))
	set([
		...waiting.filter(({ id }) => !ids.has(id)),
		...found.map(({ id, due_at }, index) => ({ id, due_at: Date.parse(due_at), row: rows[index] ?? null })),
	])
}

/** The row of the log that tells a change. Without it, the kind of change and its target have to do. */
export async function rowOf({ audit_id, target_type, target_id, org_id, action }: Audited): Promise<ChangedRow> {
	const query = { target_id, limit: 20 }
	const rows = await (
		org_id === null
			? data(api.GET('/v1/admin/audit-logs', { params: { query } }))
			: data(api.GET('/v1/orgs/{org_id}/audit-logs', { params: { path: { org_id }, query } }))
	).catch(() => [])
	const unknown = { target_type, target_id, org_id, action, before: null, after: null }
	return (rows as Schema<'OrgAuditLog'>[]).find(({ id }) => id === audit_id) ?? unknown
}

/** The outcome of a change. Undefined if there were many changes since. */
export const statusOf = async (change_id: string) => (await newest()).find(({ id }) => id === change_id)?.status

const newest = (status?: Unconfirmed['status']) =>
	data(api.GET('/v1/admin/changes', { params: { query: { status, limit: 20 } } }))

/** Keeps a change for good. Throws a `Refusal`. */
export async function keepChange(id: string): Promise<void> {
	await data(api.POST('/v1/admin/changes/{id}/confirm', { params: { path: { id } } }))
	forget(id)
}

/** Rolls a change back before its time. Throws a `Refusal`. */
export async function endChange(id: string): Promise<void> {
	await data(api.POST('/v1/admin/changes/{id}/end', { params: { path: { id } } }))
	forget(id)
}

export const forget = (id: string) => set(waiting.filter((change) => change.id !== id))

/** Somebody else is signed in. */
export const forgetWaiting = () => set([])

function set(next: Waiting[]) {
	waiting = next
	for (const listener of listeners) listener()
}
