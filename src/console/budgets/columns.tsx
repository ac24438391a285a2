import { useQuery } from '@tanstack/react-query'
import { data } from '../api.ts'
import { OrgName } from '../names/org-name.tsx'
import { budgets as t } from '../text/en/budgets.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import type { Owner } from './owner.ts'
import { type Budget, listStates } from './read.ts'
import { Taken } from './taken.tsx'
import { amountOf, isExpired, Whom } from './words.tsx'
import styles from './columns.module.css'

/** A list reads the state of each budget separately, so its pages are short. */
export const ROWS = 10

export const keyOf = ({ id }: Budget) => id

/** The columns of a list of budgets. */
export const columnsOf = (owner: Owner): Column<Budget>[] => [
	{ title: terms.budget, cell: (budget) => <Named budget={budget} owner={owner} /> },
	{ title: t.columns.state, cell: (budget) => <Fullest budget={budget} owner={owner} />, isLong: true },
	{ title: t.columns.resets, cell: (budget) => <Resets budget={budget} owner={owner} />, from: 'wide', align: 'end' },
]

interface Of {
	budget: Budget
	owner: Owner
}

/** Its name and state, and what it bounds below. */
const Named = ({ budget, owner }: Of) => (
	<span className={styles.budget}>
		<span>
			{budget.name} <Marks budget={budget} owner={owner} />
		</span>
		<span className={styles.bounds}>
			<Whom {...budget} />
			{punctuation.comma}
			{amountOf(budget)}
			{owner === undefined && budget.org_id !== null && (
				<>
					{' · '}
					<OrgName org_id={budget.org_id} />
				</>
			)}
		</span>
	</span>
)

/** What's special about a budget. */
export const Marks = ({ budget, owner }: Of) => (
	<>
		{owner !== undefined && budget.set_by === 'platform' && <Badge tone="accent">{t.by_platform}</Badge>}{' '}
		{budget.mode === 'observe' && <Badge>{t.observes}</Badge>}{' '}
		{isExpired(budget) && <Badge tone="warn">{terms.expired}</Badge>}
	</>
)

/** The state of the subject that has taken the most. Its cells share one call. */
function useFullest({ budget: { id }, owner }: Of) {
	const { data: states } = useQuery({
		queryKey: ['budgets', owner, id, 'fullest'],
		queryFn: () => data(listStates(owner, id, { limit: 1 })),
	})
	return states && { state: states[0] }
}

function Fullest(of: Of) {
	const fullest = useFullest(of)
	const { scope, subject, org_id } = of.budget
	// Its bounds name the only subject already.
	const isOnlyOne = subject !== null || (scope === 'org' && org_id !== null)
	return fullest ? <Taken budget={of.budget} state={fullest.state} isNamed={!isOnlyOne} /> : '…'
}

function Resets(of: Of) {
	const fullest = useFullest(of)
	if (of.budget.window === 'total') return t.never
	return fullest?.state ? <Ago time={fullest.state.resets_at} /> : '–'
}
