import { budgets as t } from '../text/en/budgets.ts'
import { punctuation } from '../text/en/language.ts'
import { Badge } from '../ui/badge.tsx'
import { ago, number } from '../ui/format.ts'
import { Meter } from './meter.tsx'
import { usedUpAt } from './pace.ts'
import type { Budget, State } from './read.ts'
import { Subject } from './words.tsx'

interface TakenProps {
	budget: Pick<Budget, 'limit' | 'scope' | 'counts_since'>
	state: State | undefined
	/** Says whose state it is. */
	isNamed?: boolean
}

/** What a subject has taken of a budget: a bar, and the numbers that refuse. */
export function Taken({ budget, state, isNamed = false }: TakenProps) {
	const { limit, scope } = budget
	if (!state)
		return (
			<Meter used={0} limit={Math.max(limit, 1)}>
				{t.unused}
			</Meter>
		)
	const { used, held, raised, subject, remaining } = state
	const at = usedUpAt(budget, state)
	return (
		<Meter used={used} held={held} limit={limit + raised}>
			{t.of_limit(number(used + held), number(limit + raised))}
			{raised > 0 && <> {t.raised(number(raised))}</>}
			{held > 0 && (
				<>
					{punctuation.comma}
					{t.held(number(held))}
				</>
			)}
			{isNamed && (
				<>
					{' · '}
					<Subject scope={scope} subject={subject} />
				</>
			)}
			{at && <> · {t.used_up(ago(at))}</>}
			{remaining === 0 && (
				<>
					{' '}
					<Badge tone="bad">{t.full}</Badge>
				</>
			)}
		</Meter>
	)
}
