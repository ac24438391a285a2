import type { Caller } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { type Configured, mayWrite } from '../../ground/write/configured.ts'
import type { Item } from '../../ground/write/entry.ts'
import type { Principal } from '../../principal.ts'
import type { Who } from '../../tenancy/orgs/doors.ts'
import { holdsEverywhere } from '../../tenancy/principals/permissions.ts'

const NEEDED = ['org.settings', 'data.secrets'] as const

/** Everybody who may read a document. An org's contains everything that its two permissions can change, so it takes both. */
export const DOCUMENT_READERS: Who = {
	platform: ['platform.read'],
	org: ['org.settings', 'platform.read'],
	and: 'data.secrets',
}

/** Everybody who may apply one: platform admins, and in an org those who hold both. */
export const DOCUMENT_WRITERS: Who = { org: ['org.settings'], and: 'data.secrets' }

const holdsAll = (principal: Principal, owner: string): boolean =>
	owner === PLATFORM
		? principal.permissions.has('platform_admin')
		: NEEDED.every((one) => principal.permissions.has(one)) &&
			(owner === principal.org_id || holdsEverywhere(principal, NEEDED))

/** Whether the caller may apply a document of this owner, and so replace its secrets. */
export const mayApply = (principal: Principal, owner: string): boolean =>
	principal.mode === 'act' && holdsAll(principal, owner)

/**
 * Entries of a section as the caller sees them, each under a key of its own: if two are the same, the second gets the suffix `#2`. Who
 * could change them, by a document or by single calls, sees all. Others don't see what the audit log doesn't keep, such as tokens in a URL.
 */
export function shownEntries({ var: { principal } }: Caller, kind: Configured, owner: string) {
	const seesAll = holdsAll(principal, owner) || (owner === PLATFORM && mayWrite(principal, kind, owner))
	const counts = new Map<string, number>()
	return (entry: { key: string; item: Item }): { key: string; item: Item } => {
		const masked = seesAll ? undefined : kind.masked?.(entry.key, entry.item)
		const { key, item } = masked ?? entry
		const count = (counts.get(key) ?? 0) + 1
		counts.set(key, count)
		return { key: count === 1 ? key : `${key}#${count}`, item: item ?? entry.item }
	}
}
