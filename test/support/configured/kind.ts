import type { Reply, Api } from '../api.ts'
import type { Entry } from '../configuration.ts'
import type { Caller } from '../world.ts'

// What the walk must know about a kind of configuration.

/** Who and what the samples use. */
export interface Here {
	root: Caller
	owner: Caller
	org_id: string
}

export type Call = (here: Here, how?: { headers: Record<string, string> }) => Promise<Reply>

/** The expected effects of a change in one direction. */
export interface Says {
	/** The type of the event that it emits. */
	event?: string
	/** Where it sends a stored key, in the words of the notice. */
	host?: string
	/** Whether it signals an endpoint. */
	signals?: true
}

/** A change of one entry, there and back. */
export interface Sample {
	key: string
	/** The entry before the change and after it; null if there is none. */
	before: Entry | null
	after: Entry | null
	/** The single calls from one to the other and back, if there are any. */
	forth?: Call
	back?: Call
	says?: { forth?: Says; back?: Says }
	/** What callers see. It reads through caches, so a stale one shows. */
	seen: (here: Here) => Promise<unknown>
}

/** The maximum number of a kind that an org may have. */
export interface Limited {
	/** The entitlement that limits it, or a function that fills the org up to the fixed limit. */
	by: string | ((org_id: string) => Promise<unknown>)
	reason: string
	/** An entry that stays, and one that's deleted and comes back. */
	stays: [key: string, entry: Entry]
	goes: [key: string, entry: Entry]
	/** The section, if it isn't the kind's own. */
	section?: string
	/** The single calls that create one more, and that delete the one that goes. */
	create: (owner: Api) => Promise<Reply>
	remove: (owner: Api) => Promise<Reply>
}

export interface Kind {
	/** Whose document has the section. */
	of: 'platform' | 'org'
	section: string
	/** Who may make the single call. */
	permission: 'platform_admin' | 'org.settings' | 'data.secrets'
	/** Whether its single calls take `Confirm-Within`. */
	isConfirmable?: true
	/** Makes what the samples need. */
	prepare?: (here: Here) => Promise<unknown>
	samples: Record<string, Sample>
	limits?: Limited[]
}

export const KEY = 'sk-0123456789abcdef'

export const PLANS = '/v1/plans'

/** The query of a layer, for paths that have two. */
const scopeOf = (of: Kind['of'] | undefined) => (of ? `?scope=${of}` : '?')

const callerOf = ({ root, owner }: Here, of: Kind['of'] | undefined) => (of === 'platform' ? root : owner)

/** The id of the row of a list that has this value. */
export async function idIn(caller: Api, path: string, field: string, value: string, of?: Kind['of']): Promise<string> {
	const { body } = await caller.get(`${path}${scopeOf(of)}&limit=100`)
	return body.find((row: Record<string, unknown>) => row[field] === value)?.id ?? 'none'
}

/** Leaves out whatever changes when a row is recreated. */
const plain = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (name, inner: unknown) =>
			/^(id|provider_id|public_key|created_at|updated_at|previous_.*)$/.test(name) ? undefined : inner,
		) ?? 'null',
	)

/** A list of the org, or of a layer. */
export const listed = (path: string, of?: Kind['of']) => async (here: Here) =>
	plain((await callerOf(here, of).get(`${path}${scopeOf(of)}`)).body)

export const removed =
	(path: string, field: string, value: string, of?: Kind['of']): Call =>
	async (here, how) => {
		const caller = callerOf(here, of)
		return caller.delete(`${path}/${await idIn(caller, path, field, value, of)}${scopeOf(of)}`, how)
	}
