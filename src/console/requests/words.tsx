import { Subject } from '../budgets/words.tsx'
import { Sentence } from '../change/sentences/use-sentences.tsx'
import { Name } from '../names/name.tsx'
import { ActorName } from '../names/people.tsx'
import { useIsOperator } from '../session/session.ts'
import { thingText } from '../text/en/actions.ts'
import { punctuation } from '../text/en/language.ts'
import { requests as t } from '../text/en/requests.ts'
import { number } from '../ui/format.ts'
import type { Request } from './read.ts'

export type Spend = NonNullable<Request['spend']>

export const UNITS = ['credits', 'tokens', 'runs'] as const

/** "500 credits and 20,000 tokens". */
export const amountsOf = (amounts: Pick<Spend, (typeof UNITS)[number]>) =>
	t.list(UNITS.flatMap((unit) => (amounts[unit] > 0 ? [t.units[unit](amounts[unit], number(amounts[unit]))] : [])))

/** What is asked for, in a line. */
export function titleOf({ spend, change }: Request): string {
	if (spend) return t.asks(spend.agent_id ?? t.a_run, amountsOf(spend))
	const [first, ...others] = change?.changes ?? []
	if (!first) return t.one
	if (others.length > 0) return t.proposes.several(others.length + 1)
	const what = !first.before ? 'creation' : !first.after ? 'deletion' : 'change'
	return t.proposes[what](thingText(first.target_type))
}

/** The budgets that refused, and whom they limit. */
export const Refusing = ({ spend: { budgets } }: { spend: Spend }) =>
	budgets.map(({ budget_id, name, scope, subject }, index) => (
		<span key={`${budget_id} ${subject}`}>
			{index > 0 && t.comma}
			<bdi>{name}</bdi>
			{punctuation.open}
			<Subject scope={scope} subject={subject} />
			{punctuation.close}
		</span>
	))

/** What a key proposes to change, in sentences. */
export const Proposed = ({ request: { change } }: { request: Request }) =>
	change?.changes.map((row) => (
		<p key={`${row.target_type} ${row.target_id}`}>
			<Sentence change={row} />
		</p>
	))

/** The account that asked, by its name. */
export function AskedBy({ request: { asked_by, org_id, spend } }: { request: Request }) {
	const isOperator = useIsOperator()
	const org = org_id ?? spend?.org_id
	if (asked_by.id === null) return t.binding
	return isOperator || !org ? <Name id={asked_by.id} /> : <ActorName org_id={org} id={asked_by.id} />
}
