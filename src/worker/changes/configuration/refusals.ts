import type { Refuses } from '../../ground/http/reasons.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'

export const REFUSED_PLAN: Refuses[] = [
	...DENIED,
	'smtp.port_25',
	'configuration.plan_in_use',
	'ip_rules.too_many',
	'limit.reached',
	'webhook_endpoints.too_many',
]

export const REFUSED_APPLY: Refuses[] = [
	...REFUSED_PLAN,
	'configuration.changed',
	'configuration.too_large',
	'configuration.too_many_deletions',
	'ip_rules.self_lockout',
	'sign_in.untried',
]
