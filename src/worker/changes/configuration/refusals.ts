import type { Refuses } from '../../ground/http/reasons.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { KINDS, reasonsOfLimits } from '../kinds.ts'

export const REFUSED_PLAN: Refuses[] = [
	...DENIED,
	'smtp.port_25',
	'configuration.plan_in_use',
	...reasonsOfLimits(KINDS),
]

export const REFUSED_APPLY: Refuses[] = [
	...REFUSED_PLAN,
	'configuration.changed',
	'configuration.too_large',
	'configuration.too_many_deletions',
	'ip_rules.self_lockout',
	'sign_in.untried',
]
