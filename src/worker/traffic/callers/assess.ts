import { type RiskAssessment, type RequestInfo, type Risk, RISKS } from '../../context.ts'
import type { Gateway } from '../../principal.ts'
import { clientAddress } from './client-address.ts'
import { HOSTING_NETWORKS } from './hosting-networks.ts'
import { scoreOf } from './risk.ts'
import { uaTypeOf } from './user-agent.ts'

/** The edge's code for the Tor network. */
const TOR = 'T1'
/** The edge's code for an unknown country. */
const NOWHERE = 'XX'

/**
 * Assesses a request: its address, place, kind of program and risk. A pure function: the simulation relies on the same request
 * info giving the same assessment later.
 */
export function assess(gateway: Gateway, info: RequestInfo, isAnonymous: boolean): RiskAssessment {
	const { address, isPeer } = clientAddress(gateway, info)
	const ua_type = uaTypeOf(info.user_agent)
	// The edge only knows where the peer is.
	const { country, city, asn } = isPeer ? info : {}
	const isRisk: Record<Risk, boolean> = {
		anonymous: isAnonymous,
		empty_user_agent: info.user_agent === '',
		bot: ua_type === 'bot',
		hosting_network: asn !== undefined && HOSTING_NETWORKS.has(asn),
		tor: country === TOR,
	}
	const risk_reasons = RISKS.filter((risk) => isRisk[risk])
	return {
		client_address: address,
		country: country === NOWHERE ? null : (country ?? null),
		city: city ?? null,
		ua_type,
		risk_score: scoreOf(risk_reasons),
		risk_reasons,
	}
}
