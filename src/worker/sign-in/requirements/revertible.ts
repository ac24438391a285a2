import { sql } from 'drizzle-orm'
import { conflict, forbidden } from '../../ground/http/errors.ts'
import type { Revertible } from '../../ground/write/configured.ts'
import { auditStates } from '../../ground/write/table.ts'
import { statesOf } from '../../ground/write/undo.ts'
import type { Principal } from '../../principal.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { factorTried } from '../../tenancy/users/factors.ts'
import { signInRequirements } from './table.ts'

/** Whether what a change demands is demanded now. */
const isInForce = sql`EXISTS (SELECT 1 FROM sign_in_requirements r WHERE r.id = unconfirmed_changes.target_id)`

/** Only people change connections. */
const personsOnly = ({ kind }: Principal) => (kind === 'user' ? undefined : forbidden('key.persons_only'))

/**
 * What an owner demands isn't configuration: no document has it. It takes effect on trial, and is taken back unless somebody confirms
 * it. Anyone who may change the org or the connection lifts it there, so only platform admins revert it from the audit log.
 */
export const revertibleRequirements: Revertible = {
	name: 'sign_in_requirements',
	called: ['A sign-in requirement'],
	writers: { platform: ['platform_admin'], org: ['platform_admin'] },
	rows: { table: signInRequirements },
	proof: 'power',
	refusalTo: (principal, { target_id }) => (target_id.startsWith('connection:') ? personsOnly(principal) : undefined),
	forget: [forgetPrincipals],
	trial: (audit_id) =>
		sql`EXISTS (SELECT 1 FROM ${auditStates} WHERE ${statesOf(audit_id, signInRequirements)}
			AND ${auditStates.before} IS NULL AND ${auditStates.after} IS NOT NULL)`,
	tried: [
		factorTried(
			sql`(unconfirmed_changes.target_type <> 'sign_in_requirements' OR substr(unconfirmed_changes.target_id, 1, 14) <> 'second_factor:' OR NOT ${isInForce})`,
		),
		{
			holds: (user_id) =>
				sql`(unconfirmed_changes.target_type <> 'sign_in_requirements' OR substr(unconfirmed_changes.target_id, 1, 11) <> 'connection:'
					OR NOT ${isInForce}
					OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = ${user_id}
						AND 'connection:' || s.connection_id = unconfirmed_changes.target_id
						AND s.created_at >= unconfirmed_changes.created_at))`,
			refusal: (principal) => personsOnly(principal) ?? conflict('oidc.not_tried'),
		},
	],
	confirmable: [
		'PATCH /v1/orgs/:org_id',
		'PATCH /v1/orgs/:org_id/oidc-connections/:connection_id',
		'PATCH /v1/admin/oidc-connections/:connection_id',
	],
}
