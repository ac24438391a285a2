import type { Gateway } from '../gateway/current.ts'
import type { Judgement, Risk } from './judge.ts'

// How much of a risk a request is (spec 2.12). Added up in hundredths, so that a sum is the very number that a threshold is
// written as.

const HUNDREDTHS: Record<Risk, number> = {
	anonymous: 10,
	empty_user_agent: 20,
	bot: 15,
	hosting_network: 30,
	tor: 60,
}

/** The score of all risks together, 1 at most. */
export function scoreOf(risks: Risk[]): number {
	const sum = risks.reduce((total, risk) => total + HUNDREDTHS[risk], 0)
	return Math.min(sum, 100) / 100
}

/** Whether a request is refused for its risk. A threshold of 0 refuses nobody. */
export const isTooRisky = (
	{ risk_reject_threshold }: Pick<Gateway, 'risk_reject_threshold'>,
	{ risk_score }: Pick<Judgement, 'risk_score'>,
): boolean => risk_reject_threshold > 0 && risk_score >= risk_reject_threshold
