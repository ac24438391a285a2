import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useSearch } from '@tanstack/react-router'
import { answered } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { OrgName } from '../names/org-name.tsx'
import { useIsOperator } from '../session/session.ts'
import { budgets } from '../text/en/budgets.ts'
import { terms } from '../text/en/terms.ts'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import type { Owner } from './owner.ts'
import { type Budget, listStates, type State } from './read.ts'
import { Taken } from './taken.tsx'
import { Subject } from './words.tsx'

const t = budgets.states

interface Of {
	budget: Budget
	owner: Owner
}

const columnsOf = ({ budget, owner }: Of): Column<State>[] => [
	{ title: budgets.one[budget.scope], cell: ({ subject }) => <Subject scope={budget.scope} subject={subject} /> },
	...(owner === undefined && budget.org_id === null && budget.scope !== 'org'
		? [{ title: terms.org, cell: ({ org_id }: State) => <OrgName org_id={org_id} />, from: 'medium' as const }]
		: []),
	{ title: t.taken, cell: (state) => <Taken budget={budget} state={state} />, isLong: true },
	{ title: t.remaining, cell: ({ remaining }) => number(remaining), align: 'end', from: 'medium' },
	{
		title: budget.mode === 'observe' ? t.would : t.refused,
		cell: ({ refused }) => number(refused),
		align: 'end',
		from: 'medium',
	},
	...(budget.window === 'total'
		? []
		: [
				{
					title: t.resets,
					cell: ({ resets_at }: State) => <Ago time={resets_at} />,
					align: 'end' as const,
					from: 'wide' as const,
				},
			]),
]

/** What each subject has taken of a budget in its current window. */
export function States({ budget, owner }: Of) {
	const { cursor } = useSearch({ from: '/budgets/$budget_id' })
	const isOperator = useIsOperator()
	const read = useQuery({
		queryKey: ['budgets', owner, budget.id, 'states', { cursor }],
		queryFn: async () => {
			const { data: rows = [], response } = await answered(
				listStates(owner, budget.id, { cursor, limit: rowsPerPage() }),
			)
			const isCut = response.headers.get('X-Is-Cut') === 'true'
			return { rows, next: response.headers.get('Next-Cursor') ?? undefined, source: response.url, isCut }
		},
		placeholderData: keepPreviousData,
	})
	const isOfRuns = budget.scope === 'run'
	return (
		<ListPanel
			title={t.title}
			hint={read.data?.isCut ? t.cut : isOfRuns ? t.hint_runs : t.hint}
			read={read}
			columns={columnsOf({ budget, owner })}
			keyOf={({ org_id, subject }) => `${org_id} ${subject}`}
			{...(budget.scope === 'api_key' || (budget.scope === 'org' && !isOperator)
				? {}
				: { linkOf: (state: State) => linkOf(budget.scope, state, isOperator) })}
			expected={3}
			empty={{
				icon: isOfRuns ? 'run' : 'budget',
				title: isOfRuns ? t.empty_runs : t.empty,
				hint: isOfRuns ? t.empty_runs_hint : t.empty_hint,
			}}
		/>
	)
}

/** What a state is about: a run, an agent, or the runs that it counts. */
function linkOf(scope: Budget['scope'], { subject, org_id }: State, isOperator: boolean): LinkProps {
	if (scope === 'run') return { to: '/runs/$run_id', params: { run_id: subject } }
	const of = isOperator ? { org_id } : {}
	if (scope === 'user') return { to: '/runs', search: { ...of, user_id: subject } }
	if (scope === 'agent') return { to: '/agents/$org_id', params: { org_id }, search: { agent: subject } }
	if (scope === 'model') return { to: '/runs', search: { ...of, model: subject } }
	return { to: '/runs', search: of }
}
