import type { Reason } from '../../ground/http/reasons.ts'
import { REVERTIBLE, reasonsOfLimits } from '../kinds.ts'

export const REFUSED_REVERT: Reason[] = [
	'audit.dependents',
	'audit.moved_on',
	'audit.not_kept',
	'audit.not_revertible',
	'audit.secret_gone',
	'audit.taken',
	'ip_rules.self_lockout',
	...reasonsOfLimits(REVERTIBLE),
	'key.persons_only',
	'request.used',
	'users.last_platform_admin',
	'sign_in.untried',
]
