import type { Caller, WorkContext } from '../../context.ts'
import { conflict } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import { admittedNow } from './admitted.ts'

/**
 * Refuses the whole batch if the org's rules, as they are at this point, don't admit the caller. The batch itself checks, since
 * another change may come between an earlier check and the write. Undefined for an exempt caller and for a confirmed change.
 */
export function ensureCallerAdmitted(c: Caller, confirm: 'true' | 'false') {
	const { principal, client_address } = c.var
	if (confirm === 'true' || isExempt(principal)) return undefined
	return ensure(c, admittedNow(principal.org_id, client_address))
}

/** The 409 for a change after which the rules wouldn't admit its own caller. */
export const selfLockout = ({ var: { client_address } }: Pick<WorkContext, 'var'>) =>
	conflict('ip_rules.self_lockout', { client_address })
