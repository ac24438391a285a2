import type { RiskAssessment, Risk } from '../../context.ts'
import { forbidden } from '../../ground/http/errors.ts'
import type { Gateway } from '../../principal.ts'

// How risky a request is (spec 2.12). The score is summed in hundredths, since 0.1 + 0.2 is not 0.3 in floating point.

const HUNDREDTHS: Record<Risk, number> = {
	anonymous: 10,
	empty_user_agent: 20,
	bot: 15,
	hosting_network: 30,
	tor: 60,
}

/** The sum of the risks, from 0 to 1. */
export function scoreOf(risks: Risk[]): number {
	const sum = risks.reduce((total, risk) => total + HUNDREDTHS[risk], 0)
	return Math.min(sum, 100) / 100
}

/** Whether a request is refused for its risk. A threshold of 0 refuses nobody. */
export const isTooRisky = (
	{ risk_reject_threshold }: Pick<Gateway, 'risk_reject_threshold'>,
	{ risk_score }: Pick<RiskAssessment, 'risk_score'>,
): boolean => risk_reject_threshold > 0 && risk_score >= risk_reject_threshold

/** The 403 for a request that's too risky. */
export const tooRisky = ({ risk_score, risk_reasons }: RiskAssessment) =>
	forbidden('risk.rejected', { risk_score, risk_reasons })
