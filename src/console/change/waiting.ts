import { raw } from '../api.ts'

// Changes that are set back unless somebody keeps them in time. The API decides; this list only feeds the banner.

export interface Waiting {
	id: string
	due_at: number
}

interface Unconfirmed {
	id: string
	maker_user_id: string
	due_at: string
}

let waiting: Waiting[] = []
const listeners = new Set<() => void>()

export const waitingChanges = () => waiting

export function onWaiting(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** Offers to keep a change that was made a moment ago. It does not ask the API, which the change may have closed to its maker. */
export const waitFor = (id: string, guard_s: number) => set([...waiting, { id, due_at: Date.now() + guard_s * 1000 }])

/** Reads what a user still has to keep, for example after a reload. Only the maker of a change can keep it. */
export async function loadWaiting(user_id: string): Promise<void> {
	if (!import.meta.env.HAS_CONFIRM) return
	const { data = [] } = await raw<Unconfirmed[]>('GET', '/v1/admin/changes?status=pending&limit=20')
	const known = new Set(waiting.map(({ id }) => id))
	const found = data.filter(({ id, maker_user_id }) => !known.has(id) && maker_user_id === user_id)
	set([...waiting, ...found.map(({ id, due_at }) => ({ id, due_at: Date.parse(due_at) }))])
}

/** Keeps a change for good. Throws a `Refusal`. */
export async function keepChange(id: string): Promise<void> {
	await raw('POST', `/v1/admin/changes/${id}/confirm`, { body: {} })
	forget(id)
}

export const forget = (id: string) => set(waiting.filter((change) => change.id !== id))

function set(next: Waiting[]) {
	waiting = next
	for (const listener of listeners) listener()
}
