import type { Reason } from '../../ground/http/reasons.ts'

export const REFUSED_REVERT: Reason[] = [
	'audit.dependents',
	'audit.moved_on',
	'audit.not_kept',
	'audit.not_revertible',
	'audit.secret_gone',
	'audit.taken',
	'ip_rules.self_lockout',
	'ip_rules.too_many',
	'pauses.too_many',
	'key.persons_only',
	'limit.reached',
	'request.used',
	'webhook_endpoints.too_many',
	'users.last_platform_admin',
	'sign_in.untried',
]
