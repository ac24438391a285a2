import { OF_BILLING } from './billing-reasons.ts'
import { OF_CALLS } from './call-reasons.ts'
import { OF_CHANGES } from './change-reasons.ts'
import type { Refused, SpendingCode, ValueIn } from './codes.ts'
import { OF_OIDC } from './oidc-reasons.ts'
import { OF_OPERATIONS } from './operation-reasons.ts'
import { OF_OUTBOUND } from './outbound-reasons.ts'
import { OF_PEOPLE } from './people-reasons.ts'
import { OF_SIGN_IN } from './sign-in-reasons.ts'

/**
 * Every `details.reason` that a response of this API can carry. A reason that's missing here doesn't compile. Callers branch
 * on the names, so a name never changes.
 */
export const REASONS = {
	...OF_CALLS,
	...OF_SIGN_IN,
	...OF_OIDC,
	...OF_PEOPLE,
	...OF_CHANGES,
	...OF_BILLING,
	...OF_OPERATIONS,
	...OF_OUTBOUND,
}

/** The type of `details.reason`. */
export type Reason = keyof typeof REASONS

/** The reasons that can have a status. Where an error of that status is made, only these compile. */
export type ReasonOf<Status extends number> = {
	[Name in Reason]: Status extends StatusOf<(typeof REASONS)[Name]> ? Name : never
}[Reason]

type StatusOf<Entry> = Entry extends { statuses: readonly (infer Status)[] } ? Status : 409

export const statusesOf = ({ statuses = [409] }: Refused): readonly number[] => statuses

/** `details` of an error. */
export interface Details {
	reason?: Reason
	[member: string]: unknown
}

/** The values in the sentences of a reason. They are members of `details`. */
type Values<Name extends Reason> = Record<ValueIn<(typeof REASONS)[Name]['meaning' | 'action']>, unknown>

/** `details` of an error with this reason, beside the reason. They may be absent if its sentences have no values. */
export type Given<Name extends Reason> = [keyof Values<Name>] extends [never]
	? [details?: Record<string, unknown>]
	: [details: Values<Name> & Record<string, unknown>]

/** A refusal of an operation. One without a reason is just its status, such as the 404 of a missing row. */
export interface Refusal {
	status: number
	reason?: Reason
	/** Only one that doesn't follow from the status. */
	code?: SpendingCode
}

/** The statuses that may stand alone. A 409 always has a reason. */
type Plain = 400 | 401 | 403 | 404 | 412 | 413 | 422 | 429 | 500

/** How a route line declares a refusal. The catalogue knows the status of a reason; if it has several, the first counts. */
export type Refuses = Reason | Plain | Refusal
