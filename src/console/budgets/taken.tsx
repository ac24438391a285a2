import { budgets as t } from '../text/en/budgets.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import { Meter } from './meter.tsx'
import type { Budget, State } from './read.ts'
import { Subject } from './words.tsx'

interface TakenProps {
	budget: Pick<Budget, 'limit' | 'scope'>
	state: State | undefined
	/** Says whose state it is. */
	isNamed?: boolean
}

/** What a subject has taken of a budget: a bar, and the numbers that refuse. */
export function Taken({ budget: { limit, scope }, state, isNamed = false }: TakenProps) {
	if (!state)
		return (
			<Meter used={0} limit={Math.max(limit, 1)}>
				{t.unused}
			</Meter>
		)
	const { used, held, subject, remaining } = state
	return (
		<Meter used={used} held={held} limit={limit}>
			{t.of_limit(number(used + held), number(limit))}
			{held > 0 && <>, {t.held(number(held))}</>}
			{isNamed && (
				<>
					{' · '}
					<Subject scope={scope} subject={subject} />
				</>
			)}
			{remaining === 0 && (
				<>
					{' '}
					<Badge tone="bad">{t.full}</Badge>
				</>
			)}
		</Meter>
	)
}
