import type { Gateway } from '../gateway/current.ts'
import { clientAddress } from './client-address.ts'
import { HOSTING_NETWORKS } from './hosting-networks.ts'
import { scoreOf } from './risk.ts'
import type { Sighting } from './facts.ts'
import { uaTypeOf } from './user-agent.ts'

export const UA_TYPES = ['browser', 'bot', 'tool', 'unknown'] as const
export type UaType = (typeof UA_TYPES)[number]

export const RISKS = ['anonymous', 'empty_user_agent', 'bot', 'hosting_network', 'tor'] as const
export type Risk = (typeof RISKS)[number]

/** What is made of a request: where it came from, and how much of a risk that is. */
export interface Judgement {
	/** In one spelling; `unknown` when it cannot be read. */
	client_address: string
	/** Null when unknown, also when the address is not the peer's, whose place says nothing of it. */
	country: string | null
	city: string | null
	ua_type: UaType
	/** 0 to 1. */
	risk_score: number
	risk_reasons: Risk[]
}

const TOR = 'T1'
/** What the edge says of an address whose country it does not know. */
const NOWHERE = 'XX'

/** Judges a request by what the edge saw of it. The same sighting gives the same judgement, now or later. */
export function judge(gateway: Gateway, sighting: Sighting, isAnonymous: boolean): Judgement {
	const { address, isPeer } = clientAddress(gateway, sighting)
	const ua_type = uaTypeOf(sighting.user_agent)
	// The edge knows the place of the peer alone.
	const { country, city, asn } = isPeer ? sighting : {}
	const isRisk: Record<Risk, boolean> = {
		anonymous: isAnonymous,
		empty_user_agent: sighting.user_agent === '',
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
