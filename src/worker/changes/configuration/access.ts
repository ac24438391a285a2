import { PLATFORM } from '../../ground/db/columns.ts'
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

/** Whether the caller may apply a document of this owner, and so replace its secrets. */
export const mayApply = (principal: Principal, owner: string): boolean =>
	principal.mode === 'act' &&
	(owner === PLATFORM
		? principal.permissions.has('platform_admin')
		: NEEDED.every((one) => principal.permissions.has(one)) &&
			(owner === principal.org_id || holdsEverywhere(principal, NEEDED)))
