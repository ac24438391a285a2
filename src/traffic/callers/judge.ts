import { type Gateway, type Judgement, type RequestFacts, type Risk, RISKS } from '../../context.ts'
import { clientAddress } from './client-address.ts'
import { HOSTING_NETWORKS } from './hosting-networks.ts'
import { scoreOf } from './risk.ts'
import { uaTypeOf } from './user-agent.ts'

/** The edge's code for the Tor network. */
const TOR = 'T1'
/** The edge's code for a country that it does not know. */
const NOWHERE = 'XX'

/**
 * Judges a request by its facts: address, place, kind of program and risk. A pure function: the rehearsal relies on the same
 * facts giving the same judgement later.
 */
export function judge(gateway: Gateway, facts: RequestFacts, isAnonymous: boolean): Judgement {
	const { address, isPeer } = clientAddress(gateway, facts)
	const ua_type = uaTypeOf(facts.user_agent)
	// The edge knows only the place of the peer.
	const { country, city, asn } = isPeer ? facts : {}
	const isRisk: Record<Risk, boolean> = {
		anonymous: isAnonymous,
		empty_user_agent: facts.user_agent === '',
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
