import { Name } from '../names/name.tsx'
import { budgets as t } from '../text/en/budgets.ts'
import { number } from '../ui/format.ts'
import type { Budget } from './read.ts'

type Bounds = Pick<Budget, 'scope' | 'subject' | 'org_id'>

/** The scopes whose subjects the API knows by an ID. */
const KNOWN = ['org', 'user', 'api_key']

/** A subject by its name, if it's an ID of this instance. */
export const Subject = ({ scope, subject }: { scope: Budget['scope']; subject: string }) =>
	KNOWN.includes(scope) ? <Name id={subject} /> : subject

/** Whom a budget bounds: "Each agent", "Agent researcher". */
export function Whom({ scope, subject, org_id }: Bounds) {
	if (subject !== null)
		return (
			<>
				{t.one[scope]} <Subject scope={scope} subject={subject} />
			</>
		)
	return scope === 'org' && org_id !== null ? t.whole_org : t.each[scope]
}

/** "5,000 credits a month". A budget of runs has no window. */
export const amountOf = ({ scope, limit, unit, window }: Pick<Budget, 'scope' | 'limit' | 'unit' | 'window'>) =>
	t.amount(number(limit), unit, scope === 'run' ? '' : t.per[window])

export const isExpired = ({ expires_at }: Pick<Budget, 'expires_at'>) =>
	expires_at !== null && Date.parse(expires_at) <= Date.now()
