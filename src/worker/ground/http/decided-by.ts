import type { ApiError } from './errors.ts'
import type { Reason } from './reasons.ts'

// What decided a refusal, as `kind:id`: for the access log, and never for the caller but for the name of a rate limit. An error that
// knows the id, such as that of an IP rule, has it in `decided_by`.

/** What always decides the refusals with a reason. The test of the log says for every other reason that nothing does. */
const DECIDERS: { [Name in Reason]?: `${string}:${string}` } = {
	'auth.busy': 'rate_limit:password_checks',
	'auth.too_many_failures': 'rate_limit:failed_logins',
	'auth.too_many_requests': 'rate_limit:account_requests',
	'invitations.role': 'role:owner',
	'invite_codes.reset_cooldown': 'rate_limit:invite_code_resets',
	'members.owner': 'role:owner',
	'orgs.owner_only': 'role:owner',
	'risk.rejected': 'gateway:risk_reject_threshold',
	'roles.higher': 'permission:platform_admin',
	'roles.self': 'permission:platform_admin',
	'service_accounts.of_platform': 'permission:platform_admin',
}

/** What decided a refusal: a permission, a role, a limit, an IP rule. Null if nothing of that kind did. */
export function decidedBy({ details, reason, status, decided_by }: ApiError): string | null {
	if (decided_by !== undefined) return decided_by
	if (typeof details.permission === 'string') return `permission:${details.permission}`
	if (reason === 'limit.reached' && typeof details.key === 'string') return `limit:${details.key}`
	// A busy server answers 503, no matter who asks.
	return (reason !== undefined && status < 500 && DECIDERS[reason]) || null
}
