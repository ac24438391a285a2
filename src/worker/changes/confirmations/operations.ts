import { REVERTIBLE } from '../kinds.ts'

/**
 * The operations that support `Confirm-Within`: those that can lock out their caller or others, or break every run of an org. Each
 * makes one audited change that can be reverted. All other operations refuse the header.
 */
export const CONFIRMABLE: ReadonlySet<string> = new Set([
	...REVERTIBLE.flatMap(({ confirmable = [] }) => confirmable),
	'PUT /v1/admin/config',
	'PUT /v1/orgs/:org_id/config',
])

/** Those that pass the header on to the call that they make. */
export const PASSING_ON: ReadonlySet<string> = new Set(
	['/v1/admin', '/v1/orgs/:org_id'].map((door) => `POST ${door}/requests/:request_id/grant`),
)
